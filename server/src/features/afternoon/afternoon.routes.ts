import * as calls from '@tagalong/contract/features/afternoon/afternoon.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { ownLines, singleWithPlace } from './afternoon.policy.ts'
import { presentAfternoon, presentPlaydateAfternoon } from './afternoon.present.ts'
import { getAfternoon, getPlaydateAfternoon, refuseManyChanges, saveAfternoon } from './afternoon.service.ts'

export const afternoonRoutes = [
  route(calls.getPlaydateAfternoon, {
    policy: singleWithPlace,
    handle: getPlaydateAfternoon,
    present: presentPlaydateAfternoon,
  }),
  route(calls.getAfternoon, {
    policy: caller<CaregiverActor>,
    handle: getAfternoon,
    present: presentAfternoon,
  }),
  route(calls.saveAfternoon, {
    prepare: refuseManyChanges,
    policy: ownLines,
    handle: (ctx, actor, { body }) => saveAfternoon(ctx, actor, body),
    present: presentAfternoon,
  }),
]
