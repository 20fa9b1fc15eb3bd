import { type ListQuery, maxTotal, usualPage, type ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { canonicalTimeZone } from '@tagalong/contract/values/canonical-time-zone.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { Refusal } from '../refusal.ts'
import { isDay, readCursor, readValuesCursor, written } from './cursors.ts'

/** A column of a list. Its expressions have no parameters, so that an index on them is found. */
export interface ListColumn {
  kind: 'text' | 'moment' | 'flag'
  /** The expression that is filtered by; may be null. */
  value: RawBuilder<unknown>
  /** The expression that rows are ordered by; never null. */
  order: RawBuilder<unknown>
  /** For a text in another table: conditions that it contains the search, and that it equals the filter. */
  holds?: (search: string, isShort: boolean) => RawBuilder<boolean>
  is?: (text: string) => RawBuilder<boolean>
}

export interface List<Column extends string> {
  /** The unique id of a row. */
  id: RawBuilder<string>
  /** The searched texts of its own table, as they are indexed: each column's on a line. */
  text: RawBuilder<unknown>
  /** The table that holds them all. */
  table: RawBuilder<unknown>
  columns: Record<Column, ListColumn>
  usualSort: Column | `-${Column}`
}

/** @param order needed if another expression is indexed, or the text may be null */
export function textColumn(
  value: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`lower(${value})`,
): ListColumn {
  return { kind: 'text', value, order }
}

/**
 * Makes a column of a text in another table. That table is searched first: an `or` across two tables finds no index.
 *
 * @param key refers to that table's row by its id
 * @param text the expression that is indexed there for short searches; it contains the text
 * @param isUnique true if no two rows there have the same text, ignoring case: filtered rows are then read in order
 */
export function foreignColumn(
  value: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  {
    order,
    text = value,
    isUnique = false,
  }: { order?: RawBuilder<unknown>; text?: RawBuilder<unknown>; isUnique?: boolean } = {},
): ListColumn {
  return {
    ...textColumn(value, order),
    holds: (search, isShort) => {
      const held = sql`${value} ilike ${patternOf(search)}`
      return among(key, table, isShort ? sql`${holdingShort(text, search, 'all')} and ${held}` : held)
    },
    is: (wanted) => {
      const isIt = sql`lower(${value}) = lower(${wanted}) and ${value} = ${wanted}`
      return isUnique ? sql`${key} = (select id from ${table} where ${isIt})` : among(key, table, isIt)
    },
  }
}

function among(
  key: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`${key} = any(array(select id from ${table} where ${found}))`
}

/** @param order needed if the moment may be null */
export function momentColumn(value: RawBuilder<unknown>, order = value): ListColumn {
  return { kind: 'moment', value, order }
}

export function flagColumn(value: RawBuilder<unknown>): ListColumn {
  return { kind: 'flag', value, order: value }
}

/** `total` is counted only for the first page, and only up to `maxTotal`. */
export interface RowPage<Row> {
  rows: Row[]
  nextCursor: string | null
  total: number | undefined
}

/**
 * Reads one page of what the query finds. A page begins after the last row of the one before, wherever that row is by
 * now.
 */
export async function readPage<D, T extends keyof D, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<D, T, Row>,
  list: List<Column>,
  ask: ListQuery<Column>,
): Promise<RowPage<Row> | Refusal> {
  const sort = ask.sort ?? list.usualSort
  const { column, isDown } = directionOf(list, sort)
  const after = ask.cursor === undefined ? null : readCursor(ask.cursor, sort, column.kind)
  if (after instanceof Refusal) return after
  const limit = ask.limit ?? usualPage
  const found = (wanted: Wanted) => query.where(matching(list, ask, wanted))
  const direction = isDown ? sql`desc` : sql`asc`
  const rows = await found('first')
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
      : await countOf(db, sql`(${found('all').clearSelect().select(list.id.as('id'))}) as found`),
  }
}

/**
 * Reads a page of a column's distinct values among what the query finds, in order, null first. They are not counted.
 */
