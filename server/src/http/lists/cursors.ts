import { id as idSchema } from '@tagalong/contract/values/id.ts'
import * as z from 'zod/mini'
import { badInput, type Refusal } from '../refusal.ts'

type Kind = 'text' | 'moment' | 'flag'

const cursorGone = badInput('cursor', 'This list can only be read on from where it was. Please reload it.')

const rowCursor = z.tuple([z.string(), z.string(), idSchema])
const valuesCursor = z.tuple([z.string(), z.nullable(z.string())])

export function written(cursor: unknown[]): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function readCursor(cursor: string, sort: string, kind: Kind): { key: string; id: string } | Refusal {
  const read = rowCursor.safeParse(parsed(cursor))
  if (!read.success || read.data[0] !== sort) return cursorGone
  const [, key, id] = read.data
  return isKey[kind](key) ? { key, id } : cursorGone
}

export function readValuesCursor(cursor: string, column: string): { value: string | null } | Refusal {
  const read = valuesCursor.safeParse(parsed(cursor))
  return read.success && read.data[0] === column ? { value: read.data[1] } : cursorGone
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

const isKey: Record<Kind, (key: string) => boolean> = {
  text: () => true,
  moment: isMoment,
  flag: (key) => key === 'true' || key === 'false',
}

export function isDay(text: string): boolean {
  return isMoment(`${text}T00:00:00.000000Z`)
}

/** True for an existing moment with microseconds, as Postgres counts. */
function isMoment(key: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const time = Date.parse(key)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === key.slice(0, 19)
}
