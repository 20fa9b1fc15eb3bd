import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { eventOutcome, playdate, response, version } from './playdate.ts'

/** Instants end with this century, in every time zone. */
const lastDay = '2099-12-31'

/** How a new playdate repeats: `until` is the last possible day, on the clock of the caregiver who makes it. */
export const repeat = z.strictObject({
  everyWeeks: z.literal([1, 2]),
  until: z.iso
    .date({ error: m.prompt_series_later_end })
    .check(z.refine((date) => date < lastDay, { error: m.prompt_instant })),
})
export type Repeat = z.infer<typeof repeat>

/** A date of the series, as the caller sees it. */
const seriesDate = z.object({
  playdate: id,
  start: instant,
  status: playdate.shape.status,
  version,
  /** null if several are proposed. */
  location: z.nullable(z.string()),
  /** Only for events: the caller's own answer. */
  response: z.optional(z.nullable(eventOutcome)),
  /** True if it waits for the caller's answer, by `/answer`. */
  isOpen: z.boolean(),
  /** True if the caller said no to it. */
  isLeftOut: z.boolean(),
  /** True if the caller may end it and all later ones, by `/stop`. */
  mayStop: z.boolean(),
})

export const series = z.object({
  _id: id,
  everyWeeks: repeat.shape.everyWeeks,
  type: playdate.shape.type,
  side: playdate.shape.side,
  /** Start of the last date. */
  until: instant,
  /** The dates that the caller sees, earliest first. */
  dates: z.array(seriesDate),
})
export type Series = z.infer<typeof series>

/** 404 if the caller sees none of its dates in full. */
export const getSeries = endpoint({
  name: 'playdates.getSeries',
  summary: 'Read a series of playdates',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/series/:id',
  params: idParams,
  data: series,
})

/**
 * Answers the named dates that wait for the caller. Dates changed meanwhile stay as they are and are returned in
 * `left`; dates not named stay open.
 */
export const answerSeries = endpoint({
  name: 'playdates.answerSeries',
  summary: 'Answer several dates of a series',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/series/:id/answer',
  params: idParams,
  body: z.strictObject({
    dates: z
      .array(z.strictObject({ playdate: id, version, response }))
      .check(z.minLength(1), z.maxLength(13)),
  }),
  data: z.extend(series, { left: z.array(id) }),
  refusals: [403],
})

/**
 * Ends the date `from` and all later ones: confirmed ones and own requests are cancelled, requests that wait for the
 * caller are rejected. Only its owner can stop a series of events. `dates`: the dates as the caller saw them. One that
 * has changed since stays as it is; if that is `from`, all of them stay.
 */
export const stopSeries = endpoint({
  name: 'playdates.stopSeries',
  summary: 'Stop a series from one date on',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/series/:id/stop',
  params: idParams,
  body: z.strictObject({
    from: id,
    dates: z.optional(z.array(z.strictObject({ playdate: id, version })).check(z.maxLength(100))),
  }),
  data: series,
  refusals: [403],
})
