import { deleteCaregiver } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import type { CaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#lib/api.ts'
import EmptyConnections from '#ui/art/empty-connections.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { RowActions } from '#ui/data-table/row-actions.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
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
  const queries = useQueryClient()
  const remove = async (id: string) => {
    await call(deleteCaregiver, { params: { id } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <PageHeader
        title="Caregivers"
        actions={
          <ButtonLink variant="action" size="small" to="/admin/caregivers/new">
            <Icon name="plus" small />
            Add Caregiver
          </ButtonLink>
        }
      />
      <DataTable
        label="Caregivers"
        source={caregiversSource}
        columns={columns}
        exportColumns={exportColumns}
        csv={{ filename: 'caregivers' }}
        rowId={({ _id }) => _id}
        actions={(each) => (
          <RowActions
            name={nameOf(each)}
            editTo={`/admin/caregivers/${each._id}`}
            onDelete={() => remove(each._id)}
          />
        )}
        empty={<EmptyState art={<EmptyConnections />} text="There are no caregivers yet" />}
      />
    </>
  )
}
