import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { playdateChanged } from '../playdates.refusals.ts'
import { findSeries } from './series.db.ts'

interface ById {
  params: { id: string }
}

/** Loads the dates that the caller sees whole; 404 if there are none. */
export async function visibleSeries(
  { db, actor }: CaregiverCtx,
  { params }: ById,
): Promise<Authorised<PlaydateRow[]> | Refusal> {
  const rows = await findSeries(db, actor.caregiverId, params.id)
  return rows.length > 0 ? authorise(rows) : notFound
}

/** Loads the dates that the caller may act on. Helpers and caregivers who blocked the others get 404. */
async function ownSeries(ctx: CaregiverCtx, byId: ById): Promise<Authorised<PlaydateRow[]> | Refusal> {
  const rows = await visibleSeries(ctx, byId)
  if (rows instanceof Refusal) return rows
  const own = rows.filter(({ may_chat }) => may_chat)
  return own.length > 0 ? authorise(own) : notFound
}

/** Loads the dates to which the caller is invited and which they may answer. */
export async function invitedSeries(
  ctx: CaregiverCtx,
  byId: ById,
): Promise<Authorised<Authorised<PlaydateRow>[]> | Refusal> {
  const own = await ownSeries(ctx, byId)
  if (own instanceof Refusal) return own
  const invited = own.filter(({ side, may_act }) => side === 'recipient' && may_act)
  return invited.length > 0 ? authorise(invited.map((row) => authorise(row))) : forbidden
}

interface Stop {
  body: { from: string; dates?: readonly { playdate: string; version: number }[] | undefined }
}

/** Loads the dates from one on, in the versions that were seen: events for their owner, singles for either side. */
export async function stoppableSeries(
  ctx: CaregiverCtx,
  { params, body: { from: id, dates = [] } }: ById & Stop,
): Promise<Authorised<PlaydateRow[]> | Refusal> {
  const own = await ownSeries(ctx, { params })
  if (own instanceof Refusal) return own
  const first = own.findIndex((row) => row.id === id)
  const from = own[first]
  if (!from) return notFound
  const mayStop = ({ type, side, may_act }: PlaydateRow) => may_act && (type === 'single' || side === 'owner')
  if (!mayStop(from)) return forbidden
  const isAsSeen = (row: PlaydateRow) =>
    dates.every(({ playdate, version }) => playdate !== (row.copy_of ?? row.id) || version === row.version)
  if (!isAsSeen(from)) return playdateChanged
  return authorise(own.slice(first).filter((row) => mayStop(row) && isAsSeen(row)))
}
