import * as calls from '@tagalong/contract/features/auth/security.contract.ts'
import { userOfOthers } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { resetSecondStep } from './reset.service.ts'

export const secondStepAdminRoutes = [
  audited(calls.resetSecondStep, {
    policy: userOfOthers,
    handle: resetSecondStep,
    present: presentNothing,
  }),
]
