import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { lockFamilyForShare } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { badInput, type Refusal } from '#http/refusal.ts'
import { sendFrame } from '../playdate-changed.service.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { findPlaydate } from '../playdates.db.ts'
import { noticesToHelpers, notificationOf } from '../playdates.notifications.ts'
import { playdateChanged } from '../playdates.refusals.ts'
import type { OwnResponseRow } from '../responses.db.ts'
import { findOwnChildren } from '../responses.db.ts'
import { answerEvent, notAnswerable, ownResponse } from '../responses.service.ts'
import { countSpots, findLine, findNamedLine, letAllIn, lockEvent, updateCapacity } from './spots.db.ts'
import { endOffers, offerOver, passOn } from './spots.service.ts'

/** Adds the waiting list, if the event is to come and has a limit. */
export async function withLine(ctx: CaregiverCtx, row: PlaydateRow): Promise<PlaydateRow> {
  const { actor, db, clock } = ctx
  const isToCome = row.status === 'accepted' && (row.accepted_time?.getTime() ?? 0) > clock.now()
  if (row.capacity === null || !isToCome) return row
  return { ...row, line: await findNamedLine(db, { viewer: actor.caregiverId, playdateId: row.id }) }
}

/** Answers an offer. A yes takes the spots for the children they are kept for. Repeating an answer changes nothing. */
export async function answerOffer(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  response: Response,
): Promise<OwnResponseRow | Refusal> {
  const { db, actor, clock } = ctx
  await lockFamilyForShare(db, actor.caregiverId)
  const event = await lockEvent(db, row.id, new Date(clock.now()))
  if (!event) return notAnswerable(ctx, row)
  const own = await findOwnChildren(db, { playdateId: row.id, caregiverId: actor.caregiverId })
  const kept = own.filter(({ in_line }) => in_line === 'offered').map(({ child_id }) => child_id)
  const place = (await findLine(db, row.id)).find(({ children }) => children.some((id) => kept.includes(id)))
  if (place?.offer_until && place.offer_until.getTime() > clock.now()) {
    // A sibling for whom another guardian said yes keeps that.
    const coming = own
      .filter(
        (each) => each.response === 'accepted' || (response === 'accepted' && each.in_line === 'offered'),
      )
      .map(({ child_id }) => child_id)
    return answerEvent(
      ctx,
      row,
      event,
      coming.length > 0 ? { response: 'accepted', children: coming } : { response },
    )
  }
  const now = await ownResponse(ctx, row)
  return now?.response === response ? now : offerOver
}

export async function setCapacity(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  { capacity, version }: { capacity: number | null; version: number },
): Promise<PlaydateRow | Refusal> {
  const now = ctx.clock.now()
  const event = await lockEvent(ctx.db, row.id, new Date(now))
  if (!event) return notAnswerable(ctx, row)
  if (version !== event.version) return playdateChanged
  if (capacity !== null && capacity < row.ownerChildren.length)
    return badInput('capacity', m.prompt_spots_own)
  await updateCapacity(ctx.db, row.id, capacity)
  await endOffers(ctx, event, now)
  if (capacity === null) await everybodyIn(ctx, row)
  else await passOn(ctx, { ...event, capacity }, now)
  const after = await reload(ctx, row.id)
  await sendFrame(ctx, after)
  return withLine(ctx, after)
}

/** Lets everybody on the waiting list in, since there is no limit any more. */
async function everybodyIn(ctx: CaregiverCtx, row: PlaydateRow): Promise<void> {
  const coming = await letAllIn(ctx.db, row.id)
  await countSpots(ctx.db, [row.id])
  if (coming.length === 0) return
  const now = ctx.clock.now()
  const about = ctx.actor.caregiverId
  await notifyCaregivers(ctx, coming, notificationOf(row, 'spots.everybody', { now, about }))
  const after = await reload(ctx, row.id)
  for (const { message, to } of noticesToHelpers(row.standing, after.standing)) {
    if (message === 'help.confirmed') await notifyCaregivers(ctx, to, notificationOf(row, message, { now }))
  }
}

async function reload({ db, actor }: CaregiverCtx, id: string): Promise<PlaydateRow> {
  const row = await findPlaydate(db, actor.caregiverId, id)
  if (!row) throw new Error('an event just written is not there')
  return row
}
