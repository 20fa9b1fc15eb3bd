import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import {
  type ChangedPod,
  type CombinedChildRow,
  type GroupRow,
  insertPod,
  listCombinedChildren as listCombinedRows,
  listGroupChildren as listGroupRows,
  listPodsOf,
  type PodRow,
  updatePod,
} from './groups.db.ts'
import { listMemberNames } from './memberships/memberships.db.ts'
import { sendFrameToMembers } from './memberships/memberships.service.ts'

/** Adds the members' names for the group's admins; null for anybody else. */
export async function getGroup(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
): Promise<GroupRow & { members: NameRow[] | null }> {
  return { ...group, members: group.is_admin ? await listMemberNames(ctx.db, group.id) : null }
}

export async function savePod(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
  id: string,
  fields: ChangedPod,
): Promise<(PodRow & { group_id: string }) | Refusal> {
  const saved = id === 'new' ? await createPod(ctx, group, fields) : await changePod(ctx, group, id, fields)
  if (saved instanceof Refusal) return saved
  await sendFrameToMembers(ctx.db, group.id)
  return { ...saved, group_id: group.id }
}

async function createPod(
  ctx: CaregiverCtx,
  group: GroupRow,
  { name, description = '' }: ChangedPod,
): Promise<PodRow | Refusal> {
  if (name === undefined) return badInput('name', m.prompt_group_pod_name)
  const pod = { id: newId(), name, description }
  await insertPod(ctx.db, { ...pod, groupId: group.id })
  return pod
}

async function changePod(
  ctx: CaregiverCtx,
  group: GroupRow,
  id: string,
  fields: ChangedPod,
): Promise<PodRow | Refusal> {
  return (await updatePod(ctx.db, { id, groupId: group.id, ...fields })) ?? notFound
}

export function listPods(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<{ id: string; name: string; group_id: string }[]> {
  return listPodsOf(ctx.db, actor.caregiverId)
}

export function listGroupChildren(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
  podId: string | undefined,
): Promise<VisibleChildRow[]> {
  return listGroupRows(ctx.db, ctx.actor.caregiverId, { groupId: group.id, podId })
}

export function listCombinedChildren(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<CombinedChildRow[]> {
  return listCombinedRows(ctx.db, { viewer: actor.caregiverId })
}
