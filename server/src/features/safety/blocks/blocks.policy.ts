import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { type FoundBlock, findBlock, findNamed, isBlocked, type NamedRow } from './blocks.db.ts'

type ByCaregiver = { params: { caregiver: string } }

/** Whoever's name the caller sees. */
export async function blockable(
  { db, actor }: Ctx<CaregiverActor>,
  { params }: ByCaregiver,
): Promise<Authorised<NamedRow> | Refusal> {
  const row = await findNamed(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}

/** The same to block them; null where the caller did, which is asked last, as a block pressed twice may come between. */
export async function toBlock(
  ctx: Ctx<CaregiverActor>,
  input: ByCaregiver,
): Promise<Authorised<NamedRow | null> | Refusal> {
  const named = await blockable(ctx, input)
  if (named !== notFound) return named
  const pair = { blocker: ctx.actor.caregiverId, blocked: input.params.caregiver }
  return (await isBlocked(ctx.db, pair)) ? authorise(null) : notFound
}

/** Only whoever blocked ends it; of another's nobody learns. */
export async function ownBlock(
  { db, actor }: Ctx<CaregiverActor>,
  { params }: ByCaregiver,
): Promise<Authorised<FoundBlock> | Refusal> {
  const row = await findBlock(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}
