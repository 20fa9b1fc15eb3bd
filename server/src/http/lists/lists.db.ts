import { type ListAsk, usualPage, type ValuesAsk } from '@tagalong/contract/http/lists.ts'
import { id as idSchema } from '@tagalong/contract/values/id.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { badInput, Refusal } from '../refusal.ts'

/** A column of a list. Its expressions hold no parameters of their own, so that an index on them is found. */
export interface ListColumn {
  kind: 'text' | 'moment' | 'flag'
  /** What is filtered by; may be null. */
  value: RawBuilder<unknown>
  /** What the rows are ordered by; never null. */
  order: RawBuilder<unknown>
  /** Of a text in another table: whether it fits a pattern of `like`. */
  fits?: (pattern: string) => RawBuilder<boolean>
}

export interface List<Column extends string> {
  /** Of a row; unique. */
  id: RawBuilder<string>
  /** The texts of its own table that are searched, as they are indexed: the columns' in lines. */
  text: RawBuilder<unknown>
  columns: Record<Column, ListColumn>
  usualSort: Column | `-${Column}`
}

/** @param order where another expression is indexed, or the text may be null */
export function textColumn(
  value: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`lower(${value})`,
): ListColumn {
  return { kind: 'text', value, order }
}

/**
 * A text that stands in another table. It is searched there first: an `or` across two tables finds no index.
 *
 * @param key what names that table's row by its id
 */
export function foreignColumn(
  value: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  order?: RawBuilder<unknown>,
): ListColumn {
  const fits = (pattern: string) =>
    sql<boolean>`${key} = any(array(select id from ${table} where ${value} ilike ${pattern}))`
  return { ...textColumn(value, order), fits }
}

/** @param order where the moment may be null */
export function momentColumn(value: RawBuilder<unknown>, order = value): ListColumn {
  return { kind: 'moment', value, order }
}

export function flagColumn(value: RawBuilder<unknown>): ListColumn {
  return { kind: 'flag', value, order: value }
}

/** `total` is counted for the first page only. */
export interface RowPage<Row> {
  rows: Row[]
  nextCursor: string | null
  total: number | undefined
}

/** One page of what the query finds. A page begins after the last row of the one before, wherever that stands by now. */
export async function readPage<D, T extends keyof D, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<D, T, Row>,
  list: List<Column>,
  ask: ListAsk<Column>,
): Promise<RowPage<Row> | Refusal> {
  const sort = ask.sort ?? list.usualSort
  const { column, isDown } = directionOf(list, sort)
  const after = ask.cursor === undefined ? null : readCursor(ask.cursor, sort, column.kind)
  if (after instanceof Refusal) return after
  const limit = ask.limit ?? usualPage
  const found = query.where(matching(list, ask))
  const direction = isDown ? sql`desc` : sql`asc`
  const rows = await found
    .where(after ? beyond(list, column, isDown, after) : sql<boolean>`true`)
    .select([keyOf(column).as('list_key'), list.id.as('list_id')])
    .orderBy(sql`${column.order} ${direction}, ${list.id} ${direction}`)
    .limit(limit + 1)
    .$castTo<Row & { list_key: string; list_id: string }>()
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    rows: page,
    nextCursor: last ? written([sort, last.list_key, last.list_id]) : null,
    total: after
      ? undefined
      : await countOf(db, sql`(${found.clearSelect().select(list.id.as('id'))}) as found`),
  }
}

/** The different values of a column among what the query finds, in order, none first. */
export async function readValues<D, T extends keyof D, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<D, T, Row>,
  list: List<Column>,
  ask: ValuesAsk<Column>,
): Promise<RowPage<string | null> | Refusal> {
  const after = ask.cursor === undefined ? null : readValuesCursor(ask.cursor, ask.column)
  if (after instanceof Refusal) return after
  const limit = ask.limit ?? usualPage
  const shown = shownAs(list.columns[ask.column], ask.timeZone ?? 'UTC')
  const all = query.clearSelect().select(shown.as('value')).distinct()
  const found = sql`(select value from (${all}) as listed
    where ${ask.search ? sql`value ilike ${patternOf(ask.search)}` : sql`true`}) as found`
  const { rows } = await sql<{ value: string | null }>`select value from ${found}
    where ${after ? behind(after.value) : sql`true`} order by value nulls first limit ${limit + 1}`.execute(
    db,
  )
  const page = rows.slice(0, limit).map(({ value }) => value)
  return {
    rows: page,
    nextCursor: rows.length > limit ? written([ask.column, page.at(-1) ?? null]) : null,
    total: after ? undefined : await countOf(db, found),
  }
}

