import { hashOf } from '#features/auth/tokens.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, CaregiverCtx, Ctx } from '#http/context.ts'
import { forbidden, notFound, type Refusal } from '#http/refusal.ts'
import { findByToken, findInvite, type InviteRow, isGuardianOf } from './invites.db.ts'

/** A link that works, or that the caller said yes to; to anybody else it never was. */
export async function linkedInvite(
  { db, actor }: Ctx,
  token: string,
): Promise<Authorised<InviteRow> | Refusal> {
  const row = await findByToken(db, hashOf(token), actor)
  return row ? authorise(row) : notFound
}

/** By the inviter alone: the child's other guardians see it, but may not. */
export async function confirmableInvite(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<InviteRow> | Refusal> {
  const row = await findInvite(db, params.id, actor)
  if (!row?.is_guardian) return notFound
  return row.inviter.id === actor.caregiverId ? authorise(row) : forbidden
}

/** By any guardian of the child, and whoever said yes. */
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
