import { maxTotal } from '@tagalong/contract/http/lists.ts'

export const usualPageSize = 10
const sizes = [10, 20, 30, 50, 100] as const

/** The page sizes that leave something for a page of that many rows; the one in use always among them. */
export function pageSizes(rows: number, current: number): number[] {
  return sizes.filter((size) => size <= rows || size === current)
}

/** A list that does not fill one page needs none. */
export function needsPager(rows: number, pageSize: number): boolean {
  return rows >= pageSize
}

export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize))
}

/** How many rows are known to be, where counting may have stopped before the end. */
export function countRows(
  pages: readonly { rows: readonly unknown[]; total: number | undefined }[],
  hasNextPage: boolean,
): { rowCount: number; isOpenEnded: boolean } {
  const total = pages[0]?.total ?? 0
  if (total < maxTotal) return { rowCount: total, isOpenEnded: false }
  const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  return { rowCount: hasNextPage ? Math.max(total, read + 1) : read, isOpenEnded: hasNextPage }
}

/** The page that is shown where fewer are left than there were. */
export function nearestPage(page: number, rows: number, pageSize: number): number {
  return Math.min(page, pageCount(rows, pageSize) - 1)
}
