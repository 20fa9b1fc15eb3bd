import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { notificationOf, type PlaydateMessage } from '#features/playdates/playdates.notifications.ts'
import type { Ctx } from '#http/context.ts'
import type { LeftPlaydateRow } from './erasure.db.ts'

/** Everybody else on the sides of a playdate that children of that caregiver have left. */
export async function notifyOfLeaving(
  ctx: Pick<Ctx, 'db' | 'queue' | 'clock'>,
  playdate: LeftPlaydateRow,
  caregiverId: string,
  cause: CancelCause,
): Promise<void> {
  const { caregivers, helpers, status, accepted_time } = playdate
  const now = ctx.clock.now()
  const message = messageOf(playdate, caregiverId, cause)
  // Whose account is gone is not said any more.
  const about = cause === 'children' ? caregiverId : undefined
  const others = caregivers.filter((each) => each !== caregiverId)
  await notifyCaregivers(ctx, others, notificationOf(playdate, message, { now, about }))
  if (!accepted_time) return
  const forHelpers = status === 'cancelled' ? 'help.cancelled' : 'help.changed'
  await notifyCaregivers(ctx, helpers, notificationOf(playdate, forHelpers, { now }))
}

/** Of a playdate that goes on without their child, and which they don't read any more. */
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
