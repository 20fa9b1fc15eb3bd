import { deleteCaregiver as deleteCaregiverCall } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { deleteUser as deleteUserCall } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { anyCaregiver } from '#features/caregivers/caregivers.admin.policy.ts'
import { anyUser } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { route } from '#http/route.ts'
import { deleteCaregiver, deleteUser } from './erasure.admin.service.ts'

export const erasureAdminRoutes = [
  route(
    deleteUserCall,
    audited(deleteUserCall, {
      locks: 'administrators',
      policy: anyUser,
      act: deleteUser,
      present: () => ({}),
    }),
  ),
  route(
    deleteCaregiverCall,
    audited(deleteCaregiverCall, {
      locks: 'administrators',
      policy: anyCaregiver,
      act: deleteCaregiver,
      present: () => ({}),
    }),
  ),
]
