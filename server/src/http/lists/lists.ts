import type { Page } from '@tagalong/contract/http/endpoint.ts'
import type { RowPage } from './lists.db.ts'

/** Presents a page of rows as the contract describes it. */
export function presentPage<Row, Shown>(present: (row: Row) => Shown): (page: RowPage<Row>) => Page<Shown[]> {
  return ({ rows, nextCursor, total }) => ({ data: rows.map(present), nextCursor, total })
}

/** Presents the values of a column unchanged. */
export const presentValues = presentPage((value: string | null) => value)
