import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { eventOutcome, playdate, response, version } from './playdate.ts'

/** Moments are of this century, on all clocks. */
const lastDay = '2099-12-31'

/** How a new playdate repeats: `until` is the last day on which it may, on the clock of whoever makes it. */
export const repeat = z.strictObject({
  everyWeeks: z.literal([1, 2]),
  until: z.iso
    .date({ error: m.prompt_series_later_end })
    .check(z.refine((date) => date < lastDay, { error: m.prompt_instant })),
})
export type Repeat = z.infer<typeof repeat>

/** One of its dates, as the caller sees it. */
const seriesDate = z.object({
  /** Its id. */
  playdate: id,
  start: instant,
  status: playdate.shape.status,
  version,
  /** null while several are proposed. */
  location: z.nullable(z.string()),
  /** Of events: the caller's own answer. */
  response: z.optional(z.nullable(eventOutcome)),
  /** It waits for the caller's answer, by `/answer`. */
  isOpen: z.boolean(),
  /** The caller said no to it. */
  isLeftOut: z.boolean(),
  /** The caller may end it and all later ones, by `/stop`. */
  mayStop: z.boolean(),
})

export const series = z.object({
  _id: id,
  everyWeeks: repeat.shape.everyWeeks,
  type: playdate.shape.type,
  side: playdate.shape.side,
  /** When the last one begins. */
  until: instant,
  /** Those that the caller sees, the first one first. */
  dates: z.array(seriesDate),
})
export type Series = z.infer<typeof series>

/** 404 where the caller sees none of its dates whole. */
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
 * Answers what is named of what waits for the caller. What has changed meanwhile stays as it is, and stands in `left`; what
 * isn't named stays open.
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
 * Ends the date `from` and all later ones: confirmed ones and own requests are cancelled, requests that wait for the caller
 * rejected. An event's is its owner's to stop. `dates`: as the caller saw them; one that has changed since stays as it is,
 * and where that is `from`, all do.
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
