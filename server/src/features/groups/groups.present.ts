import type { ListedGroup, WholeGroup } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import type {
  CombinedChild,
  Group,
  Membership,
  Pod,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import type { ListedMembership } from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { ListedGroupRow, ListedPodRow, WholeGroupRow } from './groups.admin.db.ts'
import type { CombinedChildRow, GroupRow } from './groups.db.ts'
import type { BareMembershipRow, MembershipRow } from './memberships/memberships.db.ts'

/** Only the group's admins get `members`, and with it the code. */
export function presentGroup(row: GroupRow & { members: readonly NameRow[] | null }): Group {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    subGroups: row.pods.map(({ id, name, description }) => ({ _id: id, name, description })),
    ...(row.members && { referenceCode: row.code, members: row.members.map(presentName) }),
  }
}

export function presentListedGroup(row: ListedGroupRow): ListedGroup {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    createdAt: row.created_at.toISOString(),
  }
}

/** For administrators, because it contains the code. */
export function presentWholeGroup(row: WholeGroupRow): WholeGroup {
  return {
    ...presentListedGroup(row),
    referenceCode: row.code,
    subGroups: row.pods.map(({ id, name, description }) => ({ _id: id, name, description })),
    members: row.members,
  }
}

export function presentListedMembership(row: BareMembershipRow): ListedMembership {
  return {
    _id: row.id,
    caregiver: presentName(row.caregiver),
    group: presentLabel(row.group),
    status: row.status,
    isGroupAdmin: row.is_group_admin,
    endedBy: row.ended_by,
    createdAt: row.created_at.toISOString(),
  }
}

export function presentMembership(row: MembershipRow): Membership {
  return {
    ...presentListedMembership(row),
    children: row.children.map(({ pod, ...child }) => ({
      child: {
        _id: child.id,
        firstName: child.first_name,
        lastNameInitial: child.last_name_initial,
        grade: child.grade,
        photo: child.photo,
      },
      subGroup: pod && presentLabel(pod),
    })),
  }
}

function presentLabel({ id, name }: { id: string; name: string }) {
  return { _id: id, name }
}

export function presentPod({ id, name, description, group_id }: ListedPodRow): Pod {
  return { _id: id, name, description, group: group_id }
}

export function presentPodLabel(row: { id: string; name: string; group_id: string }) {
  return { _id: row.id, label: row.name, groupId: row.group_id }
}

export function presentCombinedChild(row: CombinedChildRow): CombinedChild {
  return {
    ...presentVisibleChild(row),
    sources: [
      ...row.friends.map((each) => ({ kind: 'connection' as const, caregiver: presentName(each) })),
      ...row.groups.map((each) => ({ kind: 'group' as const, group: presentLabel(each) })),
    ],
  }
}
