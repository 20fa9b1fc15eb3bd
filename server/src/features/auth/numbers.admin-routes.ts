import * as calls from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { anyCaregiver } from '#features/caregivers/caregivers.admin.policy.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { clearNumber } from './numbers.admin.service.ts'
import { confirmPassword } from './passwords.service.ts'

export const numberRoutes = [
  audited(calls.clearNumber, {
    prepare: (ctx, { body }) => confirmPassword(ctx, body.password),
    policy: anyCaregiver,
    handle: clearNumber,
    present: presentNothing,
  }),
]
