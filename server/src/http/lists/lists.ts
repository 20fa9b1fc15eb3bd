import type { Page } from '@tagalong/contract/http/endpoint.ts'
import type { RowPage } from './lists.db.ts'

/** Tells a page of rows as the contract does. */
export function presentPage<Row, Shown>(present: (row: Row) => Shown): (page: RowPage<Row>) => Page<Shown[]> {
  return ({ rows, nextCursor, total }) => ({ data: rows.map(present), nextCursor, total })
}

/** The values of a column are given as they are. */
export const presentValues = presentPage((value: string | null) => value)
