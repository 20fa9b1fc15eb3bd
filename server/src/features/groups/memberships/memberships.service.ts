import type { ChildPod } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import { lockChildrenOfForShare, lockGroups } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import { newCode } from '../codes.ts'
import { findGroup, type GroupRow, listGroupIdsOf, lockCode, updateCode } from '../groups.db.ts'
import { codeWrong, membershipChanged } from '../groups.refusals.ts'
import { opensGroup } from './guesses.service.ts'
import {
  approveByCode,
  deleteMemberships,
  findMembership,
  findMembershipIn,
  hasAdmin,
  leaveGroup,
  listAdminIds,
  listMemberIds,
  listMembers as listMemberRows,
  listMembershipIds,
  listMemberships as listOwnRows,
  lockMembership,
  type MembershipRow,
  removeMember,
} from './memberships.db.ts'
import { clearPods, placeChildren } from './pod-children.db.ts'

const podMissing = badInput('childSubGroups', m.prompt_group_pod_missing)
const waiting = new Refusal(409, m.prompt_group_waiting)

export function listMemberships(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
): Promise<MembershipRow[]> {
  return listOwnRows(ctx.db, actor.caregiverId)
}

export function listMembers(ctx: CaregiverCtx, group: Authorised<GroupRow>): Promise<MembershipRow[]> {
  return listMemberRows(ctx.db, ctx.actor.caregiverId, group.id)
}

/** The right code makes the caregiver a member at once; an existing membership stays as it is. */
export async function joinGroup(
  ctx: CaregiverCtx,
  group: Authorised<GroupRow>,
  { code, childSubGroups }: { code: string; childSubGroups: ChildPod[] },
): Promise<MembershipRow | Refusal> {
  // The code was compared before the transaction and may have changed since.
  if (!opensGroup(group, code)) return codeWrong
  const refused = await refusePods(ctx, group, 'childSubGroups', childSubGroups)
  if (refused) return refused
  if (group.pods.length > 0 && !childSubGroups.some(({ subGroup }) => subGroup)) return podMissing
  if (!(await lockCode(ctx.db, group))) return codeWrong
  const place = { groupId: group.id, caregiverId: ctx.actor.caregiverId }
  const joined = await approveByCode(ctx.db, { ...place, id: newId() })
  if (joined) {
    // Children without a chosen pod stay where another guardian put them.
    const chosen = childSubGroups.filter(({ subGroup }) => subGroup)
    await placeChildren(ctx.db, joined, chosen)
    await sendFrameToMembers(ctx.db, group.id)
    await notifyCaregivers(ctx, await listAdminIds(ctx.db, group.id), {
      message: 'group.joined',
      params: { groupId: group.id },
      url: urlOf(group),
      about: ctx.actor.caregiverId,
    })
  }
  const membership = await findMembershipIn(ctx.db, place)
  if (membership?.status === 'approved') return membership
  return membership?.status === 'pending' ? waiting : codeWrong
}

export function changeMembership(
  ctx: CaregiverCtx,
  membership: Authorised<MembershipRow>,
  { children }: { children?: ChildPod[] | undefined },
): Promise<MembershipRow | Refusal> {
  if (children) return movePods(ctx, membership, children)
  return membership.caregiver.id === ctx.actor.caregiverId ? leave(ctx, membership) : remove(ctx, membership)
}

async function movePods(
  ctx: CaregiverCtx,
  membership: Authorised<MembershipRow>,
  children: ChildPod[],
): Promise<MembershipRow | Refusal> {
  const group = await findGroup(ctx.db, ctx.actor.caregiverId, membership.group.id)
  if (!group) return membershipChanged
  const refused = await refusePods(ctx, group, 'children', children)
  if (refused) return refused
  // Another guardian may be placing the same child.
  await lockGroups(ctx.db, [group.id])
  if (!(await lockMembership(ctx.db, membership.id))) return membershipChanged
  await placeChildren(ctx.db, membership.id, children)
  await sendFrameToMembers(ctx.db, group.id)
  return reload(ctx, membership.id)
}

