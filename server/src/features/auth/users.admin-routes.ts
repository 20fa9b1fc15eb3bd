import { saveUser as saveUserCall } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { userToSave } from '#features/users/users.policy.ts'
import { presentUser } from '#features/users/users.present.ts'
import { audited } from '#http/audit.ts'
import { route } from '#http/route.ts'
import { saveUser } from './users.admin.service.ts'

export const userSavingRoutes = [
  route(
    saveUserCall,
    audited(saveUserCall, {
      locks: 'administrators',
      policy: userToSave,
      act: (ctx, user, { body }) => saveUser(ctx, user, body),
      present: presentUser,
    }),
  ),
]
