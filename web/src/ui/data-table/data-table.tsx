import { longestPage, maxTotal } from '@tagalong/contract/http/lists.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { useDebounced } from '#lib/use-debounced.ts'
import { PageProblem } from '#ui/page-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { cellText, checkColumns, filterValue, filterValueText, type TableColumn } from './columns.ts'
import { countRows, nearestPage } from './pager.ts'
import { type FoundRows, searchRows } from './row-search.ts'
import { isPattern } from './search.ts'
import { type ColumnValues, loadAll, type TableSort, type TableSource } from './table-source.ts'
import { type TableState, useTableState } from './table-state.ts'
import { type TableLook, TableView } from './table-view.tsx'

type DataTableProps<Row> = TableLook<Row> & {
  source: TableSource<Row>
  /** The initial sort order; by default the list's own. */
  sortedBy?: TableSort
}

/**
 * The table of every list for administrators. A list that fits one long page is sorted, filtered and searched here. For
 * a longer one its source does that, except for patterns, which never leave the browser.
 *
 * @throws TableColumnError for misdefined columns
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { source, columns, exportColumns, label, sortedBy } = props
  checkColumns(columns)
  if (exportColumns && exportColumns.length > 0) checkColumns(exportColumns)
  const state = useTableState(label, sortedBy)
  const { timeZone } = useSession()
  const first = useQuery({
    queryKey: [...source.key, 'first', timeZone],
    queryFn: ({ signal }) => source.load({ limit: longestPage, timeZone }, signal),
  })
  // A long table is rendered in pieces. All at once, it would block an old phone for longer than a tap may wait.
  const page = useDeferredValue(first.data)
  if (!page || !first.data) {
    return first.isError ? (
      <PageProblem error={first.error} onRetry={() => void first.refetch()} />
    ) : (
      <SkeletonCards />
    )
  }
  const common = { ...props, state, timeZone }
  return page.nextCursor === null ? <WholeTable {...common} rows={page.rows} /> : <PagedTable {...common} />
}

interface Asked {
  state: TableState
  timeZone: string
}

/** A table whose rows are all loaded. */
function WholeTable<Row extends object>(props: TableLook<Row> & Asked & { rows: readonly Row[] }) {
  const { rows, columns, timeZone, state } = props
  const { found, isBusy } = useRowSearch(rows, state.value.search, columns, timeZone)
  const values = async (id: string, search: string): Promise<ColumnValues> => {
    const column = columns.find((each) => each.id === id)
    return column ? valuesOf(column, rows, search, timeZone) : { values: [], hasMore: false }
  }
  return <TableView {...props} rows={found.rows} isBusy={isBusy} note={noteOf(found)} values={values} />
}

/** A table in pages that its source sorts, filters and searches. */
function PagedTable<Row extends object>(props: DataTableProps<Row> & Asked) {
  const { source, state, timeZone } = props
  const typed = useDebounced(state.value.search.trim(), 300)
  const byPattern = isPattern(typed)
  const plain = usePlainPage(props, byPattern ? '' : typed)
  const pattern = usePatternPage(props, byPattern ? typed : '')
  const { problem, retry, ...page } = byPattern ? pattern : plain
  return (
    <TableView
      {...props}
      {...page}
      problem={problem && <PageProblem error={problem} onRetry={retry} />}
      isBusy={page.isBusy || typed !== state.value.search.trim()}
      values={(column, text, signal) => source.values(column, text, timeZone, signal)}
    />
  )
}

interface TablePage<Row> {
  rows: readonly Row[]
  rowCount: number
  isOpenEnded?: boolean
  isBusy: boolean
  note?: string | undefined
  allRows: () => Promise<Row[]>
  problem: Error | null
  retry: () => void
}

