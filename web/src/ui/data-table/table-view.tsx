import {
  type Column,
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import DownloadIcon from '#ui/icons/download.svg?react'
import SortIcon from '#ui/icons/sort.svg?react'
import { showToast } from '#ui/toast.tsx'
import { ColumnFilter } from './column-filter.tsx'
import { cellText, compareCells, filterValue, filterValueText, type TableColumn } from './columns.ts'
import { type CsvOptions, downloadCsv } from './csv.ts'
import { nearestPage, needsPager, pageCount, pageSizes } from './pager.ts'
import { Pager } from './table-pager.tsx'
import type { ColumnValues } from './table-source.ts'
import type { TableState } from './table-state.ts'
import { SearchField, SortChip } from './table-tools.tsx'
import './data-table.css'

export interface TableLook<Row> {
  /** What the rows are, for example `Users`. */
  label: string
  columns: readonly TableColumn<Row>[]
  rowId: (row: Row) => string
  /** Buttons and links at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Without any, there is no export. */
  exportColumns?: readonly TableColumn<Row>[]
  csv?: Omit<CsvOptions, 'headers'>
  /** Shown if there are no rows at all. */
  empty: ReactNode
}

interface TableViewProps<Row> extends TableLook<Row> {
  state: TableState
  timeZone: string
  /** All rows that match the search, or one page of them, sorted, filtered and cut by the source. */
  rows: readonly Row[]
  /** The number of rows on all pages, if `rows` is one page. */
  rowCount?: number
  /** True if there may be more rows than that. */
  isOpenEnded?: boolean
  isBusy?: boolean
  /** A remark about the search. */
  note?: string | undefined
  /** Shown instead of rows that can't be loaded. */
  problem?: ReactNode
  values: (column: string, search: string, signal: AbortSignal) => Promise<ColumnValues>
  /** Returns all rows that match search and filters; by default those in the table. */
  allRows?: () => Promise<Row[]>
}

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

/** Search, column heads, rows and pager, wherever the rows come from. */
export function TableView<Row extends object>(props: TableViewProps<Row>) {
  const { label, columns, rowId, actions, exportColumns, csv, empty, state, timeZone } = props
  const { rows, rowCount, isOpenEnded = false, isBusy = false, note, problem, values, allRows } = props
  const isCut = rowCount !== undefined
  const [isExporting, setExporting] = useState(false)
  const { search, sort, filters, page, pageSize } = state.value
  const definitions = useMemo(() => columns.map((each) => definitionOf(each, timeZone)), [columns, timeZone])
  const columnFilters = useMemo(
    () => Object.entries(filters).map(([id, is]) => ({ id, value: { is } })),
    [filters],
  )
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.isDown }] : []), [sort])
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualSorting: isCut,
    manualFiltering: isCut,
    state: { sorting, columnFilters },
  })
  const fitting = table.getRowModel().rows
  const total = rowCount ?? fitting.length
  const pageIndex = nearestPage(page, total, pageSize)
  const shown = isCut ? fitting : fitting.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  const tools = (column: TableColumn<Row>) => ({
    header: column.header,
    value: filters[column.id],
    onChange: (value: string | null | undefined) => state.filter(column.id, value),
    load: (text: string, signal: AbortSignal) => values(column.id, text, signal),
    textOf: (value: string | null) => filterValueText(column, value) || '—',
  })
  const exportRows = async () => {
    setExporting(true)
    try {
      await exportFitting()
    } catch {
      showToast('That could not be exported', { problem: true })
    } finally {
      setExporting(false)
    }
  }
  const exportFitting = async () => {
    const all = allRows ? await allRows() : fitting.map(({ original }) => original)
    const cells = all.map((row) => (exportColumns ?? []).map((each) => cellText(each, row, timeZone)))
    const headers = (exportColumns ?? []).map(({ header }) => header)
    if (!downloadCsv(cells, { ...csv, headers })) showToast('There is nothing to export', { problem: true })
  }
  const isNarrowed = search.trim() !== '' || columnFilters.length > 0

  return (
    <section className="datatable" aria-label={label}>
      <div className="datatable__tools">
        <SearchField value={search} onChange={state.search} isBusy={isBusy} note={note} />
        <div className="datatable__chips">
          {exportColumns && exportColumns.length > 0 && (
            <Button size="small" isPending={isExporting} onPress={() => void exportRows()}>
              <DownloadIcon className="icon icon--s" />
              Export
            </Button>
          )}
          <SortChip columns={columns} state={state} />
          {columns.map((column) => (
            <ColumnFilter key={column.id} {...tools(column)} isChip />
          ))}
        </div>
      </div>
      {problem ? (
        problem
      ) : total === 0 && !isNarrowed && !isBusy ? (
        empty
      ) : (
        <div className="datatable__paper" aria-busy={isBusy}>
          <table aria-label={label}>
            <thead>
              <tr>
                {table.getFlatHeaders().map(({ column }, at) => (
                  <Head key={column.id} column={column} onSort={state.sort}>
                    <ColumnFilter {...tools(columns[at] as TableColumn<Row>)} />
                  </Head>
                ))}
                {actions && (
                  <th scope="col" className="datatable__acts">
                    <span className="sr">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.id}>
                  {columns.map((column, at) => (
                    <td
                      key={column.id}
                      className={at === 0 ? 'datatable__lead' : undefined}
                      data-label={column.header}
                    >
                      {column.cell
                        ? column.cell(row.original)
                        : cellText(column, row.original, timeZone) || '—'}
                    </td>
                  ))}
                  {actions && <td className="datatable__acts">{actions(row.original)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length === 0 && (
            <p className="datatable__none" role="status">
              {isBusy ? 'Loading' : 'Nothing fits'}
            </p>
          )}
        </div>
      )}
      {!problem && needsPager(total, pageSize) && (
        <Pager
          page={pageIndex}
          pages={pageCount(total, pageSize)}
          isOpenEnded={isOpenEnded}
          sizes={pageSizes(total, pageSize)}
          pageSize={pageSize}
          state={state}
        />
      )}
    </section>
  )
}

function definitionOf<Row extends object>(
  column: TableColumn<Row>,
  timeZone: string,
): ColumnDef<Features, Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => filterValue(column, row, timeZone),
    sortFn: (a, b) => compareCells(column, a.original, b.original),
    filterFn: (row, id, wanted: { is: string | null }) => row.getValue(id) === wanted.is,
    enableSorting: true,
  }
}

function Head<Row extends object>({
  column,
  onSort,
  children,
}: {
  column: Column<Features, Row>
  onSort: (column: string) => void
  children: ReactNode
}) {
  const direction = column.getIsSorted()
  return (
    <th
      scope="col"
      aria-sort={direction === false ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <div className="datatable__head">
        <button
          type="button"
          data-picked={direction !== false || undefined}
          onClick={() => onSort(column.id)}
        >
          {String(column.columnDef.header)}
          {direction === false ? <SortIcon className="icon icon--s" /> : <Icon name="down" small />}
        </button>
        {children}
      </div>
    </th>
  )
}
