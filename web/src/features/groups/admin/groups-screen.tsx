import { deleteGroup, type ListedGroup } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import EmptyGroups from '#ui/art/empty-groups.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { RowActions } from '#ui/data-table/row-actions.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { groupsSource } from './groups.source.ts'

const columns: readonly TableColumn<ListedGroup>[] = [
  { id: 'name', header: 'Group Name', kind: 'text', value: ({ name }) => name },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
]

export function GroupsScreen() {
  const queries = useQueryClient()
  const remove = async (id: string) => {
    await call(deleteGroup, { params: { id } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <PageHeader
        title="Groups"
        actions={
          <ButtonLink variant="action" size="small" to="/admin/groups/new">
            <Icon name="plus" small />
            Add Group
          </ButtonLink>
        }
      />
      <DataTable
        label="Groups"
        source={groupsSource}
        columns={columns}
        exportColumns={columns}
        csv={{ filename: 'groups' }}
        rowId={({ _id }) => _id}
        actions={({ _id, name }) => (
          <RowActions name={name} editTo={`/admin/groups/${_id}`} onDelete={() => remove(_id)} />
        )}
        empty={<EmptyState art={<EmptyGroups />} text="There are no groups yet" />}
      />
    </>
  )
}
