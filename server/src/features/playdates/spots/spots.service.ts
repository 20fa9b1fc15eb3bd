import { isOpenToAll, offerEnd, offeredNow } from '@tagalong/contract/features/playdates/spots.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { notify } from '#db/listen.ts'
import { firstHeard } from '#features/notifications/due.db.ts'
import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { NotifyCtx } from '#http/context.ts'
import type { DueCtx } from '#http/feature.ts'
import { Refusal } from '#http/refusal.ts'
import {
  countSpots,
  type EventRow,
  endLine,
  findLine,
  findSpots,
  guardiansOfChildren,
  leaveLine,
  listDue,
  listEnded,
  listToOffer,
  lockEvent,
  offerSpots,
  tidyLines,
} from './spots.db.ts'

/** The offered spots are no longer kept, or never were. */
export const offerOver = new Refusal(409, m.prompt_spots_over)

/** Removes families whose offer is over from the line. The event must be locked. */
export async function endOffers(ctx: NotifyCtx, event: EventRow, now: number): Promise<void> {
  await tidyLines(ctx.db, [event.id])
  const over = (await findLine(ctx.db, event.id)).filter(
    ({ offer_until }) => offer_until !== null && offer_until.getTime() <= now,
  )
  if (over.length === 0) return
  await leaveLine(
    ctx.db,
    event.id,
    over.map(({ caregiver_id }) => caregiver_id),
  )
  for (const { children } of over) {
    const family = await guardiansOfChildren(ctx.db, children)
    await notifyFamily(ctx, event, family, { message: 'spots.over', params: {} })
  }
}

/** Keeps free spots for the families whose turn it is, then counts the taken ones. The event must be locked. */
export async function passOn(ctx: NotifyCtx, event: EventRow, now: number): Promise<void> {
  if (event.capacity !== null) await makeOffers(ctx, { ...event, capacity: event.capacity }, now)
  await countSpots(ctx.db, [event.id])
}

async function makeOffers(
  ctx: NotifyCtx,
  event: EventRow & { capacity: number },
  now: number,
): Promise<void> {
  const { id: playdateId, capacity, time_zone } = event
  const start = event.accepted_time.getTime()
  if (isOpenToAll(start, now)) return
  const { taken, owners } = await findSpots(ctx.db, playdateId)
  const line = await listToOffer(ctx.db, playdateId)
  const parties = line.map((place) => ({ place, size: place.children.length }))
  const offered = offeredNow(parties, { free: capacity - taken, most: capacity - owners, start, now })
  for (const { place } of offered) {
    const family = await guardiansOfChildren(ctx.db, place.children)
    const heard = (await firstHeard(ctx.db, family, new Date(now))).getTime()
    const until = new Date(offerEnd(now, start, { zone: time_zone, heard }))
    await offerSpots(ctx.db, { playdateId, caregiverId: place.caregiver_id, until })
    const at = until.toISOString()
    await notifyFamily(ctx, event, family, { message: 'spots.offered', params: { at }, isUrgent: true })
  }
}

type What = Pick<NotificationInput, 'isUrgent'> &
  ({ message: 'spots.offered'; params: { at: string } } | { message: 'spots.over'; params: object })

/** Notifies the family's guardians, and sends a frame to them and the event's owner. */
async function notifyFamily(
  ctx: NotifyCtx,
  event: EventRow,
  family: readonly string[],
  what: What,
): Promise<void> {
  const url = `/view-playdate-information/${event.id}`
  await notifyCaregivers(ctx, family, { ...what, url, playdate: event.id } as NotificationInput)
  await notify(ctx.db, {
    kind: 'frame',
    to: [...family, event.owner_id],
    frame: { playdate: event.id },
  })
}

/** Ends offers that are over, and offers free spots: those given up, and those left until the start was near enough. */
export async function passSpotsOn({ db, queue, clock }: DueCtx): Promise<void> {
  const now = clock.now()
  const errors: unknown[] = []
  for (const id of await listDue(db, new Date(now))) {
    const step = db.transaction().execute(async (transaction) => {
      const ctx = { db: transaction, queue }
      const event = await lockEvent(transaction, id, new Date(now))
      if (!event) return
      await endOffers(ctx, event, now)
      await passOn(ctx, event, now)
    })
    // An event that fails doesn't hold up the others; the job is retried.
    await step.catch((error: unknown) => errors.push(error))
  }
  for (const id of await listEnded(db, new Date(now))) {
    await endLine(db, id).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all spots were passed on')
}
