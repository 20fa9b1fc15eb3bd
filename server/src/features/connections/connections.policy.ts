import { lockTiesForShare } from '#db/locks.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, type Refusal } from '#http/refusal.ts'
import { type ConnectionRow, findConnection, findLinkFor, type OpenInvite } from './connections.db.ts'

type ById = { params: { id: string } }

/** Loads a connection in which the caller is on either side. */
async function ownConnection(
  { db, actor }: CaregiverCtx,
  { params }: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await findConnection(db, actor.caregiverId, params.id)
  return row ? authorise(row) : notFound
}

/** Only the inviter shares the link. 404 if the connection was rejected, since it waits for nobody. */
export async function sentConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await removableConnection(ctx, input)
  if (!('inviter' in row)) return row
  return row.inviter.id === ctx.actor.caregiverId ? row : forbidden
}

/** 404 if it was rejected: it is on no list, and its row stays so that the number isn't invited again and again. */
export async function removableConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await ownConnection(ctx, input)
  return 'inviter' in row && row.status === 'rejected' ? notFound : row
}

/** Loads the invite of a link made by another caregiver and not redeemed yet. */
export async function givenLink(
  { db, actor }: CaregiverCtx,
  { body }: { body: { token: string } },
): Promise<Authorised<OpenInvite> | Refusal> {
  await lockTiesForShare(db, actor.caregiverId)
  const row = await findLinkFor(db, actor.caregiverId, hashOf(body.token))
  return row ? authorise(row) : notFound
}

/** Only the invitee answers an invitation: 403 for the inviter, who sees it. */
export async function receivedConnection(
  ctx: CaregiverCtx,
  input: ById,
): Promise<Authorised<ConnectionRow> | Refusal> {
  const row = await ownConnection(ctx, input)
  if (!('inviter' in row)) return row
  return row.inviter.id === ctx.actor.caregiverId ? forbidden : row
}
