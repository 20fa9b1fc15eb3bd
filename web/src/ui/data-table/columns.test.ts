import { expect, test } from 'vitest'
import {
  adminDate,
  cellText,
  checkColumns,
  compareCells,
  filterValue,
  type TableColumn,
  TableColumnError,
} from './columns.ts'

interface Row {
  name: string | null
  at: string | null
  isOn: boolean
}

const row: Row = { name: 'approved', at: '2025-03-08T02:30:00.000Z', isOn: true }
const name: TableColumn<Row> = { id: 'name', header: 'Name', kind: 'text', value: (each) => each.name }
const at: TableColumn<Row> = { id: 'at', header: 'Created Date', kind: 'moment', value: (each) => each.at }
const isOn: TableColumn<Row> = { id: 'isOn', header: 'On', kind: 'flag', value: (each) => each.isOn }

test('dates are written as MM-dd-yyyy, on the viewer’s clock', { tags: ['CONST-11'] }, () => {
  expect(adminDate('2025-03-07T15:00:00.000Z', 'America/New_York')).toBe('03-07-2025')
  expect(cellText(at, row, 'America/New_York')).toBe('03-07-2025')
  expect(cellText(at, row, 'UTC')).toBe('03-08-2025')
})

test('filters use texts as they are, moments by day, flags as true or false, and no value as null', {
  tags: ['TABLE-06'],
}, () => {
  expect(filterValue(name, row, 'UTC')).toBe('approved')
  expect(filterValue(at, row, 'UTC')).toBe('2025-03-08')
  expect(filterValue(isOn, row, 'UTC')).toBe('true')
  expect(filterValue(name, { ...row, name: null }, 'UTC')).toBeNull()
  expect(cellText({ ...name, words: (value) => value.toUpperCase() }, row, 'UTC')).toBe('APPROVED')
  expect(cellText(isOn, row, 'UTC')).toBe('Yes')
})

test('columns are sorted by their values, ignoring case, with empty ones first', {
  tags: ['TABLE-04'],
}, () => {
  const rows: Row[] = ['b', 'A', null, 'c'].map((each) => ({ ...row, name: each }))
  expect(rows.sort((a, b) => compareCells(name, a, b)).map((each) => each.name)).toEqual([
    null,
    'A',
    'b',
    'c',
  ])
  const early = { ...row, at: '2025-03-08T02:29:59.000Z' }
  expect(compareCells(at, early, row)).toBeLessThan(0)
})

test('a misdefined column throws an error for its developer', { tags: ['TABLE-18'] }, () => {
  const wrong: unknown[][] = [
    [],
    [{ ...name, id: '' }],
    [name, name],
    [{ ...name, header: ' ' }],
    [{ ...name, kind: 'number' }],
    [{ ...name, value: 'name' }],
  ]
  for (const columns of wrong) {
    expect(() => checkColumns(columns as TableColumn<Row>[])).toThrow(TableColumnError)
  }
  expect(() => checkColumns([name, at, isOn])).not.toThrow()
})
