import type { GroupColumn, PodColumn } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { groupAdminTexts } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { v7 as newId } from 'uuid'
import { lockGroups } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import { newCode } from './codes.ts'
import {
  closeGroup,
  deleteEmptyGroup,
  findPod,
  findWholeGroup,
  isReported,
  type ListedPodRow,
  listAllPods as listPodRows,
  listPodValues as listPodValueRows,
  listGroups as listRows,
  listGroupValues as listValueRows,
  type OfGroup,
  updateGroup,
  type WholeGroupRow,
} from './groups.admin.db.ts'
import { insertGroup, insertPod, updatePod } from './groups.db.ts'
import { groupFactsOf, podFactsOf } from './groups.facts.ts'
import { listAdminIds } from './memberships/memberships.db.ts'
import { sendFrameToMembers } from './memberships/memberships.service.ts'

export function listGroups(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<GroupColumn>) {
  return listRows(ctx.db, ask)
}

export function listGroupValues(ctx: Ctx, _admin: Authorised<Actor>, ask: ValuesQuery<GroupColumn>) {
  return listValueRows(ctx.db, ask)
}

export function listAllPods(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<PodColumn> & OfGroup) {
  return listPodRows(ctx.db, ask)
}

export function listPodValues(ctx: Ctx, _admin: Authorised<Actor>, ask: ValuesQuery<PodColumn> & OfGroup) {
  return listPodValueRows(ctx.db, ask)
}

/** The group's admins are notified if the code changes. */
export async function saveGroup(
  ctx: Ctx,
  { group }: Authorised<{ group: WholeGroupRow | null }>,
  typed: {
    name?: string | undefined
    description?: string | undefined
    referenceCode?: string | undefined
  },
): Promise<Done<WholeGroupRow> | Refusal> {
  const id = group?.id ?? newId()
  if (group) await lockGroups(ctx.db, [id])
  // Read under the lock: removing a member changes the code, and a form left open must not bring the old one back.
  const before = group ? await findWholeGroup(ctx.db, id) : null
  if (before === undefined) return notFound
  const { name = before?.name, description = before?.description ?? '' } = typed
  if (name === undefined) return badInput('name', groupAdminTexts.noName)
  const code = typed.referenceCode || before?.code || newCode()
  const fields = { id, name, description, code }
  if (!before) await insertGroup(ctx.db, fields)
  else if (!(await updateGroup(ctx.db, fields))) return notFound
  const saved = await findWholeGroup(ctx.db, id)
  if (!saved) throw new Error('a group just written is not there')
  if (before) await sendFrameToMembers(ctx.db, id)
  if (before && before.code !== code) {
    const notification = { message: 'group.code', params: { groupId: id }, url: `/group/${id}` } as const
    await notifyCaregivers(ctx, await listAdminIds(ctx.db, id), notification)
  }
  const facts = { before: before && groupFactsOf(before), after: groupFactsOf(saved) }
  return { result: saved, entry: { kind: 'group', id, ...facts } }
}

/** Refused while the group has members or pending memberships, or while a report about it is open. */
export async function deleteGroup(ctx: Ctx, group: Authorised<WholeGroupRow>): Promise<Done<null> | Refusal> {
  if (!(await closeGroup(ctx.db, group.id))) return notFound
  if (await isReported(ctx.db, group.id)) return reported
  if (!(await deleteEmptyGroup(ctx.db, group.id))) return hasMembers
  return { result: null, entry: { kind: 'group', id: group.id, before: groupFactsOf(group), after: null } }
}

const hasMembers = new Refusal(409, groupAdminTexts.hasMembers)
const reported = new Refusal(409, groupAdminTexts.reported)

export async function savePodAsAdmin(
  ctx: Ctx,
  { group, pod }: Authorised<{ group: WholeGroupRow; pod: ListedPodRow | null }>,
  fields: { name?: string | undefined; description?: string | undefined },
): Promise<Done<ListedPodRow> | Refusal> {
  if (!(await closeGroup(ctx.db, group.id))) return badInput('group', groupAdminTexts.noGroup)
  // Read under the lock, so that a form saved meanwhile isn't undone.
  const before = pod ? await findPod(ctx.db, pod.id) : null
  if (before === undefined) return notFound
  const { name = before?.name, description = before?.description ?? '' } = fields
  if (name === undefined) return badInput('name', groupAdminTexts.noPodName)
  const saved = { id: before?.id ?? newId(), name, description, group_id: group.id }
  const row = { id: saved.id, name, description, groupId: group.id }
  if (!before) await insertPod(ctx.db, row)
  else if (!(await updatePod(ctx.db, row))) return notFound
  await sendFrameToMembers(ctx.db, group.id)
  const facts = { before: before && podFactsOf(before, group.id), after: podFactsOf(saved, group.id) }
  return { result: saved, entry: { kind: 'pod', id: saved.id, ...facts } }
}