function usePlainPage<Row>(
  { source, state, timeZone }: DataTableProps<Row> & Asked,
  search: string,
): TablePage<Row> {
  const { sort, filters, page, pageSize } = state.value
  const ask = { sort, filters, timeZone, ...(search && { search }) }
  const query = useInfiniteQuery({
    queryKey: [...source.key, 'page', ask, pageSize],
    queryFn: ({ signal, pageParam }) =>
      source.load({ ...ask, limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = query
  const pages = data?.pages ?? []
  const { rowCount, isOpenEnded } = countRows(pages, hasNextPage)
  const wanted = nearestPage(page, rowCount, pageSize)
  const isMissing = pages.length <= wanted
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return {
    rows: (pages[wanted] ?? pages.at(-1))?.rows ?? [],
    rowCount,
    isOpenEnded,
    isBusy: isPlaceholderData || (isMissing && isFetching),
    allRows: () => loadAll(source, ask, new AbortController().signal),
    // If a page can't be fetched, don't show the previous page's rows instead.
    problem: data && !(isMissing && isFetchNextPageError) ? null : query.error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

/** Fetches all pages once and searches them here. */
function usePatternPage<Row>(
  { source, columns, state, timeZone }: DataTableProps<Row> & Asked,
  pattern: string,
): TablePage<Row> {
  const { sort, filters, page, pageSize } = state.value
  const [progress, setProgress] = useState('')
  const ask = { sort, filters, timeZone }
  const all = useQuery({
    queryKey: [...source.key, 'all', ask],
    queryFn: ({ signal }) =>
      loadAll(source, ask, signal, (read, total) =>
        setProgress(
          `Reading ${read.toLocaleString('en')}${total < maxTotal ? ` of ${total.toLocaleString('en')}` : ''}`,
        ),
      ),
    enabled: pattern !== '',
    staleTime: 60_000,
  })
  const { found, isBusy } = useRowSearch(all.data ?? none, pattern, columns, timeZone)
  const at = nearestPage(page, found.rows.length, pageSize)
  return {
    rows: found.rows.slice(at * pageSize, (at + 1) * pageSize),
    rowCount: found.rows.length,
    isBusy: isBusy || all.isPending,
    note: all.isPending ? progress : noteOf(found),
    allRows: async () => found.rows,
    problem: all.data ? null : all.error,
    retry: () => void all.refetch(),
  }
}

const none: never[] = []

/** Returns the matching rows once they are known, and the previous ones until then. */
function useRowSearch<Row>(
  rows: readonly Row[],
  search: string,
  columns: readonly TableColumn<Row>[],
  timeZone: string,
) {
  const text = search.trim()
  const all = useMemo<FoundRows<Row>>(() => ({ rows: [...rows], mode: 'plain' }), [rows])
  const [state, setState] = useState<{ rows: readonly Row[]; text: string; found: FoundRows<Row> }>()
  const latest = useRef(columns)
  useEffect(() => {
    latest.current = columns
  })
  useEffect(() => {
    if (text === '') return
    const control = new AbortController()
    const textsOf = (row: Row) => latest.current.map((column) => cellText(column, row, timeZone))
    searchRows(rows, text, textsOf, control.signal).then(
      (found) => setState({ rows, text, found }),
      (error: unknown) => {
        if (!control.signal.aborted) console.error(error)
      },
    )
    return () => control.abort()
  }, [rows, text, timeZone])
  if (text === '') return { found: all, isBusy: false }
  const isDone = state?.text === text && state.rows === rows
  return { found: state?.found ?? all, isBusy: !isDone }
}

function noteOf({ mode }: FoundRows<unknown>): string | undefined {
  if (mode === 'invalid') return 'Not a valid pattern: searched as plain text'
  if (mode === 'slow') return 'This pattern takes too long: searched as plain text'
  return undefined
}

const maxValues = 100

function valuesOf<Row>(
  column: TableColumn<Row>,
  rows: readonly Row[],
  search: string,
  timeZone: string,
): ColumnValues {
  const wanted = search.toLowerCase()
  const different = [...new Set(rows.map((row) => filterValue(column, row, timeZone)))]
    .filter((value) => filterValueText(column, value).toLowerCase().includes(wanted))
    .sort((a, b) => (a ?? '').localeCompare(b ?? ''))
  return { values: different.slice(0, maxValues), hasMore: different.length > maxValues }
}
