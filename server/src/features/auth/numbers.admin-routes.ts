import * as calls from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { caregiverOfOthers } from '#features/caregivers/caregivers.admin.policy.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { clearNumber } from './numbers.admin.service.ts'

export const numberRoutes = [
  audited(calls.clearNumber, {
    policy: caregiverOfOthers,
    handle: clearNumber,
    present: presentNothing,
  }),
]
