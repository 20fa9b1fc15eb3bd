import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { capacity, playdate, response, version } from './playdate.ts'
import { ownEventResponse } from './responses.contract.ts'

const playdateParams = z.strictObject({ playdateId: id })

/** 409 if no spots are kept for the caller's family, or not any more. */
export const answerOffer = endpoint({
  name: 'playdates.answerOffer',
  summary: 'Take the spots that are kept, or give them up',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-offer/:playdateId',
  params: playdateParams,
  body: z.strictObject({ response }),
  data: ownEventResponse,
  refusals: [403],
})

/**
 * Never takes a spot away. Additional room is offered to those first in line; without a limit everyone in line gets a
 * spot.
 */
export const setCapacity = endpoint({
  name: 'playdates.setCapacity',
  summary: 'Change how many children an event has room for',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-capacity/:playdateId',
  params: playdateParams,
  body: z.strictObject({ capacity, version }),
  data: playdate,
  refusals: [403],
})