/** Locks the caller's children. Refuses children of others, and pods of other groups. */
async function refusePods(
  ctx: CaregiverCtx,
  group: GroupRow,
  field: string,
  childPods: ChildPod[],
): Promise<Refusal | null> {
  const own = await lockChildrenOfForShare(ctx.db, ctx.actor.caregiverId)
  if (childPods.some(({ child }) => !own.includes(child))) {
    return badInput(field, m.prompt_group_not_yours)
  }
  if (childPods.some(({ subGroup }) => subGroup && !group.pods.some(({ id }) => id === subGroup))) {
    return badInput(field, m.prompt_group_foreign_pod)
  }
  return null
}

async function leave(
  ctx: CaregiverCtx,
  membership: Authorised<MembershipRow>,
): Promise<MembershipRow | Refusal> {
  const groupId = membership.group.id
  await lockGroups(ctx.db, [groupId])
  // The current state, under the lock: they may have become the only admin meanwhile.
  const before = await findMembership(ctx.db, membership.id)
  if (!(await leaveGroup(ctx.db, membership.id))) return membershipChanged
  if (before?.is_group_admin) await closeWithoutAdmin(ctx.db, groupId)
  return ended(ctx, membership)
}

/** Without an admin nobody could remove a stranger, so the code in circulation must not let anybody in any more. */
export async function closeWithoutAdmin(db: Db, groupId: string): Promise<void> {
  if (!(await hasAdmin(db, groupId))) await updateCode(db, groupId, newCode())
}

/** For an erased account: deletes all trace of its memberships. */
export async function eraseMemberships(db: Db, caregiverId: string): Promise<void> {
  await lockGroups(db, await listGroupIdsOf(db, caregiverId))
  for (const id of await listMembershipIds(db, caregiverId)) await clearPods(db, id)
  for (const { group_id, is_group_admin } of await deleteMemberships(db, caregiverId)) {
    if (is_group_admin) await closeWithoutAdmin(db, group_id)
    await sendFrameToMembers(db, group_id)
  }
}

/** Removes a member. They know the code, so the group gets another. */
async function remove(
  ctx: CaregiverCtx,
  membership: Authorised<MembershipRow>,
): Promise<MembershipRow | Refusal> {
  await lockGroups(ctx.db, [membership.group.id])
  if (!(await removeMember(ctx.db, { id: membership.id, admin: ctx.actor.caregiverId })))
    return membershipChanged
  const { group } = membership
  await updateCode(ctx.db, group.id, newCode())
  const url = urlOf(group)
  const params = { groupId: group.id }
  await notifyCaregivers(ctx, [membership.caregiver.id], { message: 'group.ended', params, url })
  const admins = await listAdminIds(ctx.db, group.id)
  await notifyCaregivers(ctx, admins, { message: 'group.code', params, url })
  return ended(ctx, membership)
}

const urlOf = ({ id }: { id: string }) => `/group/${id}`

async function ended(ctx: CaregiverCtx, membership: MembershipRow): Promise<MembershipRow> {
  await clearPods(ctx.db, membership.id)
  await sendFrameToMembers(ctx.db, membership.group.id, membership.caregiver.id)
  return reload(ctx, membership.id)
}

async function reload(ctx: CaregiverCtx, id: string): Promise<MembershipRow> {
  const row = await findMembership(ctx.db, id)
  if (!row) throw new Error('a membership just written is not there')
  return row
}

/** @param also a caregiver who was a member until now */
export async function sendFrameToMembers(db: Db, groupId: string, also?: string): Promise<void> {
  const to = await listMemberIds(db, groupId)
  await notify(db, { kind: 'frame', to: also ? [...to, also] : to, frame: { group: groupId } })
}
