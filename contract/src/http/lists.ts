import * as z from 'zod/mini'
import { isWhole } from '../values/text.ts'
import { timeZone } from '../values/time-zone-name.ts'

/** Rows on a page, unless asked otherwise, and at most. */
export const usualPage = 50
export const longestPage = 1_000

/** How far the rows of a list are counted: a `total` of this is that many or more. */
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

/** What lists and the values of their columns take alike. */
const shared = {
  /** Plain text, without case; no pattern. */
  search: z.optional(words),
  /** `nextCursor` of the page before, with the same search, sort and filter. */
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
  /** 50 by default, 1,000 at most. */
  limit: z.optional(limit),
  /** The zone whose days count; UTC by default. */
  timeZone: z.optional(timeZone),
}

/**
 * The query of a list. `sort` is a column, with a hyphen before it for descending; newest first by default. `filter`
 * is JSON: by column the one value that it must have, as the column's values are listed; null where there is none.
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
 * The query for the different values of a list's column, in order: texts as they are, moments as `2026-11-28` in
 * `timeZone`, yes or no as `true` and `false`, null for none. `search` leaves those that hold that text.
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

/** What a list was asked, once parsed. */
export interface ListQuery<Column extends string> {
  search?: string | undefined
  sort?: Sort<Column> | undefined
  filter?: Partial<Record<Column, string | null>> | undefined
  cursor?: string | undefined
  limit?: number | undefined
  timeZone?: string | undefined
}

/** What the values of a column were asked, once parsed. */
export interface ValuesQuery<Column extends string> {
  column: Column
  search?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
  timeZone?: string | undefined
}
