import { groupAdminTexts } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import { lockCaregiverForShare } from '#db/locks.ts'
import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import { findPod, findWholeGroup, type ListedPodRow, type WholeGroupRow } from './groups.admin.db.ts'
import { findMembership, type MembershipRow } from './memberships/memberships.db.ts'

type ById = { params: { id: string } }

const noGroup = badInput('group', groupAdminTexts.noGroup)

export async function anyGroup(ctx: Ctx, { params }: ById): Promise<Authorised<WholeGroupRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findWholeGroup(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

/** Loads an existing group, or null for one to be made. */
export async function groupToSave(
  ctx: Ctx,
  input: ById,
): Promise<Authorised<{ group: WholeGroupRow | null }> | Refusal> {
  if (input.params.id !== 'new') {
    const row = await anyGroup(ctx, input)
    return row instanceof Refusal ? row : authorise({ group: row })
  }
  const admin = await administrator(ctx)
  return admin instanceof Refusal ? admin : authorise({ group: null })
}

/** A new pod, or an existing one of that group. */
export async function podToSave(
  ctx: Ctx,
  { body }: { body: { id: string; group: string } },
): Promise<Authorised<{ group: WholeGroupRow; pod: ListedPodRow | null }> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const group = await findWholeGroup(ctx.db, body.group)
  if (!group) return noGroup
  if (body.id === 'new') return authorise({ group, pod: null })
  const pod = await findPod(ctx.db, body.id)
  if (!pod) return notFound
  return pod.group_id === group.id ? authorise({ group, pod }) : badInput('group', groupAdminTexts.podOfOther)
}

export async function anyMembership(
  ctx: Ctx,
  { params }: ById,
): Promise<Authorised<MembershipRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findMembership(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

/** The caregiver and the group must exist; an existing membership keeps both. */
export async function membershipToSave(
  ctx: Ctx,
  input: ById & { body: { caregiver: string; group: string } },
): Promise<Authorised<{ membership: MembershipRow | null; group: WholeGroupRow }> | Refusal> {
  const { caregiver, group: groupId } = input.body
  const membership = input.params.id === 'new' ? null : await anyMembership(ctx, input)
  if (membership instanceof Refusal) return membership
  if (!membership) {
    const admin = await administrator(ctx)
    if (admin instanceof Refusal) return admin
  }
  if (membership && membership.caregiver.id !== caregiver) {
    return badInput('caregiver', groupAdminTexts.otherCaregiver)
  }
  if (membership && membership.group.id !== groupId) return badInput('group', groupAdminTexts.otherGroup)
  if (!(await lockCaregiverForShare(ctx.db, caregiver))) {
    return badInput('caregiver', groupAdminTexts.noCaregiver)
  }
  const group = await findWholeGroup(ctx.db, groupId)
  return group ? authorise({ membership, group }) : noGroup
}
