import { QueryClientProvider } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/src/http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../contract/src/http/lists.ts'
import { queryClient } from '../../web/src/lib/query-client.ts'
import type { TableColumn } from '../../web/src/ui/data-table/columns.ts'
import { DataTable } from '../../web/src/ui/data-table/data-table.tsx'
import { sourceOf } from '../../web/src/ui/data-table/table-source.ts'
import { EmptyState } from '../../web/src/ui/empty-state.tsx'
import { PageHeader } from '../../web/src/ui/page-header.tsx'

const row = z.object({
  _id: z.string(),
  name: z.string(),
  town: z.nullable(z.string()),
  createdAt: z.string(),
  isOn: z.boolean(),
})
type Row = z.infer<typeof row>

const columnNames = ['name', 'town', 'createdAt', 'isOn'] as const

const list = endpoint({
  name: 'things.list',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/thing',
  query: listQuery(columnNames),
  data: z.array(row),
  paged: true,
})

const values = endpoint({
  name: 'things.values',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/thing/values',
  query: valuesQuery(columnNames),
  data: columnValues,
  paged: true,
})

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'town', header: 'Town', kind: 'text', value: ({ town }) => town },
  { id: 'createdAt', header: 'Created Date', kind: 'moment', value: ({ createdAt }) => createdAt },
  { id: 'isOn', header: 'On', kind: 'flag', value: ({ isOn }) => isOn },
]

const source = sourceOf(['things'], list, values)

/** Options: no-export, bad. */
function Things() {
  const [options] = useSearchParams()
  const twice = columns.slice(0, 1)
  return (
    <QueryClientProvider client={queryClient}>
      <PageHeader title="Things" />
      <DataTable
        label="Things"
        source={source}
        columns={options.has('bad') ? [...twice, ...twice] : columns}
        {...(!options.has('no-export') && { exportColumns: columns })}
        rowId={({ _id }) => _id}
        empty={<EmptyState art={null} text="There are no things" />}
      />
    </QueryClientProvider>
  )
}

export const tableCases = { things: Things }
