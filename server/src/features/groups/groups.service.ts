import { v7 as newId } from 'uuid'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import {
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

type CaregiverCtx = Ctx<CaregiverActor>

/** With the members' names for the group's admins, null for anybody else. */
export async function getGroup(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
): Promise<GroupRow & { members: NameRow[] | null }> {
  return { ...group, members: group.is_admin ? await listMemberNames(ctx.db, group.id) : null }
}

export async function savePod(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
  { id, ...fields }: { id: string; name: string; description: string },
): Promise<(PodRow & { group_id: string }) | Refusal> {
  const pod = { id: id === 'new' ? newId() : id, ...fields }
  if (id === 'new') await insertPod(ctx.db, { ...pod, groupId: group.id })
  else if (!(await updatePod(ctx.db, { ...pod, groupId: group.id }))) return notFound
  await sendFrameToMembers(ctx.db, group.id)
  return { ...pod, group_id: group.id }
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
