import * as calls from '@tagalong/contract/features/playdates/asks.contract.ts'
import { route } from '#http/route.ts'
import { refuseManyChanges } from '../playdates.service.ts'
import { openAsk, ownAsk } from './asks.policy.ts'
import { presentAsk } from './asks.present.ts'
import { askNext, getAsk, stopAsking } from './asks.service.ts'

export const askRoutes = [
  route(calls.getAsk, { policy: ownAsk, handle: getAsk, present: presentAsk }),
  route(calls.askNext, {
    prepare: refuseManyChanges,
    policy: openAsk,
    handle: askNext,
    present: presentAsk,
  }),
  route(calls.stopAsking, {
    prepare: refuseManyChanges,
    policy: openAsk,
    handle: stopAsking,
    present: presentAsk,
  }),
]
