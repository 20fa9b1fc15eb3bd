import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { eventOutcome, response, version } from './playdate.ts'

/** An invitee's answer to an event, and for which of the invited children: the last one for a child counts. */
export const eventResponse = z.object({ caregiver: caregiverName, response, children: z.array(id) })
export type EventResponse = z.infer<typeof eventResponse>

/** What the caller's own came to: with its place on the waiting list, and until when spots are kept. */
export const ownEventResponse = z.object({
  ...eventResponse.shape,
  response: eventOutcome,
  position: z.optional(z.int()),
  offerUntil: z.optional(instant),
})
export type OwnEventResponse = z.infer<typeof ownEventResponse>

const playdateParams = z.strictObject({ playdateId: id })

/** The caller's own; null before they answered. 404 where it is no event, 403 for its owner, who counts as going. */
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

/** Of all who have answered; for the owner and every invitee. Who waits for a spot stands there like who hasn't. */
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
 * Where there is no room, or others wait, a yes becomes a place on the waiting list. As often as one likes until the event begins; the last answer counts. `version` is that of the event which was seen: 409
 * where it has been changed since. Without one a yes counts only while nothing was changed at all, since it would
 * promise to come at a time that nobody looked at; a no always does.
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

/** Either answer in one call; `version` as above. `children`: those of the invited own ones who come, all unless it is said. */
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
