import * as calls from '@tagalong/contract/features/safety/standing.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { ownAppealable } from './standing.policy.ts'
import { presentStanding } from './standing.present.ts'
import { appeal, getStanding } from './standing.service.ts'

export const standingRoutes = [
  route(calls.getStanding, { policy: caller<Actor>, handle: getStanding, present: presentStanding }),
  route(calls.appeal, {
    policy: ownAppealable,
    handle: (ctx, decision, { body }) => appeal(ctx, decision, body.words),
    present: presentNothing,
  }),
]
