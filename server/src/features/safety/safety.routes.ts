import * as calls from '@tagalong/contract/features/safety/safety.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentSafety } from './safety.present.ts'
import { getSafety } from './safety.service.ts'

export const safetyRoutes = [
  route(calls.getSafety, {
    policy: caller<CaregiverActor>,
    handle: getSafety,
    present: presentSafety,
  }),
]
