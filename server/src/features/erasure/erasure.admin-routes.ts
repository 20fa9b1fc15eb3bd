import * as caregiverCalls from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import * as userCalls from '@tagalong/contract/features/users/users.admin.contract.ts'
import { caregiverOfOthers } from '#features/caregivers/caregivers.admin.policy.ts'
import { userOfOthers } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { deleteCaregiver, deleteUser } from './erasure.admin.service.ts'

export const erasureAdminRoutes = [
  audited(userCalls.deleteUser, {
    locks: 'administrators',
    policy: userOfOthers,
    handle: deleteUser,
    present: presentNothing,
  }),
  audited(caregiverCalls.deleteCaregiver, {
    locks: 'administrators',
    policy: caregiverOfOthers,
    handle: (ctx, row, { query }) => deleteCaregiver(ctx, row, query.user),
    present: presentNothing,
  }),
]
