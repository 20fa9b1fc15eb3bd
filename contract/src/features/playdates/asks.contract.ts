import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { shownLocations, stay, version } from './playdate.ts'
import { waits } from './waits.rules.ts'

/** The families to ask one after the other, as one child of each; the first is that of the request. */
export const order = z
  .array(id)
  .check(z.minLength(2, { error: m.prompt_ask_families }), z.maxLength(6, { error: m.prompt_ask_families }))

/**
 * `next` and `waiting`: not asked yet. `asked`: hasn't answered yet. `countered`: suggested something else.
 * `unanswered`: nobody answered, or their answer wasn't awaited. `failed`: couldn't be asked, for whatever reason.
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

/** One family of an order. A family that couldn't be asked is no longer named. */
export const askStep = z.object({
  child: z.object({ _id: id, firstName: z.string(), photo: z.nullable(z.string()) }),
  caregiver: caregiverName,
  state: askState,
  /** Set while it is `asked` and its clock runs. */
  answerBy: z.nullable(instant),
  /** Its request; null before it is asked. */
  playdate: z.nullable(id),
})
export type AskStep = z.infer<typeof askStep>

/** Families that are asked one after the other. Only its maker can read it. */
export const ask = z.object({
  _id: id,
  /** `done`: a family said yes. */
  status: z.enum(['asking', 'done', 'ended']),
  /** Why it ended without a yes: no family could come, its maker stopped it, or its times have passed. */
  endedAs: z.nullable(z.enum(['nobody', 'stopped', 'past'])),
  steps: z.array(askStep),
  /** What each family is asked, and what another order with new times starts from. */
  ownChildren: z.array(id),
  proposedLocations: shownLocations,
  proposedTimes: z.array(instant),
  durationMinutes: z.int(),
  wait: z.nullable(z.enum(waits)),
  stay: z.nullable(stay),
  /** Increases with each step. */
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

/**
 * Cancels the open request like any other. At night the next family is asked in the morning. 409 if a step has begun
 * meanwhile.
 */
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

/** Cancels the open request and asks no further family. */
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
