import { Route, Routes, useSearchParams } from 'react-router'
import { AdminShell } from '../../web/src/app/shell/app-shell.tsx'
import type { TableColumn } from '../../web/src/ui/data-table/columns.ts'
import { DataTable } from '../../web/src/ui/data-table/data-table.tsx'
import { sourceOf } from '../../web/src/ui/data-table/table-source.ts'
import { EmptyState } from '../../web/src/ui/empty-state.tsx'
import { plainEndpoint } from '../../web/src/ui/form/call-any.ts'
import { PageHeader } from '../../web/src/ui/page-header.tsx'

interface Row {
  _id: string
  name: string
  town: string | null
  createdAt: string
  isOn: boolean
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'town', header: 'Town', kind: 'text', value: ({ town }) => town },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
  { id: 'isOn', header: 'On', kind: 'flag', value: ({ isOn }) => isOn },
]

/** Calls that are in no contract. */
const callTo = (path: 'admin/thing' | 'admin/thing/values') => plainEndpoint('GET', path) as never
const source = sourceOf<Row>(['things'], callTo('admin/thing'), callTo('admin/thing/values'))

/** Options: no-export, bad. */
function Things() {
  const [options] = useSearchParams()
  const twice = columns.slice(0, 1)
  return (
    <>
      <PageHeader title="Things" />
      <DataTable
        label="Things"
        source={source}
        columns={options.has('bad') ? [...twice, ...twice] : columns}
        {...(!options.has('no-export') && { exportColumns: columns })}
        rowId={({ _id }) => _id}
        empty={<EmptyState art={null} text="There are no things" />}
      />
    </>
  )
}

/** Inside the app's admin shell, which batches requests. */
function InShell() {
  return (
    <Routes>
      <Route element={<AdminShell />}>
        <Route path="*" element={<Things />} />
      </Route>
    </Routes>
  )
}

export const tableCases = { things: InShell }
