import {
  type ListedCrashReport,
  listCrashReports,
  listCrashReportValues,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { Link } from 'react-router'
import LostArt from '#ui/art/empty-lost.svg?react'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { stateWords } from './crash-report-state.ts'

const source = sourceOf<ListedCrashReport>(
  ['admin', 'crash-reports'],
  listCrashReports,
  listCrashReportValues,
)

const columns: readonly TableColumn<ListedCrashReport>[] = [
  {
    id: 'errorMessage',
    header: 'Message',
    kind: 'text',
    value: ({ error }) => error.message,
    cell: ({ _id, error }) => <Link to={`/admin/crash-reports/${_id}`}>{error.message || error.name}</Link>,
  },
  { id: 'errorName', header: 'Error', kind: 'text', value: ({ error }) => error.name },
  { id: 'componentName', header: 'Component', kind: 'text', value: ({ componentName }) => componentName },
  { id: 'state', header: 'State', kind: 'text', value: ({ state }) => state, words: stateWords },
  { id: 'user', header: 'Email', kind: 'text', value: ({ user }) => user?.email ?? null },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
]

export function CrashReportsScreen() {
  return (
    <>
      <PageHeader title="Crash Reports" />
      <DataTable
        label="Crash Reports"
        source={source}
        columns={columns}
        exportColumns={columns}
        csv={{ filename: 'crash-reports' }}
        rowId={({ _id }) => _id}
        actions={({ _id, error }) => (
          <Link className="iconbtn" to={`/admin/crash-reports/${_id}`} aria-label={`Edit ${error.name}`}>
            <Icon name="edit" />
          </Link>
        )}
        empty={<EmptyState art={<LostArt />} text="Nothing has crashed" />}
      />
    </>
  )
}
