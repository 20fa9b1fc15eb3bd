import * as calls from '@tagalong/contract/features/users/users.admin.contract.ts'
import { presentPage, presentValues } from '#http/lists/lists.ts'
import { route } from '#http/route.ts'
import { listUsers, listUserValues } from './users.admin.service.ts'
import { administrator, anyUser } from './users.policy.ts'
import { presentUser } from './users.present.ts'

export const userAdminRoutes = [
  route(calls.listUsers, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listUsers(ctx, admin, query),
    present: presentPage(presentUser),
  }),
  route(calls.listUserValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listUserValues(ctx, admin, query),
    present: presentValues,
  }),
  route(calls.getUser, { policy: anyUser, present: presentUser }),
]
