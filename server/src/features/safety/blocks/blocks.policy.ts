import { m } from '@tagalong/contract/messages.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  type FoundBlock,
  findBlock,
  findChildOfBoth,
  findNamed,
  isBlocked,
  type NamedRow,
} from './blocks.db.ts'

type ByCaregiver = { params: { caregiver: string } }

/** Whom a block is asked about. */
export interface Blockable {
  id: string
  /** A child whom both answer for: a block would cut it off. */
  child: string | null
}

/** Whoever's name the caller sees, and who answers for a child with them. */
export async function blockable(
  { db, actor }: CaregiverCtx,
  { params }: ByCaregiver,
): Promise<Authorised<Blockable> | Refusal> {
  const { caregiver: id } = params
  const child = id === actor.caregiverId ? null : await findChildOfBoth(db, actor.caregiverId, id)
  const isThere = child !== null || (await findNamed(db, actor.caregiverId, id))
  return isThere ? authorise({ id, child }) : notFound
}

/** The same to block them; null where the caller did, which is asked last, as a block pressed twice may come between. */
export async function toBlock(
  { db, actor }: CaregiverCtx,
  { params }: ByCaregiver,
): Promise<Authorised<NamedRow | null> | Refusal> {
  const pair = { blocker: actor.caregiverId, blocked: params.caregiver }
  const isOneself = pair.blocker === pair.blocked
  const child = isOneself ? null : await findChildOfBoth(db, pair.blocker, pair.blocked)
  if (child !== null) return new Refusal(409, () => m.prompt_guardian_block({ child }))
  const row = await findNamed(db, pair.blocker, pair.blocked)
  if (row) return authorise(row)
  return (await isBlocked(db, pair)) ? authorise(null) : notFound
}

/** Only whoever blocked ends it; of another's nobody learns. */
export async function ownBlock(
  { db, actor }: CaregiverCtx,
  { params }: ByCaregiver,
): Promise<Authorised<FoundBlock> | Refusal> {
  const row = await findBlock(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}
