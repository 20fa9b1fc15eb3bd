import {
  deleteMembership,
  type ListedMembership,
  listAllMemberships,
  listMembershipValues,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { call } from '#lib/calls/api.ts'
import EmptyGroups from '#ui/art/empty-groups.svg?react'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'
import { statusWords } from './membership-status.ts'

const source = sourceOf<ListedMembership>(['admin', 'memberships'], listAllMemberships, listMembershipValues)

const badges = {
  approved: 'accepted',
  pending: 'pending',
  rejected: 'rejected',
} satisfies Record<ListedMembership['status'], BadgeKind>

const nameOf = ({ caregiver }: ListedMembership) => `${caregiver.name} ${caregiver.lastName}`.trim()

const columns: readonly TableColumn<ListedMembership>[] = [
  { id: 'group', header: 'Group Name', kind: 'text', value: ({ group }) => group.name },
  { id: 'caregiver', header: 'Caregiver Name', kind: 'text', value: nameOf },
  {
    id: 'status',
    header: 'Status',
    kind: 'text',
    value: ({ status }) => status,
    words: statusWords,
    cell: ({ status }) => <Badge kind={badges[status]}>{statusWords(status)}</Badge>,
  },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
]

const exportColumns: readonly TableColumn<ListedMembership>[] = [
  ...columns,
  { id: 'isGroupAdmin', header: 'Is Group Admin', kind: 'flag', value: ({ isGroupAdmin }) => isGroupAdmin },
]

export function MembershipsScreen() {
  return (
    <ListScreen
      title="Memberships"
      subtitle="Who is in a group, or wants to be"
      source={source}
      columns={columns}
      exportColumns={exportColumns}
      filename="memberships"
      nameOf={(each) => `${nameOf(each)} in ${each.group.name}`}
      path="/admin/memberships"
      addLabel="Add Membership"
      onDelete={({ _id: id, status: was }) => call(deleteMembership, { params: { id }, query: { was } })}
      empty={{ art: <EmptyGroups />, text: 'There are no memberships yet' }}
    />
  )
}
