import { groupAdminTexts } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import type { ChildPod } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { MembershipColumn } from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { lockChildrenOfForShare, lockGroups } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import { newCode } from '../codes.ts'
import type { WholeGroupRow } from '../groups.admin.db.ts'
import { updateCode } from '../groups.db.ts'
import { membershipFactsOf } from '../groups.facts.ts'
import { membershipChanged } from '../groups.refusals.ts'
import {
  dropMembership,
  listAllMemberships as listRows,
  listMembershipValues as listValueRows,
  updateMembership,
} from './memberships.admin.db.ts'
import {
  findMembership,
  insertMembership,
  listAdminIds,
  type MembershipRow,
  type MembershipStatus,
} from './memberships.db.ts'
import { closeWithoutAdmin, sendFrameToMembers } from './memberships.service.ts'
import { clearPods, placeChildren } from './pod-children.db.ts'

export function listAllMemberships(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<MembershipColumn>) {
  return listRows(ctx.db, ask)
}

export function listMembershipValues(
  ctx: Ctx,
  _admin: Authorised<Actor>,
  ask: ValuesQuery<MembershipColumn>,
) {
  return listValueRows(ctx.db, ask)
}

interface MembershipFields {
  caregiver: string
  status?: MembershipStatus | undefined
  isGroupAdmin?: boolean | undefined
  children?: ChildPod[] | undefined
  was?: MembershipStatus | undefined
}

/** Saves the given fields. The members get a frame; the caregiver is notified if they join or leave by it. */
export async function saveMembership(
  ctx: Ctx,
  { membership, group }: Authorised<{ membership: MembershipRow | null; group: WholeGroupRow }>,
  { children = [], was, ...typed }: MembershipFields,
): Promise<Done<MembershipRow> | Refusal> {
  const refused = await refusePods(ctx, group, typed.caregiver, children)
  if (refused) return refused
  await lockGroups(ctx.db, [group.id])
  // The current state, under the lock.
  const before = membership ? await findMembership(ctx.db, membership.id) : null
  if (before === undefined) return notFound
  if (was && before && was !== before.status) return membershipChanged
  const { status = before?.status ?? 'pending', isGroupAdmin = before?.is_group_admin ?? false } = typed
  // Without a new status, `endedBy` stays the same.
  const endedBy = status === 'rejected' ? (!typed.status && before?.ended_by) || 'admin' : null
  const id = await write(ctx, group, before, { caregiver: typed.caregiver, status, isGroupAdmin, endedBy })
  if (id instanceof Refusal) return id
  if (status === 'approved') await placeChildren(ctx.db, id, children)
  else await clearPods(ctx.db, id)
  const saved = await findMembership(ctx.db, id)
  if (!saved) throw new Error('a membership just written is not there')
  await closeBehind(ctx, before, saved)
  await notifyOfChange(ctx, before, saved)
  const facts = { before: before && membershipFactsOf(before), after: membershipFactsOf(saved) }
  return { result: saved, entry: { kind: 'membership', id, ...facts } }
}

/** Deletes all trace of the membership. If its caregiver knew the code, the group gets another. */
export async function deleteMembership(
  ctx: Ctx,
  membership: Authorised<MembershipRow>,
  was: MembershipStatus | undefined,
): Promise<Done<null> | Refusal> {
  const groupId = membership.group.id
  await lockGroups(ctx.db, [groupId])
  const before = await findMembership(ctx.db, membership.id)
  if (!before) return notFound
  if (was && was !== before.status) return membershipChanged
  await clearPods(ctx.db, before.id)
  await dropMembership(ctx.db, before.id)
  await closeBehind(ctx, before, null)
  await notifyOfChange(ctx, before, null)
  const facts = { before: membershipFactsOf(before), after: null }
  return { result: null, entry: { kind: 'membership', id: before.id, ...facts } }
}

/** Locks the caregiver's children. Refuses children of others, and pods of other groups. */
async function refusePods(
  ctx: Ctx,
  group: WholeGroupRow,
  caregiverId: string,
  children: readonly ChildPod[],
): Promise<Refusal | null> {
  if (children.length === 0) return null
  const theirs = await lockChildrenOfForShare(ctx.db, caregiverId)
  if (children.some(({ child }) => !theirs.includes(child))) {
    return badInput('children', groupAdminTexts.notTheirs)
  }
  const isForeign = ({ subGroup }: ChildPod) => subGroup && !group.pods.some(({ id }) => id === subGroup)
  return children.some(isForeign) ? badInput('children', m.prompt_group_foreign_pod) : null
}

/** Returns the membership's id. */
async function write(
  ctx: Ctx,
  group: WholeGroupRow,
  before: MembershipRow | null,
  {
    caregiver,
    status,
    isGroupAdmin,
    endedBy,
  }: {
    caregiver: string
    status: MembershipStatus
    isGroupAdmin: boolean
    endedBy: MembershipRow['ended_by']
  },
): Promise<string | Refusal> {
  const id = before?.id ?? newId()
  const row = { id, status, isGroupAdmin: isGroupAdmin && status === 'approved', endedBy }
  if (before) {
    await updateMembership(ctx.db, row)
    return id
  }
  try {
    await insertMembership(ctx.db, { ...row, groupId: group.id, caregiverId: caregiver })
    return id
  } catch (error) {
    if (violates(error, 'group_membership_key')) return duplicate
    if (violates(error, 'group_membership_group_id_fkey')) return badInput('group', groupAdminTexts.noGroup)
    throw error
  }
}

const duplicate = new Refusal(409, groupAdminTexts.duplicate, {
  fields: { caregiver: groupAdminTexts.duplicate },
})

/**
 * Gives the group another code if a member, or one who had left, was removed, since they know it; or if no admin is
 * left who could remove strangers.
 */
async function closeBehind(
  ctx: Ctx,
  before: MembershipRow | null,
  after: MembershipRow | null,
): Promise<void> {
  if (!before) return
  const isGone = !after || after.ended_by === 'admin'
  if (isGone && (before.status === 'approved' || before.ended_by === 'self')) {
    await updateCode(ctx.db, before.group.id, newCode())
    await notifyCaregivers(ctx, await listAdminIds(ctx.db, before.group.id), {
      message: 'group.code',
      params: { groupId: before.group.id },
      url: urlOf(before),
    })
  } else if (before.status === 'approved' && before.is_group_admin && !after?.is_group_admin) {
    await closeWithoutAdmin(ctx.db, before.group.id)
  }
}

async function notifyOfChange(
  ctx: Ctx,
  before: MembershipRow | null,
  after: MembershipRow | null,
): Promise<void> {
  const membership = after ?? before
  if (!membership) return
  const { caregiver, group } = membership
  await sendFrameToMembers(ctx.db, group.id, caregiver.id)
  const [was, is] = [before?.status === 'approved', after?.status === 'approved']
  if (was === is) return
  await notifyCaregivers(ctx, [caregiver.id], {
    message: is ? 'group.added' : 'group.ended',
    params: { groupId: group.id },
    url: urlOf(membership),
  })
}

function urlOf({ group }: MembershipRow): string {
  return `/group/${group.id}`
}
