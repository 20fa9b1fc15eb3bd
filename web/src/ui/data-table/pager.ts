import { maxTotal } from '@tagalong/contract/http/lists.ts'

export const usualPageSize = 10
const sizes = [10, 20, 30, 50, 100] as const

/** Returns the page sizes that make sense for that many rows, always including the current one. */
export function pageSizes(rows: number, current: number): number[] {
  return sizes.filter((size) => size <= rows || size === current)
}

/** A list that doesn't fill a page needs no pager. */
export function needsPager(rows: number, pageSize: number): boolean {
  return rows >= pageSize
}

export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize))
}

/** Returns the number of rows as far as known, since counting stops at `maxTotal`. */
export function countRows(
  pages: readonly { rows: readonly unknown[]; total: number | undefined }[],
  hasNextPage: boolean,
): { rowCount: number; isOpenEnded: boolean } {
  const total = pages[0]?.total ?? 0
  if (total < maxTotal) return { rowCount: total, isOpenEnded: false }
  const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  return { rowCount: hasNextPage ? Math.max(total, read + 1) : read, isOpenEnded: hasNextPage }
}

/** Returns the page to show if there are fewer pages than before. */
export function nearestPage(page: number, rows: number, pageSize: number): number {
  return Math.min(page, pageCount(rows, pageSize) - 1)
}
