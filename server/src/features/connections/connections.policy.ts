import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, type Refusal } from '#http/refusal.ts'
import { type ConnectionRow, findConnection } from './connections.db.ts'

type ById = { params: { id: string } }

/** Either side. */
async function ownConnection(
  { db, actor }: CaregiverCtx,
  { params }: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await findConnection(db, actor.caregiverId, params.id)
  return row ? authorise(row) : notFound
}

/** Only the inviter shares the link; what was rejected waits for nobody any more. */
export async function sentConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await removableConnection(ctx, input)
  if (!('inviter' in row)) return row
  return row.inviter.id === ctx.actor.caregiverId ? row : forbidden
}

/** What was rejected stands on no list; its row stays, so that the same number isn't asked again and again. */
export async function removableConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await ownConnection(ctx, input)
  return 'inviter' in row && row.status === 'rejected' ? notFound : row
}

/** Only the invitee answers an invitation; the inviter sees it, but may not. */
export async function receivedConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await ownConnection(ctx, input)
  if (!('inviter' in row)) return row
  return row.inviter.id === ctx.actor.caregiverId ? forbidden : row
}
