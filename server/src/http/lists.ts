import type { Page } from '@tagalong/contract/http/endpoint.ts'
import type { RowPage } from './lists.db.ts'
import { Refusal } from './refusal.ts'

/** A page of rows as the contract tells it. */
export function presentPage<Row, Shown>(
  page: RowPage<Row> | Refusal,
  present: (row: Row) => Shown,
): Page<Shown[]> | Refusal {
  if (page instanceof Refusal) return page
  return { data: page.rows.map(present), nextCursor: page.nextCursor, total: page.total }
}

/** The values of a column are told as they are. */
export function presentValues(page: RowPage<string | null> | Refusal): Page<(string | null)[]> | Refusal {
  return presentPage(page, (value) => value)
}
