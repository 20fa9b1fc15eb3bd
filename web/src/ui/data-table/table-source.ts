import type { AnyEndpoint, Endpoint, Guard } from '@tagalong/contract/http/endpoint.ts'
import { longestPage } from '@tagalong/contract/http/lists.ts'
import type * as z from 'zod/mini'
import { callAnyForReply } from '#ui/form/call-any.ts'

/** Column and direction; none is the list's own order. */
export interface TableSort {
  column: string
  isDown: boolean
}

/** What the rows must have: by column a value as filters name it. */
export type TableFilters = Readonly<Record<string, string | null>>

export interface PageAsk {
  /** Plain text; patterns never leave the browser. */
  search?: string
  sort?: TableSort | undefined
  filters?: TableFilters
  cursor?: string
  limit: number
  timeZone: string
}

interface RowsPage<Row> {
  rows: Row[]
  nextCursor: string | null
  /** Known with the first page; `maxTotal` stands for that many or more. */
  total: number | undefined
}

export interface ColumnValues {
  values: (string | null)[]
  /** There are more than these. */
  hasMore: boolean
}

/** A list that comes in pages. */
export interface TableSource<Row> {
  /** Begins the key of all that is kept of it. */
  key: readonly unknown[]
  load: (ask: PageAsk, signal: AbortSignal) => Promise<RowsPage<Row>>
  /** The different values of a column that hold this text. */
  values: (column: string, search: string, timeZone: string, signal: AbortSignal) => Promise<ColumnValues>
}

type Schema = z.ZodMiniType
type ListCall<Row> = Endpoint<undefined, Schema, undefined, z.ZodMiniType<Row[]>, Guard, true>
type ValuesCall = Endpoint<undefined, Schema, undefined, z.ZodMiniType<(string | null)[]>, Guard, true>

/** How many values a filter offers at a time. */
const maxValues = 100

/**
 * A list of the contract, and the call for the values of its columns where there is one.
 *
 * @param query what each call bears besides
 */
export function sourceOf<Row>(
  key: readonly unknown[],
  list: ListCall<Row>,
  values?: ValuesCall,
  query: Readonly<Record<string, string>> = {},
): TableSource<Row> {
  return {
    key,
    load: async ({ sort, filters, ...ask }, signal) => {
      const { data, nextCursor, total } = await callAnyForReply(list as unknown as AnyEndpoint, {
        query: {
          ...query,
          ...ask,
          ...(sort && { sort: `${sort.isDown ? '-' : ''}${sort.column}` }),
          ...(filters && Object.keys(filters).length > 0 && { filter: JSON.stringify(filters) }),
        },
        signal,
      })
      return { rows: data as Row[], nextCursor: nextCursor ?? null, total }
    },
    values: async (column, search, timeZone, signal) => {
      if (!values) return { values: [], hasMore: false }
      const { data, nextCursor } = await callAnyForReply(values as unknown as AnyEndpoint, {
        query: { ...query, column, timeZone, limit: maxValues, ...(search && { search }) },
        signal,
      })
      return { values: data as (string | null)[], hasMore: Boolean(nextCursor) }
    },
  }
}

/** Page after page. `onProgress` gets how many there are by now, and of how many. */
export async function loadAll<Row>(
  source: TableSource<Row>,
  ask: Omit<PageAsk, 'limit' | 'cursor'>,
  signal: AbortSignal,
  onProgress: (read: number, total: number) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = []
  let total = 0
  for (let cursor: string | undefined; ; ) {
    const page = await source.load({ ...ask, limit: longestPage, ...(cursor && { cursor }) }, signal)
    rows.push(...page.rows)
    total = page.total ?? total
    onProgress(rows.length, total)
    if (page.nextCursor === null) return rows
    cursor = page.nextCursor
  }
}
