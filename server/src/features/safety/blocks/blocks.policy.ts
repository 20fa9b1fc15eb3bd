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

/** The caregiver whom a block is asked about. */
export interface Blockable {
  id: string
  /** The first name of a child that both are guardians of: a block would cut it off. Null if there is none. */
  child: string | null
}

/** Loads a caregiver whose name the caller sees, or who is guardian of the same child. */
export async function blockable(
  { db, actor }: CaregiverCtx,
  { params }: ByCaregiver,
): Promise<Authorised<Blockable> | Refusal> {
  const { caregiver: id } = params
  const child = id === actor.caregiverId ? null : await findChildOfBoth(db, actor.caregiverId, id)
  const isThere = child !== null || (await findNamed(db, actor.caregiverId, id))
  return isThere ? authorise({ id, child }) : notFound
}

/** Loads whom to block; null if the caller did already. That is checked last, as a double press may come in between. */
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

/** Only the blocker ends a block, and nobody learns of the blocks of others. */
export async function ownBlock(
  { db, actor }: CaregiverCtx,
  { params }: ByCaregiver,
): Promise<Authorised<FoundBlock> | Refusal> {
  const row = await findBlock(db, actor.caregiverId, params.caregiver)
  return row ? authorise(row) : notFound
}
