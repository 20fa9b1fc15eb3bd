import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table/columns.ts'
import { DataTable } from '#ui/data-table/data-table.tsx'
import type { TableSource } from '#ui/data-table/table-source.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowActions } from './row-actions.tsx'

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
  onDelete?: (id: string) => Promise<unknown>
  /** Where there is no row at all. */
  empty: { art: ReactNode; text: string }
}

/** A list of administrators, newest first: its heading, the way to another row, and the table with pencils and bins. */
export function ListScreen<Row extends { _id: string }>(props: ListScreenProps<Row>) {
  const { title, subtitle, source, columns, exportColumns = columns, filename, path, addLabel, empty } = props
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
        {...(path && { actions: (row: Row) => <Actions {...props} path={path} row={row} /> })}
        empty={<EmptyState {...empty} />}
      />
    </>
  )
}

const newestFirst = { column: 'createdAt', isDown: true }

function Actions<Row extends { _id: string }>({
  path,
  nameOf,
  onDelete,
  row,
}: ListScreenProps<Row> & { path: string; row: Row }) {
  const queries = useQueryClient()
  const remove = async () => {
    await onDelete?.(row._id)
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <RowActions
      name={nameOf?.(row) || 'this row'}
      editTo={`${path}/${row._id}`}
      {...(onDelete && { onDelete: remove })}
    />
  )
}
