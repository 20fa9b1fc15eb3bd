import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { findMute, isMutable, type MuteTarget } from './mutes.db.ts'

/** A caregiver whose name the caller sees, another grown-up of a child of theirs, or a chat that they read. */
export async function mutable(
  { db, actor }: CaregiverCtx,
  { params }: { params: MuteTarget },
): Promise<Authorised<MuteTarget> | Refusal> {
  return (await isMutable(db, actor.caregiverId, params)) ? authorise(params) : notFound
}

export async function ownMute(
  { db, actor }: CaregiverCtx,
  { params }: { params: MuteTarget },
): Promise<Authorised<{ id: string }> | Refusal> {
  const row = await findMute(db, actor.caregiverId, params)
  return row ? authorise(row) : notFound
}
