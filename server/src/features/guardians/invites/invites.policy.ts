import { hashOf } from '#features/auth/tokens.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, CaregiverCtx, Ctx } from '#http/context.ts'
import { forbidden, notFound, type Refusal } from '#http/refusal.ts'
import { findByToken, findInvite, type InviteRow, isGuardianOf } from './invites.db.ts'

/** Loads the invite of a link that works, or that the caller accepted; for anybody else it doesn't exist. */
export async function linkedInvite(
  { db, actor }: Ctx,
  token: string,
): Promise<Authorised<InviteRow> | Refusal> {
  const row = await findByToken(db, hashOf(token), actor)
  return row ? authorise(row) : notFound
}

/** Only the inviter confirms: 403 for the child's other guardians, who see the invite. */
export async function confirmableInvite(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<InviteRow> | Refusal> {
  const row = await findInvite(db, params.id, actor)
  if (!row?.is_guardian) return notFound
  return row.inviter.id === actor.caregiverId ? authorise(row) : forbidden
}

/** Any guardian of the child may stop it, and the user who accepted it. */
export async function stoppableInvite(
  { db, actor }: Ctx<Actor>,
  { params }: { params: { invite: string } },
): Promise<Authorised<InviteRow> | Refusal> {
  const row = await findInvite(db, params.invite, actor)
  return row ? authorise(row) : notFound
}

/** A child that the caller is guardian of. */
export async function guardedChild(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<{ childId: string }> | Refusal> {
  const isTheirs = await isGuardianOf(db, actor.caregiverId, params.id)
  return isTheirs ? authorise({ childId: params.id }) : notFound
}
