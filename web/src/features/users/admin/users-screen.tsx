import { deleteUser, type User } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { call } from '#lib/calls/api.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'
import { usersSource } from './users.source.ts'

const columns: readonly TableColumn<User>[] = [
  { id: 'email', header: 'Email', kind: 'text', value: ({ email }) => email },
  {
    id: 'queryParams',
    header: 'Query Params',
    kind: 'text',
    value: ({ queryParams }) => queryParams.map(({ name, value }) => `${name} : ${value}`).join(', ') || null,
    cell: ({ queryParams }) => <Pairs pairs={queryParams} />,
  },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
  { id: 'lastLoginAt', header: 'Last Login Date', kind: 'moment', value: ({ lastLoginAt }) => lastLoginAt },
]

const exportColumns: readonly TableColumn<User>[] = [
  ...columns,
  { id: 'isAdmin', header: 'Administrator', kind: 'flag', value: ({ permissions }) => permissions.isAdmin },
  {
    id: 'hasProfile',
    header: 'Has Profile',
    kind: 'flag',
    value: ({ caregiverProfile }) => caregiverProfile !== null,
  },
]

export function UsersScreen() {
  return (
    <ListScreen
      title="Users"
      subtitle="Everybody who can sign in"
      source={usersSource}
      columns={columns}
      exportColumns={exportColumns}
      filename="users"
      nameOf={({ email }) => email}
      path="/admin/user"
      addLabel="Add User"
      onDelete={({ _id: id }) => call(deleteUser, { params: { id } })}
      empty={{ art: <LostArt />, text: 'There are no users' }}
    />
  )
}

function Pairs({ pairs }: { pairs: User['queryParams'] }) {
  if (pairs.length === 0) return '—'
  return (
    <span className="datatable__pairs">
      {pairs.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a query may say the same twice, and never moves
        <span key={at}>
          {name} : <b>{value}</b>
        </span>
      ))}
    </span>
  )
}
