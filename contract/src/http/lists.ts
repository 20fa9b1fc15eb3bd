import * as z from 'zod/mini'
import { isWhole } from '../values/text.ts'
import { timeZone } from '../values/time-zone-name.ts'

/** Rows on a page by default and at most. */
export const usualPage = 50
export const longestPage = 1_000

/** Rows are counted up to here: a `total` of this means that many or more. */
export const maxTotal = 10_000

export const maxSearchLength = 200

type Sort<Column extends string> = Column | `-${Column}`

const limitPrompt = `Please ask for 1 to ${longestPage} rows`
const limit = z.pipe(
  z.string(limitPrompt).check(z.regex(/^\d{1,4}$/, limitPrompt)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1, limitPrompt), z.lte(longestPage, limitPrompt))),
)

const words = z
  .string()
  .check(z.trim(), z.maxLength(maxSearchLength, 'Please search for less'), z.refine(isWhole))

/** Query fields of both lists and the values of their columns. */
const shared = {
  /** Plain text, ignoring case; not a pattern. */
  search: z.optional(words),
  /** `nextCursor` of the previous page, with the same search, sort and filter. */
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
  /** 50 by default, 1,000 at most. */
  limit: z.optional(limit),
  /** The zone for dates; UTC by default. */
  timeZone: z.optional(timeZone),
}

/**
 * The query of a list. `sort` is a column, prefixed with a hyphen for descending order; newest first by default.
 * `filter` is JSON: the value required in each column, as in the list of the column's values; null for rows without
 * one.
 */
export function listQuery<const Column extends string>(columns: readonly Column[]) {
  return z.strictObject({
    ...shared,
    sort: z.optional(z.enum(sorts(columns))),
    filter: z.optional(
      z.pipe(
        jsonText(2_000),
        z.partialRecord(z.enum(columns), z.nullable(z.string().check(z.refine(isWhole)))),
      ),
    ),
  })
}

/**
 * The query for the distinct values of a column, in order: texts as they are, instants as dates such as `2026-11-28` in
 * `timeZone`, booleans as `true` and `false`, null for no value. `search` keeps those that contain the text.
 */
export function valuesQuery<const Column extends string>(columns: readonly Column[]) {
  return z.strictObject({ ...shared, column: z.enum(columns) })
}

export const columnValues = z.array(z.nullable(z.string()))

function sorts<Column extends string>(columns: readonly Column[]): Sort<Column>[] {
  return columns.flatMap((column): Sort<Column>[] => [column, `-${column}`])
}

function jsonText(max: number) {
  return z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        issues.push({ code: 'custom', input: text, message: 'Please send the filter as JSON' })
        return z.NEVER
      }
    }),
  )
}

/** A list's query, parsed. */
export interface ListQuery<Column extends string> {
  search?: string | undefined
  sort?: Sort<Column> | undefined
  filter?: Partial<Record<Column, string | null>> | undefined
  cursor?: string | undefined
  limit?: number | undefined
  timeZone?: string | undefined
}

/** A values query, parsed. */
export interface ValuesQuery<Column extends string> {
  column: Column
  search?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
  timeZone?: string | undefined
}
