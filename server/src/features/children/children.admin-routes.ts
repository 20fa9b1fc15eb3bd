import * as calls from '@tagalong/contract/features/children/children.admin.contract.ts'
import { loaded, route } from '#http/route.ts'
import { anyChild, childrenOfUser } from './children.admin.policy.ts'
import { presentKnownChild } from './children.present.ts'

export const childAdminRoutes = [
  route(calls.getChildAsAdmin, { policy: anyChild, handle: loaded, present: presentKnownChild }),
  route(calls.listChildrenOfUser, {
    policy: childrenOfUser,
    handle: (_ctx, rows) => rows.map(presentKnownChild),
  }),
]
