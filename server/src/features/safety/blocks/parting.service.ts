import { notify } from '#db/listen.ts'
import { lockPlaydates } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { notificationOf, type PlaydateMessage } from '#features/playdates/playdates.notifications.ts'
import type { Ctx } from '#http/context.ts'
import type { Pair } from './blocks.db.ts'
import {
  type CalledOffRow,
  type ComingRow,
  cancelComing,
  deleteConnectionsBetween,
  listComing,
  listOtherGuests,
  takeOff,
} from './called-off.db.ts'

export type PartingCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'>

/** A change of a playdate, with whom it is told and who is notified. */
interface Told {
  playdate: CalledOffRow
  frames: readonly string[]
  message?: PlaydateMessage
}

/**
 * Takes away what stands between two caregivers, whose ties are locked: connections, invitations, singles to come, and the
 * other's children at events that one of them made. Before the block is written: what is called off is the last that
 * one hears of the other.
 */
export async function partWays(ctx: PartingCtx, pair: Pair): Promise<void> {
  const { db, clock } = ctx
  const now = new Date(clock.now())
  const coming = await listComing(db, pair, now)
  const [singles, events] = [coming.filter(isSingle), coming.filter((each) => !isSingle(each))]
  await lockPlaydates(
    db,
    coming.map(({ id }) => id),
  )
  const told = await callOff(ctx, pair, singles, now)
  for (const event of events) told.push(...(await takeApart(ctx, pair, event, now)))
  const ended = await deleteConnectionsBetween(db, pair)
  for (const connection of ended) {
    await notify(db, { kind: 'frame', to: [pair.blocker, pair.blocked], frame: { connection } })
  }
  for (const { playdate, frames, message } of told) {
    await notify(db, { kind: 'frame', to: [...frames], frame: { playdate: playdate.id } })
    if (!message) continue
    const notification = notificationOf(playdate, message, { now: clock.now(), about: pair.blocker })
    await notifyCaregivers(ctx, [pair.blocked], notification)
  }
}

function isSingle({ type }: ComingRow): boolean {
  return type === 'single'
}

async function callOff(
  { db }: PartingCtx,
  { blocker, blocked }: Pair,
  singles: readonly ComingRow[],
  now: Date,
): Promise<Told[]> {
  if (singles.length === 0) return []
  const ids = singles.map(({ id }) => id)
  const rows = await cancelComing(db, { ids, by: blocker, cause: null, now })
  return rows.map((playdate) => ({ playdate, frames: [blocker, blocked], message: 'playdate.cancelled' }))
}

/** Without the guest an event has others, or it is off. */
async function takeApart(
  { db }: PartingCtx,
  { blocker, blocked }: Pair,
  event: ComingRow,
  now: Date,
): Promise<Told[]> {
  const isBlockers = event.owner_id === blocker
  const guest = isBlockers ? blocked : blocker
  const others = await listOtherGuests(db, event.id, guest)
  if (others.length > 0) {
    const left = await takeOff(db, { id: event.id, caregiverId: guest, now })
    if (!left) return []
    // Whose event it is sees it when they look: that one family left says nothing of why.
    return isBlockers
      ? [{ playdate: left, frames: [blocker, blocked, ...others], message: 'event.cancelled' }]
      : [{ playdate: left, frames: [blocker, ...others] }]
  }
  const cause = isBlockers ? null : 'children'
  const rows = await cancelComing(db, { ids: [event.id], by: blocker, cause, now })
  return rows.map((playdate) => ({
    playdate,
    frames: [blocker, blocked],
    message: isBlockers ? 'event.cancelled' : 'event.childrenGone',
  }))
}
