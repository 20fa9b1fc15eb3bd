import {
  deleteMembership,
  type ListedMembership,
  listAllMemberships,
  listMembershipValues,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import EmptyGroups from '#ui/art/empty-groups.svg?react'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { RowActions } from '#ui/data-table/row-actions.tsx'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
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
  const queries = useQueryClient()
  const remove = async (id: string) => {
    await call(deleteMembership, { params: { id } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <PageHeader
        title="Memberships"
        actions={
          <ButtonLink variant="action" size="small" to="/admin/memberships/new">
            <Icon name="plus" small />
            Add Membership
          </ButtonLink>
        }
      />
      <DataTable
        label="Memberships"
        source={source}
        columns={columns}
        exportColumns={exportColumns}
        csv={{ filename: 'memberships' }}
        rowId={({ _id }) => _id}
        actions={(each) => (
          <RowActions
            name={`${nameOf(each)} in ${each.group.name}`}
            editTo={`/admin/memberships/${each._id}`}
            onDelete={() => remove(each._id)}
          />
        )}
        empty={<EmptyState art={<EmptyGroups />} text="There are no memberships yet" />}
      />
    </>
  )
}
