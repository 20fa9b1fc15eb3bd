import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import type { TableSource } from '#ui/data-table/table-source.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ConfirmDelete, RowActions } from './row-actions.tsx'

interface ListScreenProps<Row> {
  title: string
  subtitle: string
  source: TableSource<Row>
  columns: readonly TableColumn<Row>[]
  /** The columns, unless there is more to tell. */
  exportColumns?: readonly TableColumn<Row>[]
  /** Of the exported file, without its ending. */
  filename: string
  /** What one calls a row when asking whether to delete it. */
  nameOf?: (row: Row) => string
  /** Each row is at `{path}/{id}`; without it none has a page of its own. */
  path?: string
  /** What makes another one, at `{path}/new`. */
  addLabel?: string
  /** Reject where it did not work; absent where nothing can be deleted. */
  onDelete?: (row: Row) => Promise<unknown>
  /** Where there is no row at all. */
  empty: { art: ReactNode; text: string }
}

/** A list of administrators, newest first: its heading, the way to another row, and the table with pencils and bins. */
export function ListScreen<Row extends { _id: string }>({
  title,
  subtitle,
  source,
  columns,
  exportColumns = columns,
  filename,
  nameOf,
  path,
  addLabel,
  onDelete,
  empty,
}: ListScreenProps<Row>) {
  const queries = useQueryClient()
  /** Whether to delete it. The question outlasts its row, which may leave the table any time. */
  const [asked, setAsked] = useState<Row | null>(null)
  const titleOf = (row: Row) => nameOf?.(row) || 'this row'
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        {...(addLabel && {
          actions: (
            <ButtonLink variant="action" size="small" to={`${path}/new`}>
              <Icon name="plus" small />
              {addLabel}
            </ButtonLink>
          ),
        })}
      />
      <DataTable
        label={title}
        source={source}
        columns={columns}
        sortedBy={newestFirst}
        exportColumns={exportColumns}
        csv={{ filename }}
        rowId={({ _id }) => _id}
        {...(path && {
          actions: (row: Row) => (
            <RowActions
              name={titleOf(row)}
              editTo={`${path}/${row._id}`}
              {...(onDelete && { onDelete: () => setAsked(row) })}
            />
          ),
        })}
        empty={<EmptyState {...empty} />}
      />
      {onDelete && asked && (
        <ConfirmDelete
          name={titleOf(asked)}
          onDelete={async () => {
            await onDelete(asked)
            await queries.invalidateQueries({ queryKey: ['admin'] })
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const newestFirst = { column: 'createdAt', isDown: true }
