import { isOfOneChild } from '#features/users/users.admin.db.ts'
import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findLivingCaregiver } from './caregivers.admin.db.ts'
import { type CaregiverRow, findCaregiverOfUser } from './caregivers.db.ts'

type ById = { params: { id: string } }

export async function anyCaregiver(ctx: Ctx, { params }: ById): Promise<Authorised<CaregiverRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findLivingCaregiver(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

/** 404 for administrators who are a grown-up of the same child: they must not change or take that profile. */
export async function caregiverOfOthers(ctx: Ctx, input: ById): Promise<Authorised<CaregiverRow> | Refusal> {
  const row = await anyCaregiver(ctx, input)
  if (row instanceof Refusal) return row
  return (await isOfOneChild(ctx.db, ctx.actor.caregiverId, row.id)) ? notFound : row
}

export async function caregiverOfUser(
  ctx: Ctx,
  { params }: ById,
): Promise<Authorised<CaregiverRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findCaregiverOfUser(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

/** Another caregiver's profile, or null for one to be made. */
export async function caregiverToSave(
  ctx: Ctx,
  input: ById,
): Promise<Authorised<{ caregiver: CaregiverRow | null }> | Refusal> {
  if (input.params.id !== 'new') {
    const row = await caregiverOfOthers(ctx, input)
    return row instanceof Refusal ? row : authorise({ caregiver: row })
  }
  const admin = await administrator(ctx)
  return admin instanceof Refusal ? admin : authorise({ caregiver: null })
}
