import type { BlockPreview } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { v7 as newId } from 'uuid'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { deleteBlock, insertBlock, listSharedGroups } from './blocks.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

const blocks = { name: 'block', points: 50, seconds: 86_400 }

/** Before the transaction. */
export function refuseManyBlocks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(blocks, actor.caregiverId)
}

export async function previewBlock(
  { db, actor }: CaregiverCtx,
  other: Authorised<NameRow>,
): Promise<BlockPreview> {
  return { playdates: 0, groups: await listSharedGroups(db, actor.caregiverId, other.id) }
}

export async function blockCaregiver(
  { db, actor }: CaregiverCtx,
  { id, name, last_name }: Authorised<NameRow>,
): Promise<void> {
  await insertBlock(db, {
    id: newId(),
    blockerId: actor.caregiverId,
    blockedId: id,
    name,
    lastName: last_name,
  })
}

export async function unblockCaregiver(
  { db }: CaregiverCtx,
  block: Authorised<{ id: string }>,
): Promise<Refusal | null> {
  return (await deleteBlock(db, block.id)) ? null : notFound
}
