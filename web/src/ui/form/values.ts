import type { FormField, FormRow, Values } from './form-types.ts'
import { valueAt, withValue } from './paths.ts'

/** Returns all fields from top to bottom. */
export function fieldsIn(rows: readonly FormRow[]): readonly FormField[] {
  return rows.flat()
}

/** Returns what the form's inputs hold: texts in the browser's format, and booleans. */
export function heldValues(fields: readonly FormField[], given: Values = {}): Record<string, unknown> {
  let held = {}
  for (const field of fields)
    held = withValue(held, field.name, oneHeld(field, valueAt(given, field.name) ?? field.initial))
  return held
}

/** Returns what is sent: only values that have a field, with dates as Date. */
export function sentValues(fields: readonly FormField[], held: Values): Record<string, unknown> {
  let sent = {}
  for (const field of fields) sent = withValue(sent, field.name, oneSent(field, valueAt(held, field.name)))
  return sent
}

function oneHeld(field: FormField, value: unknown): unknown {
  switch (field.type) {
    case 'custom':
      return value
    case 'checkbox':
    case 'toggle':
      return value === true
    case 'date':
      return dateInput(value)
    case 'datetime-local':
      return timeInput(value, field.withSeconds ?? false)
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}

function oneSent({ type }: FormField, value: unknown): unknown {
  if (type !== 'date' && type !== 'datetime-local') return value
  if (typeof value !== 'string' || value === '') return null
  // As usual for ISO texts: a date alone begins in UTC, a time without a zone is local.
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns the ISO text's date, in whatever time zone the user is. */
function dateInput(value: unknown): string {
  return dateOf(value)?.toISOString().slice(0, 10) ?? ''
}

function timeInput(value: unknown, withSeconds: boolean): string {
  const date = dateOf(value)
  if (!date) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())]
  const time = [date.getHours(), date.getMinutes(), ...(withSeconds ? [date.getSeconds()] : [])]
  return `${day.join('-')}T${time.map(two).join(':')}`
}

function dateOf(value: unknown): Date | undefined {
  if (!(value instanceof Date) && typeof value !== 'string') return undefined
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}
