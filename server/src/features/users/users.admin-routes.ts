import {
  getUser,
  listUsers as listUsersCall,
  listUserValues as listUserValuesCall,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import { presentPage, presentValues } from '#http/lists.ts'
import { route } from '#http/route.ts'
import { listUsers, listUserValues } from './users.admin.service.ts'
import { administrator, anyUser } from './users.policy.ts'
import { presentUser } from './users.present.ts'

export const userAdminRoutes = [
  route(listUsersCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentPage(await listUsers(ctx, admin, query), presentUser),
  }),
  route(listUserValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listUserValues(ctx, admin, query)),
  }),
  route(getUser, { policy: anyUser, handle: (_ctx, row) => presentUser(row) }),
]
