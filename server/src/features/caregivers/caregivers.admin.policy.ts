import { administrator } from '#features/users/users.policy.ts'
import { type Allowed, allow } from '#http/allowed.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findLivingCaregiver } from './caregivers.admin.db.ts'
import { type CaregiverRow, findCaregiverOfUser } from './caregivers.db.ts'

type ById = { params: { id: string } }

export async function anyCaregiver(ctx: Ctx, { params }: ById): Promise<Allowed<CaregiverRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findLivingCaregiver(ctx.db, params.id)
  return row ? allow(row) : notFound
}

export async function caregiverOfUser(ctx: Ctx, { params }: ById): Promise<Allowed<CaregiverRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findCaregiverOfUser(ctx.db, params.id)
  return row ? allow(row) : notFound
}

/** One that is there, or one that is to be made. */
export async function caregiverToSave(
  ctx: Ctx,
  input: ById,
): Promise<Allowed<{ caregiver: CaregiverRow | null }> | Refusal> {
  if (input.params.id !== 'new') {
    const row = await anyCaregiver(ctx, input)
    return row instanceof Refusal ? row : allow({ caregiver: row })
  }
  const admin = await administrator(ctx)
  return admin instanceof Refusal ? admin : allow({ caregiver: null })
}
