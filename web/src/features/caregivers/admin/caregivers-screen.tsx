import { deleteCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { Link } from 'react-router'
import { call } from '#lib/calls/api.ts'
import EmptyConnections from '#ui/art/empty-connections.svg?react'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'
import { caregiversSource } from './caregivers.source.ts'

const nameOf = ({ name, lastName }: CaregiverProfile) => `${name} ${lastName}`.trim()

const columns: readonly TableColumn<CaregiverProfile>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'text',
    value: nameOf,
    cell: (each) => <Link to={`/admin/caregivers/${each._id}`}>{nameOf(each) || '—'}</Link>,
  },
  { id: 'phoneNumber', header: 'Phone Number', kind: 'text', value: ({ phoneNumber }) => phoneNumber },
  { id: 'zipCode', header: 'ZIP Code', kind: 'text', value: ({ zipCode }) => zipCode },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
]

const exportColumns: readonly TableColumn<CaregiverProfile>[] = [
  ...columns,
  { id: 'hasUser', header: 'Has User', kind: 'flag', value: ({ user }) => user !== null },
]

export function CaregiversScreen() {
  return (
    <ListScreen
      title="Caregivers"
      subtitle="Profiles of families, with and without a user"
      source={caregiversSource}
      columns={columns}
      exportColumns={exportColumns}
      filename="caregivers"
      nameOf={nameOf}
      path="/admin/caregivers"
      addLabel="Add Caregiver"
      onDelete={({ _id: id, user }) =>
        call(deleteCaregiver, { params: { id }, query: { user: user ?? 'none' } })
      }
      empty={{ art: <EmptyConnections />, text: 'There are no caregivers yet' }}
    />
  )
}
