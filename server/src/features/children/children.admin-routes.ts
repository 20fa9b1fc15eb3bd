import {
  getChildAsAdmin,
  listChildrenOfUser,
} from '@tagalong/contract/features/children/children.admin.contract.ts'
import { route } from '#http/route.ts'
import { anyChild, childrenOfUser } from './children.admin.policy.ts'
import { presentKnownChild } from './children.present.ts'

export const childAdminRoutes = [
  route(getChildAsAdmin, { policy: anyChild, handle: (_ctx, row) => presentKnownChild(row) }),
  route(listChildrenOfUser, {
    policy: childrenOfUser,
    handle: (_ctx, rows) => rows.map(presentKnownChild),
  }),
]
