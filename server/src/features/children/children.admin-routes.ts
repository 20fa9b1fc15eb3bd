import * as calls from '@tagalong/contract/features/children/children.admin.contract.ts'
import { route } from '#http/route.ts'
import { anyChild, childrenOfUser } from './children.admin.policy.ts'
import { presentAnyChild } from './children.present.ts'

export const childAdminRoutes = [
  route(calls.getChildAsAdmin, { policy: anyChild, present: presentAnyChild }),
  route(calls.listChildrenOfUser, {
    policy: childrenOfUser,
    present: (rows) => rows.map(presentAnyChild),
  }),
]
