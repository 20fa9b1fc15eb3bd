import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  /** The column's name in the list's call. */
  id: string
  header: string
  /** A `moment` is an ISO text, shown as a date; a `flag` is yes or no. */
  kind: 'text' | 'moment' | 'flag'
  value: (row: Row) => string | boolean | null
  /** Returns the text shown for a value, such as `Approved` for `approved`. */
  words?: (value: string) => string
  /** Renders the cell, if its text alone is not enough. */
  cell?: (row: Row) => ReactNode
}

/** A mistake in a table's definition. Only its developer ever sees it. */
export class TableColumnError extends Error {
  constructor(problem: string) {
    super(`Misdefined table column: ${problem}`)
    this.name = 'TableColumnError'
  }
}

const kinds = ['text', 'moment', 'flag']

/** @throws TableColumnError for the first misdefined column */
export function checkColumns<Row>(columns: readonly TableColumn<Row>[]): void {
  if (columns.length === 0) throw new TableColumnError('a table needs one at least')
  const known = new Set<string>()
  for (const [at, { id, header, kind, value }] of columns.entries()) {
    if (typeof id !== 'string' || id === '') throw new TableColumnError(`number ${at + 1} has no id`)
    if (known.has(id)) throw new TableColumnError(`'${id}' is there twice`)
    known.add(id)
    if (typeof header !== 'string' || header.trim() === '')
      throw new TableColumnError(`'${id}' has no header`)
    if (!kinds.includes(kind)) throw new TableColumnError(`'${id}' is of no known kind`)
    if (typeof value !== 'function') throw new TableColumnError(`'${id}' does not say its value`)
  }
}

/** `11-28-2026`: the date format for administrators. */
export function adminDate(iso: string, zone: string): string {
  const { year, month, day } = wallTime(Date.parse(iso), zone)
  return `${two(month)}-${two(day)}-${year}`
}

/**
 * Returns a row's value as filters name it: texts unchanged, a moment's day as `2026-11-28`, flags as `true` or
 * `false`.
 */
export function filterValue<Row>({ kind, value }: TableColumn<Row>, row: Row, zone: string): string | null {
  const raw = value(row)
  if (raw === null) return null
  if (kind !== 'moment') return String(raw)
  const { year, month, day } = wallTime(Date.parse(String(raw)), zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Returns the text of a cell that is shown, searched and exported; empty if the value is null. */
export function cellText<Row>(column: TableColumn<Row>, row: Row, zone: string): string {
  return filterValueText(column, filterValue(column, row, zone))
}

/** Returns the text shown for a value as filters name it. */
export function filterValueText<Row>({ kind, words }: TableColumn<Row>, value: string | null): string {
  if (value === null) return ''
  switch (kind) {
    case 'text':
      return words ? words(value) : value
    case 'moment': {
      const [year, month, day] = value.split('-')
      return `${month}-${day}-${year}`
    }
    case 'flag':
      return value === 'true' ? 'Yes' : 'No'
  }
}

const byAlphabet = new Intl.Collator('en', { sensitivity: 'base' })

/** Compares ascending, nulls first. Moments are compared exactly, not by day. */
export function compareCells<Row>({ kind, value }: TableColumn<Row>, a: Row, b: Row): number {
  const [left, right] = [value(a), value(b)]
  if (left === null || right === null) return Number(left !== null) - Number(right !== null)
  if (kind === 'moment') return Date.parse(String(left)) - Date.parse(String(right))
  return byAlphabet.compare(String(left), String(right))
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