export async function readValues<D, T extends keyof D, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<D, T, Row>,
  list: List<Column>,
  ask: ValuesQuery<Column>,
): Promise<RowPage<string | null> | Refusal> {
  const after = ask.cursor === undefined ? null : readValuesCursor(ask.cursor, ask.column)
  if (after instanceof Refusal) return after
  const limit = ask.limit ?? usualPage
  const shown = shownAs(list.columns[ask.column], zoneOf(ask))
  const all = query.clearSelect().select(shown.as('value')).distinct()
  const { rows } = await sql<{ value: string | null }>`select value from (${all}) as listed
    where ${ask.search ? sql`value ilike ${patternOf(ask.search)}` : sql`true`}
      and ${after ? behind(after.value) : sql`true`}
    order by value nulls first limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit).map(({ value }) => value)
  return {
    rows: page,
    nextCursor: rows.length > limit ? written([ask.column, page.at(-1) ?? null]) : null,
    total: undefined,
  }
}

function directionOf<Column extends string>({ columns }: List<Column>, sort: Column | `-${Column}`) {
  const isDown = sort.startsWith('-')
  return { column: columns[(isDown ? sort.slice(1) : sort) as Column], isDown }
}

/** Returns the time zone by the name that the database knows. */
function zoneOf({ timeZone = 'UTC' }: { timeZone?: string | undefined }): string {
  return canonicalTimeZone(timeZone)
}

/** Builds the condition of the search and the filters. */
function matching<Column extends string>(
  list: List<Column>,
  ask: ListQuery<Column>,
  wanted: Wanted,
): RawBuilder<boolean> {
  const zone = zoneOf(ask)
  const filters = Object.entries(ask.filter ?? {}).map(([name, value]) =>
    filtered(list.columns[name as Column], value as string | null, zone),
  )
  const conditions = ask.search ? [...filters, searched(list, ask.search, zone, wanted)] : filters
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

function filtered(column: ListColumn, value: string | null, zone: string): RawBuilder<unknown> {
  const shown = shownAs(column, zone)
  if (value === null) return sql`${shown} is null`
  if (column.is) return column.is(value)
  if (column.kind !== 'moment') return sql`${shown} = ${value}`
  if (!isDay(value)) return sql`false`
  return isOn(column, sql`${value}::date`, zone)
}

/**
 * Builds the condition that the moment is on that day in the zone. The index is on moments, so a range of three UTC
 * days comes first, which holds the day in any zone.
 */
function isOn({ value, order }: ListColumn, day: RawBuilder<unknown>, zone: string): RawBuilder<boolean> {
  const midnight = (days: number) => sql`((${day} + ${sql.lit(days)})::timestamp at time zone 'UTC')`
  return sql`(${order} >= ${midnight(-1)} and ${order} < ${midnight(2)}
    and (${value} at time zone ${zone})::date = ${day})`
}

/** Whether a first page of rows is wanted, or all of them, to be counted. */
type Wanted = 'first' | 'all'

function searched<Column extends string>(list: List<Column>, search: string, zone: string, wanted: Wanted) {
  const { id, text, table } = list
  const columns = Object.values<ListColumn>(list.columns)
  const moments = partOfDate.test(search) ? columns.filter(({ kind }) => kind === 'moment') : []
  // Rows that match are everywhere then, so no index is used.
  const isEverywhere = moments.length > 0 && isOnManyDays(search)
  // Longer searches are found by trigrams.
  const isShort = !isEverywhere && [...search].length <= 2
  const searchesOthers = columns.some(({ holds }) => holds)
  const short = holdingShort(text, search, searchesOthers ? 'all' : wanted)
  const conditions = [
    isShort ? (searchesOthers ? among(id, table, short) : short) : sql`${text} ilike ${patternOf(search)}`,
    ...columns.flatMap(({ holds }) => holds?.(search, isShort) ?? []),
    ...moments.map((column) =>
      isEverywhere
        ? sql`${onScreen(sql`${column.value} at time zone ${zone}`)} like ${patternOf(search)}`
        : onDaysWith(list, column, search, zone),
    ),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Builds the condition of a short search: it is one of the text's short parts, which are indexed. Computing the parts
 * of each row is slow. If all rows are wanted, a subquery hides from the planner how many match, or it would rather
 * read the whole table.
 */
function holdingShort(text: RawBuilder<unknown>, search: string, wanted: Wanted): RawBuilder<boolean> {
  const parts = sql`short_parts(${search})`
  return sql`short_parts(${text}) @> ${wanted === 'all' ? sql`(select ${parts})` : parts}`
}

/** What may be part of a date like `11-28-2026`; nothing else is searched for in dates. */
const partOfDate = /^(?:\d{1,4}|\d{0,2}-\d{0,4}|\d{0,2}-\d{2}-\d{0,4})$/

/** True if many days of this year and the last contain it: a page is soon full, and an index would leave little out. */
function isOnManyDays(search: string): boolean {
  const lastYear = new Date().getUTCFullYear() - 1
  const days = Array.from({ length: 2 * 365 }, (_, at) => {
    const [year, month, day] = new Date(Date.UTC(lastYear, 0, 1 + at)).toISOString().slice(0, 10).split('-')
    return `${month}-${day}-${year}`
  })
  return days.filter((day) => day.includes(search)).length * 16 > days.length
}

/**
 * Builds the condition that looks up, by the column's index, the rows of each day that contains the search, from the
 * first row's day to the last row's.
 */
function onDaysWith<Column extends string>(
  { id, table }: List<Column>,
  column: ListColumn,
  search: string,
  zone: string,
): RawBuilder<boolean> {
  const edge = (which: 'min' | 'max', more: number) =>
    sql`((select ${sql.raw(which)}(${column.order}) from ${table} where ${column.order} > timestamptz 'epoch')
      at time zone 'UTC')::date + ${sql.lit(more)}`
  return sql`${id} = any(array(select found.id
    from generate_series((${edge('min', -1)})::timestamp, ${edge('max', 1)}, '1 day') as day
    cross join lateral (select id from ${table} where ${isOn(column, sql`day::date`, zone)} offset 0) as found
    where ${onScreen(sql`day`)} like ${patternOf(search)}))`
}

function onScreen(day: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${day}, 'MM-DD-YYYY')`
}

/** Returns the LIKE pattern for the text anywhere, with its wildcards escaped. */
function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Returns the expression of a value as filters name it. */
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

/** Returns a row's sort key as text, without losing precision. */
function keyOf({ kind, order }: ListColumn): RawBuilder<string> {
  return kind === 'moment'
    ? sql`to_char(${order} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`(${order})::text`
}

/**
 * Builds the condition for rows after the cursor. Its first part lets the index of a joined table begin in the right
 * place.
 */
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

/** Counts up to `maxTotal`: a list of a million rows takes no longer than one of ten thousand. */
async function countOf(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (select from ${found} limit ${sql.lit(maxTotal)}) as counted`.execute(db)
  return rows[0]?.total ?? 0
}
