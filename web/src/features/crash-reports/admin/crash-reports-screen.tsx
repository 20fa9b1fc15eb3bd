import {
  type ListedCrashReport,
  listCrashReports,
  listCrashReportValues,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { Link } from 'react-router'
import LostArt from '#ui/art/empty-lost.svg?react'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { sourceOf } from '#ui/data-table/table-source.ts'
import { ListScreen } from '#ui/manage/list-screen.tsx'
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
    <ListScreen
      title="Crash Reports"
      subtitle="What went wrong, as the crash screen has told us"
      source={source}
      columns={columns}
      filename="crash-reports"
      nameOf={({ error }) => error.message || error.name}
      path="/admin/crash-reports"
      empty={{ art: <LostArt />, text: 'Nothing has crashed' }}
    />
  )
}
