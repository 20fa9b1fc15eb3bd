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
  /** By default the table's columns. */
  exportColumns?: readonly TableColumn<Row>[]
  /** The exported file's name, without its extension. */
  filename: string
  /** Returns a row's name for the question whether to delete it. */
  nameOf?: (row: Row) => string
  /** Each row's page is at `{path}/{id}`. Without it, rows have no page. */
  path?: string
  /** Label of the button that leads to `{path}/new`. */
  addLabel?: string
  /** Deletes a row; rejects if that failed. Without it, rows can't be deleted. */
  onDelete?: (row: Row) => Promise<unknown>
  /** Shown if there are no rows at all. */
  empty: { art: ReactNode; text: string }
}

/** A list for administrators, newest first: heading, button for a new row, and a table with pencils and bins. */
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
  /** The row to delete, if confirmed. Kept here, since the row may leave the table before the answer. */
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
