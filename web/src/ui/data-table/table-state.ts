import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { currentUserId } from '#lib/session/session.tsx'
import { usualPageSize } from './pager.ts'
import type { TableFilters, TableSort } from './table-source.ts'

/** What the user has asked of a table. `page` counts from 0. */
interface TableAsk {
  search: string
  sort: TableSort | undefined
  filters: TableFilters
  page: number
  pageSize: number
}

export interface TableState {
  value: TableAsk
  search: (text: string) => void
  /** Ascending first, then alternating. */
  sort: (column: string) => void
  /** A column, prefixed with a hyphen for descending. */
  sortBy: (sort: string) => void
  /** Undefined removes the filter. */
  filter: (column: string, value: string | null | undefined) => void
  turnTo: (page: number) => void
  resize: (pageSize: number) => void
}

const atFirst: TableAsk = { search: '', sort: undefined, filters: {}, page: 0, pageSize: usualPageSize }

/** By user and history entry, so that a user who comes back finds the table as they left it. */
const left = new Map<string, TableAsk>()

/** Returns a table's state. Any change that affects which rows there are returns to the first page. */
export function useTableState(label: string, sortedBy: TableSort | undefined): TableState {
  const { key } = useLocation()
  const storageKey = `${currentUserId()} ${key} ${label}`
  const [value, setValue] = useState(() => left.get(storageKey) ?? { ...atFirst, sort: sortedBy })
  useEffect(() => void left.set(storageKey, value), [storageKey, value])
  const acts = useMemo(() => {
    const change = (next: (before: TableAsk) => Partial<TableAsk>) =>
      setValue((before) => ({ ...before, page: 0, ...next(before) }))
    return {
      search: (search: string) => change(() => ({ search })),
      sort: (column: string) =>
        change(({ sort }) => ({ sort: { column, isDown: sort?.column === column && !sort.isDown } })),
      sortBy: (sort: string) =>
        change(() => ({ sort: { column: sort.replace(/^-/, ''), isDown: sort.startsWith('-') } })),
      filter: (column: string, wanted: string | null | undefined) =>
        change(({ filters: { [column]: _, ...others } }) => ({
          filters: wanted === undefined ? others : { ...others, [column]: wanted },
        })),
      turnTo: (page: number) => change(() => ({ page })),
      resize: (pageSize: number) => change(() => ({ pageSize })),
    }
  }, [])
  return { value, ...acts }
}