function directionOf<Column extends string>({ columns }: List<Column>, sort: Column | `-${Column}`) {
  const isDown = sort.startsWith('-')
  return { column: columns[(isDown ? sort.slice(1) : sort) as Column], isDown }
}

/** What search and filter leave. */
function matching<Column extends string>(list: List<Column>, ask: ListAsk<Column>): RawBuilder<boolean> {
  const zone = ask.timeZone ?? 'UTC'
  const filters = Object.entries(ask.filter ?? {}).map(([name, value]) => {
    const shown = shownAs(list.columns[name as Column], zone)
    return value === null ? sql`${shown} is null` : sql`${shown} = ${value}`
  })
  const conditions = ask.search ? [...filters, searched(list, ask.search, zone)] : filters
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

function searched<Column extends string>({ text, columns }: List<Column>, search: string, zone: string) {
  const pattern = patternOf(search)
  const isLikeDate = partOfDate.test(search)
  const places = Object.values<ListColumn>(columns).flatMap(({ kind, value, fits }) => {
    if (fits) return [fits(pattern)]
    // As dates are written on the screen.
    return kind === 'moment' && isLikeDate
      ? [sql`to_char(${value} at time zone ${zone}, 'MM-DD-YYYY') like ${pattern}`]
      : []
  })
  return sql`(${sql.join([sql`${text} ilike ${pattern}`, ...places], sql` or `)})`
}

/** What may stand somewhere in `11-28-2026`; no index knows, so nothing else is looked for there. */
const partOfDate = /^(?:\d{1,4}|\d{0,2}-\d{0,4}|\d{0,2}-\d{2}-\d{0,4})$/

/** The text anywhere, its signs standing for nothing but themselves. */
function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** A value as filters name it. */
function shownAs({ kind, value }: ListColumn, zone: string): RawBuilder<string | null> {
  switch (kind) {
    case 'text':
      return sql`(${value})::text`
    case 'moment':
      return sql`to_char(${value} at time zone ${zone}, 'YYYY-MM-DD')`
    case 'flag':
      return sql`(${value})::text`
  }
}

/** What a row is ordered by, so that nothing of it is lost on the way. */
function keyOf({ kind, order }: ListColumn): RawBuilder<string> {
  return kind === 'moment'
    ? sql`to_char(${order} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`(${order})::text`
}

/** The first condition alone lets the index of a joined table begin in the right place. */
function beyond<Column extends string>(
  list: List<Column>,
  { kind, order }: ListColumn,
  isDown: boolean,
  after: { key: string; id: string },
): RawBuilder<boolean> {
  const key = {
    text: sql`${after.key}`,
    moment: sql`${after.key}::timestamptz`,
    flag: sql`${after.key}::boolean`,
  }
  return isDown
    ? sql`(${order} <= ${key[kind]} and (${order}, ${list.id}) < (${key[kind]}, ${after.id}::uuid))`
    : sql`(${order} >= ${key[kind]} and (${order}, ${list.id}) > (${key[kind]}, ${after.id}::uuid))`
}

function behind(value: string | null): RawBuilder<unknown> {
  return value === null ? sql`value is not null` : sql`value > ${value}`
}

async function countOf(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db)
  return rows[0]?.total ?? 0
}

const cursorGone = badInput('cursor', 'This list can only be read on from where it was. Please reload it.')

const rowCursor = z.tuple([z.string(), z.string(), idSchema])
const valuesCursor = z.tuple([z.string(), z.nullable(z.string())])

function written(cursor: unknown[]): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(
  cursor: string,
  sort: string,
  kind: ListColumn['kind'],
): { key: string; id: string } | Refusal {
  const read = rowCursor.safeParse(parsed(cursor))
  if (!read.success || read.data[0] !== sort) return cursorGone
  const [, key, id] = read.data
  return isKey[kind](key) ? { key, id } : cursorGone
}

function readValuesCursor(cursor: string, column: string): { value: string | null } | Refusal {
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

const isKey: Record<ListColumn['kind'], (key: string) => boolean> = {
  text: () => true,
  moment: isMoment,
  flag: (key) => key === 'true' || key === 'false',
}

/** To the microsecond, as Postgres counts; a day that there is. */
function isMoment(key: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const time = Date.parse(key)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === key.slice(0, 19)
}
