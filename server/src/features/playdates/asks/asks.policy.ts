import { m } from '@tagalong/contract/messages.ts'
import { lockTiesForShare } from '#db/locks.ts'
import { lockChildrenForShare } from '#features/children/children.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import { cancellablePlaydate } from '../playdates.policy.ts'
import { type AskRow, findAsk, findLastTurn, listWaiting, lockAsk, versionOf } from './asks.db.ts'

const changed = new Refusal(409, m.prompt_ask_changed)

/** Loads the caller's own order. Anybody else gets 404. */
export async function ownAsk(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<AskRow> | Refusal> {
  const row = await findAsk(db, actor.caregiverId, params.id)
  return row ? authorise(row) : notFound
}

export interface OpenAsk {
  ask: AskRow
  /** The open request; null if the next family is about to be asked. */
  request: Authorised<PlaydateRow> | null
}

/**
 * Loads and locks the caller's own active order, in the version the caller saw, so that no other step of it is taken
 * meanwhile. Follows the order of all locks: ties, orders, children, then playdates.
 */
export async function openAsk(
  ctx: CaregiverCtx,
  { params, body }: { params: { id: string }; body: { version: number } },
): Promise<Authorised<OpenAsk> | Refusal> {
  const { db, actor } = ctx
  await lockTiesForShare(db, actor.caregiverId)
  const ask = await lockAsk(db, actor.caregiverId, params.id)
  if (!ask) return notFound
  const waiting = (await listWaiting(db, ask.id)).map(({ child_id }) => child_id)
  await lockChildrenForShare(db, { viewer: actor.caregiverId, ids: [...ask.own_children, ...waiting] })
  if (ask.status !== 'asking') return changed
  const request = await openRequest(ctx, ask)
  if (request instanceof Refusal) return request
  // Checked after the request was read: a counter-proposal made from here on makes its cancellation fail.
  return (await versionOf(db, ask)) === body.version ? authorise({ ask, request }) : changed
}

async function openRequest(
  ctx: CaregiverCtx,
  ask: AskRow,
): Promise<Authorised<PlaydateRow> | null | Refusal> {
  const turn = await findLastTurn(ctx.db, ask.id)
  if (turn?.state !== 'asked' || !turn.playdate_id) return null
  if (turn.was_confirmed) return changed
  if (turn.status !== 'pending') return null
  const row = await cancellablePlaydate(ctx, { id: turn.playdate_id })
  return row instanceof Refusal || row.status === 'pending' ? row : changed
}
