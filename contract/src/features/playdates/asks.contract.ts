import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { shownLocations, stay, version } from './playdate.ts'
import { waits } from './waits.rules.ts'

/** Whom to ask one after the other: a child of each family, the first one's being that of the request. */
export const order = z
  .array(id)
  .check(z.minLength(2, { error: m.prompt_ask_families }), z.maxLength(6, { error: m.prompt_ask_families }))

/**
 * `next` and `waiting`: not asked yet. `asked`: their answer is open. `countered`: they suggested something else.
 * `unanswered`: nobody answered, or they were not waited for. `failed`: they couldn't be asked, for whatever reason.
 */
export const askState = z.enum([
  'next',
  'waiting',
  'asked',
  'countered',
  'accepted',
  'rejected',
  'unanswered',
  'failed',
])
export type AskState = z.infer<typeof askState>

/** One family of an order. Who couldn't be asked is not named any more. */
export const askStep = z.object({
  child: z.object({ _id: id, firstName: z.string(), photo: z.nullable(z.string()) }),
  caregiver: caregiverName,
  state: askState,
  /** While it is `asked`, and its clock runs. */
  answerBy: z.nullable(instant),
  /** Its request; null before it was asked. */
  playdate: z.nullable(id),
})
export type AskStep = z.infer<typeof askStep>

/** Families that are asked one after the other. Only its maker reads it. */
export const ask = z.object({
  _id: id,
  /** `done`: somebody said yes. */
  status: z.enum(['asking', 'done', 'ended']),
  /** Why it ended without a yes: nobody could, its maker stopped it, or its times have passed. */
  endedAs: z.nullable(z.enum(['nobody', 'stopped', 'past'])),
  steps: z.array(askStep),
  /** What each of them is asked: for another order with new times. */
  ownChildren: z.array(id),
  proposedLocations: shownLocations,
  proposedTimes: z.array(instant),
  durationMinutes: z.int(),
  wait: z.nullable(z.enum(waits)),
  stay: z.nullable(stay),
  /** Grows with each step. */
  version: z.int(),
})
export type Ask = z.infer<typeof ask>

export const getAsk = endpoint({
  name: 'asks.get',
  summary: 'Read whom one is asking in order',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/ask/:id',
  params: idParams,
  data: ask,
})

/** The open request is cancelled like any other. At night the next family is asked in the morning. 409 where a step has begun meanwhile. */
export const askNext = endpoint({
  name: 'asks.next',
  summary: 'Ask the next family now',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/ask/:id/next',
  params: idParams,
  body: z.strictObject({ version }),
  data: ask,
})

/** The open request is cancelled, and nobody further is asked. */
export const stopAsking = endpoint({
  name: 'asks.stop',
  summary: 'Stop asking in order',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/ask/:id/stop',
  params: idParams,
  body: z.strictObject({ version }),
  data: ask,
})
