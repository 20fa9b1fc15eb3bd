import * as calls from '@tagalong/contract/features/users/users.admin.contract.ts'
import { userToSave } from '#features/users/users.policy.ts'
import { presentUser } from '#features/users/users.present.ts'
import { audited } from '#http/audit.ts'
import { saveUser } from './users.admin.service.ts'

export const userSavingRoutes = [
  audited(calls.saveUser, {
    locks: 'administrators',
    policy: userToSave,
    handle: (ctx, user, { body }) => saveUser(ctx, user, body),
    present: presentUser,
  }),
]
