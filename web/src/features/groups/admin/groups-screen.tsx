import { deleteGroup, type ListedGroup } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { call } from '#lib/calls/api.ts'
import EmptyGroups from '#ui/art/empty-groups.svg?react'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'
import { groupsSource } from './groups.source.ts'

const columns: readonly TableColumn<ListedGroup>[] = [
  { id: 'name', header: 'Group Name', kind: 'text', value: ({ name }) => name },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
]

export function GroupsScreen() {
  return (
    <ListScreen
      title="Groups"
      subtitle="Families who belong together"
      source={groupsSource}
      columns={columns}
      filename="groups"
      nameOf={({ name }) => name}
      path="/admin/groups"
      addLabel="Add Group"
      onDelete={({ _id: id }) => call(deleteGroup, { params: { id } })}
      empty={{ art: <EmptyGroups />, text: 'There are no groups yet' }}
    />
  )
}
