import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { eventOutcome, response, version } from './playdate.ts'

/** An invitee's answer to an event, and for which of the invited children; for each child the last answer counts. */
export const eventResponse = z.object({ caregiver: caregiverName, response, children: z.array(id) })
export type EventResponse = z.infer<typeof eventResponse>

/** The caller's own answer, with the place on the waiting list and until when spots are kept. */
export const ownEventResponse = z.object({
  ...eventResponse.shape,
  response: eventOutcome,
  position: z.optional(z.int()),
  offerUntil: z.optional(instant),
})
export type OwnEventResponse = z.infer<typeof ownEventResponse>

const playdateParams = z.strictObject({ playdateId: id })

/**
 * The caller's own answer; null before they answered. 404 if it isn't an event, 403 for its owner, who counts as going.
 */
export const getEventResponse = endpoint({
  name: 'playdates.response',
  summary: 'Read the own answer to an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/event-response/:playdateId',
  params: playdateParams,
  data: z.nullable(ownEventResponse),
  refusals: [403],
})

/**
 * All answers, for the owner and every invitee. Families on the waiting list appear like those who haven't answered.
 */
export const listEventResponses = endpoint({
  name: 'playdates.responses',
  summary: 'List the answers to an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/event-response/all/:playdateId',
  params: playdateParams,
  data: z.array(eventResponse),
})

/**
 * A yes becomes a place on the waiting list if there is no room or others are waiting. May be changed until the event
 * begins; the last answer counts. `version` is the event's, as the caller saw it: 409 if it has changed since. Without
 * it a yes is accepted only if the event was never changed, since it would promise to come at a time nobody looked at;
 * a no is always accepted.
 */
export const acceptEvent = endpoint({
  name: 'playdates.acceptEvent',
  summary: 'Accept an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response/:playdateId/accepted',
  params: playdateParams,
  body: z.strictObject({ version: z.optional(version) }),
  data: ownEventResponse,
  refusals: [403],
})

export const rejectEvent = endpoint({
  name: 'playdates.rejectEvent',
  summary: 'Decline an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response/:playdateId/rejected',
  params: playdateParams,
  body: z.strictObject({ version: z.optional(version) }),
  data: ownEventResponse,
  refusals: [403],
})

/**
 * Either answer in one call; `version` as in `acceptEvent`. `children`: which of the invited own children come; all if
 * left out.
 */
export const respondToEvent = endpoint({
  name: 'playdates.respondToEvent',
  summary: 'Answer an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response',
  body: z.strictObject({
    playdate: id,
    response,
    version: z.optional(version),
    children: z.optional(
      z
        .array(id, { error: m.prompt_spots_nobody })
        .check(z.minLength(1, { error: m.prompt_spots_nobody }), z.maxLength(20)),
    ),
  }),
  data: ownEventResponse,
  refusals: [403],
})
