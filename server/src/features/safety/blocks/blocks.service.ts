import type { BlockPreview } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { lockCaregiverForShare } from '#db/locks.ts'
import { phoneHash } from '#features/caregivers/phone-hash.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  deleteBlock,
  type FoundBlock,
  findChildOfBoth,
  findNamed,
  insertBlock,
  isBeginningBeside,
  isBlocked,
  listBlockersOf,
  listSharedGroups,
  type NamedRow,
  revive,
  setPhoneHash,
} from './blocks.db.ts'
import type { Blockable } from './blocks.policy.ts'
import { listComing } from './called-off.db.ts'
import { lockToPart, type PartingCtx, partWays } from './parting.service.ts'

const beginning = new Refusal(409, m.prompt_guardian_block_soon)
const blocks = { name: 'block', points: 50, seconds: 86_400 }

/** Runs before the transaction. */
export function refuseManyBlocks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(blocks, actor.caregiverId)
}

export async function previewBlock(
  { db, actor, clock }: CaregiverCtx,
  { id, child }: Authorised<Blockable>,
): Promise<BlockPreview> {
  if (child !== null) return { playdates: 0, groups: [], refusal: m.prompt_guardian_block({ child }) }
  const pair = { blocker: actor.caregiverId, blocked: id }
  const coming = await listComing(db, pair, new Date(clock.now()))
  return {
    playdates: coming.filter(({ type }) => type === 'single').length,
    groups: await listSharedGroups(db, actor.caregiverId, id),
  }
}

export async function blockCaregiver(
  ctx: CaregiverCtx,
  seen: Authorised<NamedRow | null>,
): Promise<Refusal | null> {
  if (!seen) return null
  const { db, actor, secrets } = ctx
  const pair = { blocker: actor.caregiverId, blocked: seen.id }
  const isThere = await lockCaregiverForShare(db, pair.blocked)
  await lockToPart(db, [pair.blocker], pair.blocked)
  // The caregiver seen before may be erased by now, or have been quicker to block the caller.
  const other = isThere && (await findNamed(db, pair.blocker, pair.blocked))
  // A second press succeeds like the first.
  if (!other) return (await isBlocked(db, pair)) ? null : notFound
  // Checked only here, under the lock: confirming one of the two as a guardian waits for their ties.
  if (await isBeginningBeside(db, pair.blocker, pair.blocked)) return beginning
  await partWays(ctx, pair)
  const hash = other.phone_proof === 'code' ? phoneHash(secrets, other.phone_number) : null
  await insertBlock(db, {
    ...pair,
    id: newId(),
    phoneHash: hash,
    name: other.name,
    lastName: other.last_name,
  })
  return null
}

/**
 * Blocks the caregiver who has just proven the number for everybody who blocked an earlier account with it, except for
 * those who are guardians of the same child, now or soon. Earlier blocks of the caregiver cover the number, too, now.
 */
export async function blockWhoHas(
  ctx: PartingCtx,
  number: { caregiverId: string; phoneHash: Buffer },
): Promise<null> {
  const blocked = number.caregiverId
  await setPhoneHash(ctx.db, number)
  const blockers = await listBlockersOf(ctx.db, number)
  const there: string[] = []
  for (const blocker of blockers) if (await lockCaregiverForShare(ctx.db, blocker)) there.push(blocker)
  if (there.length > 0) await lockToPart(ctx.db, there, blocked)
  for (const blocker of there) {
    if ((await findChildOfBoth(ctx.db, blocker, blocked)) !== null) continue
    if (await isBeginningBeside(ctx.db, blocker, blocked)) continue
    const pair = { blocker, blocked }
    await partWays(ctx, pair)
    if (await revive(ctx.db, pair, number.phoneHash)) continue
    await insertBlock(ctx.db, {
      ...pair,
      id: newId(),
      phoneHash: number.phoneHash,
      name: null,
      lastName: null,
    })
  }
  return null
}

export async function unblockCaregiver(
  { db }: CaregiverCtx,
  block: Authorised<FoundBlock>,
): Promise<Refusal | null> {
  return (await deleteBlock(db, block)) ? null : notFound
}
