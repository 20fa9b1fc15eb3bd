import { deleteUser, type User } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { RowActions } from '#ui/data-table/row-actions.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
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
  const queries = useQueryClient()
  const remove = async (id: string) => {
    await call(deleteUser, { params: { id } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <PageHeader
        title="Users"
        actions={
          <ButtonLink variant="action" size="small" to="/admin/user/new">
            <Icon name="plus" small />
            Add User
          </ButtonLink>
        }
      />
      <DataTable
        label="Users"
        source={usersSource}
        columns={columns}
        exportColumns={exportColumns}
        csv={{ filename: 'users' }}
        rowId={({ _id }) => _id}
        actions={({ _id, email }) => (
          <RowActions name={email} editTo={`/admin/user/${_id}`} onDelete={() => remove(_id)} />
        )}
        empty={<EmptyState art={<LostArt />} text="There are no users" />}
      />
    </>
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
