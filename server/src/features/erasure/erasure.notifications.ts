import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { notifyOfSafety } from '#features/guardians/safety.ts'
import type { NotificationInput } from '#features/notifications/notifications.service.ts'
import { notificationOf, type PlaydateMessage } from '#features/playdates/playdates.notifications.ts'
import { notifyOncePerSeries } from '#features/playdates/series/series.notifications.ts'
import type { Ctx } from '#http/context.ts'
import type { LeftPlaydateRow } from './erasure.db.ts'

/** Notifies everybody else on the sides of playdates that the caregiver's children have left. */
export async function notifyOfLeaving(
  ctx: Pick<Ctx, 'db' | 'queue' | 'clock'>,
  playdates: readonly LeftPlaydateRow[],
  caregiverId: string,
  cause: CancelCause,
): Promise<void> {
  const now = ctx.clock.now()
  // An erased account is no longer named.
  const about = cause === 'children' ? caregiverId : undefined
  const said = playdates.flatMap((playdate) => {
    const { caregivers, helpers, helping, status } = playdate
    const message = messageOf(playdate, caregiverId, cause)
    const others = caregivers.filter((each) => each !== caregiverId)
    const staying = status === 'cancelled' ? [] : helping
    // Without the child that they help with, the playdate is off for them.
    const leaving = helpers.filter((each) => !staying.includes(each))
    return [
      { playdate, to: others, notice: notificationOf(playdate, message, { now, about }) },
      { playdate, to: staying, notice: notificationOf(playdate, 'help.changed', { now }) },
      { playdate, to: leaving, notice: notificationOf(playdate, 'help.cancelled', { now }) },
    ]
  })
  await notifyOncePerSeries(ctx, said)
}

/** Notifies users whose place with an erased child will not begin. */
export async function notifyOfNoChild(
  ctx: Pick<Ctx, 'db' | 'queue' | 'clock'>,
  coming: readonly string[],
  { caregiverId, cause }: { caregiverId: string; cause: CancelCause },
): Promise<void> {
  // An erased account is no longer named.
  const about = cause === 'children' ? { about: caregiverId } : {}
  await notifyOfSafety(ctx, coming, { message: 'guardian.stopped', params: {}, url: '/profile', ...about })
}

/** Notifies users who no longer help with a child. */
export async function notifyOfNoHelp(
  ctx: Pick<Ctx, 'db' | 'queue' | 'clock'>,
  helpers: readonly string[],
): Promise<void> {
  const at = new Date(ctx.clock.now()).toISOString()
  await notifyOfSafety(ctx, helpers, { message: 'place.ends', params: { at }, url: '/profile' })
}

/** For caregivers who no longer see a playdate, since it goes on without their child. */
export function notificationOfTakenOff(
  playdate: LeftPlaydateRow,
  caregiverId: string,
  now: number,
): NotificationInput {
  const message = playdate.type === 'single' ? 'playdate.childrenGone' : 'event.childrenGone'
  return { ...notificationOf(playdate, message, { now, about: caregiverId }), url: '/view-playdates' }
}

function messageOf(
  { type, status, owner_id }: LeftPlaydateRow,
  caregiverId: string,
  cause: CancelCause,
): PlaydateMessage {
  const isOff = status === 'cancelled'
  if (type === 'single') {
    if (!isOff) return 'playdate.fewer'
    return cause === 'children' ? 'playdate.childrenGone' : 'playdate.familyGone'
  }
  if (cause === 'children') return isOff ? 'event.childrenGone' : 'event.fewer'
  if (owner_id === caregiverId) return 'event.hostGone'
  return isOff ? 'event.guestsGone' : 'event.guestGone'
}
