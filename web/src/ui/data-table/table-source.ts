import type { AnyEndpoint, Endpoint, Guard } from '@tagalong/contract/http/endpoint.ts'
import { longestPage } from '@tagalong/contract/http/lists.ts'
import type * as z from 'zod/mini'
import { callAnyForReply } from '#ui/form/call-any.ts'

/** Column and direction. Undefined means the list's own order. */
export interface TableSort {
  column: string
  isDown: boolean
}

/** The values that rows must have, by column, as filters name them. */
export type TableFilters = Readonly<Record<string, string | null>>

export interface PageAsk {
  /** Plain text only; patterns never leave the browser. */
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
  /** Sent with the first page. `maxTotal` means that many or more. */
  total: number | undefined
}

export interface ColumnValues {
  values: (string | null)[]
  /** True if there are more than these. */
  hasMore: boolean
}

/** A list that is fetched in pages. */
export interface TableSource<Row> {
  /** Prefix of the list's query keys. */
  key: readonly unknown[]
  load: (ask: PageAsk, signal: AbortSignal) => Promise<RowsPage<Row>>
  /** Returns the distinct values of a column that contain this text. */
  values: (column: string, search: string, timeZone: string, signal: AbortSignal) => Promise<ColumnValues>
}

type Schema = z.ZodMiniType
type ListCall<Row> = Endpoint<undefined, Schema, undefined, z.ZodMiniType<Row[]>, Guard, true>
type ValuesCall = Endpoint<undefined, Schema, undefined, z.ZodMiniType<(string | null)[]>, Guard, true>

/** The most values that a filter offers at once. */
const maxValues = 100

/**
 * Makes a source of a list's call, and of the call for its columns' values, if there is one.
 *
 * @param query further parameters of each call
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

/** Loads all pages. `onProgress` gets the number of rows so far, and of all. */
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
