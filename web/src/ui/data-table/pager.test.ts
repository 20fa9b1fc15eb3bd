import { maxTotal } from '@tagalong/contract/http/lists.ts'
import { expect, test } from 'vitest'
import { countRows, nearestPage, needsPager, pageCount, pageSizes, usualPageSize } from './pager.ts'

test('a page has ten rows', { tags: ['CONST-07'] }, () => {
  expect(usualPageSize).toBe(10)
})

test('of 10, 20, 30, 50 and 100, those that the list can fill are offered', {
  tags: ['CONST-08', 'CONST-09'],
}, () => {
  expect(pageSizes(150, 10)).toEqual([10, 20, 30, 50, 100])
  expect(pageSizes(25, 10)).toEqual([10, 20])
  expect(pageSizes(10, 10)).toEqual([10])
  expect(pageSizes(25, 50)).toEqual([10, 20, 50])
})

test('a list that does not fill a page has no pager', { tags: ['CONST-10'] }, () => {
  expect(needsPager(9, 10)).toBe(false)
  expect(needsPager(10, 10)).toBe(true)
  expect(needsPager(15, 20)).toBe(false)
})

test('pages are counted, and a missing page becomes the last one', { tags: ['TABLE-14'] }, () => {
  expect(pageCount(25, 10)).toBe(3)
  expect(pageCount(30, 10)).toBe(3)
  expect(pageCount(0, 10)).toBe(1)
  expect(nearestPage(2, 20, 10)).toBe(1)
  expect(nearestPage(1, 25, 10)).toBe(1)
})

test('if counting stopped, the known pages are those that were read and the next one', {
  tags: ['TABLE-14'],
}, () => {
  const page = (total?: number) => ({ rows: Array.from({ length: 100 }), total })
  expect(countRows([page(25)], false)).toEqual({ rowCount: 25, isOpenEnded: false })
  expect(countRows([page(maxTotal)], true)).toEqual({ rowCount: maxTotal, isOpenEnded: true })
  const read = [page(maxTotal), ...Array.from({ length: maxTotal / 100 }, () => page())]
  expect(countRows(read, true)).toEqual({ rowCount: maxTotal + 101, isOpenEnded: true })
  expect(countRows(read, false)).toEqual({ rowCount: maxTotal + 100, isOpenEnded: false })
})
