import type { NameRow } from '#features/visibility/names.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { findBlock, findNamed } from './blocks.db.ts'

type ByCaregiver = { params: { caregiver: string } }

/** Whoever's name the caller sees. */
export async function blockable(
  { db, actor }: Ctx<CaregiverActor>,
  { params }: ByCaregiver,
): Promise<Authorised<NameRow> | Refusal> {
  const row = await findNamed(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}

/** Only whoever blocked ends it; of another's nobody learns. */
export async function ownBlock(
  { db, actor }: Ctx<CaregiverActor>,
  { params }: ByCaregiver,
): Promise<Authorised<{ id: string }> | Refusal> {
  const row = await findBlock(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}
