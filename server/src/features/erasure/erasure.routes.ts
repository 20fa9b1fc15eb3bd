import { deleteChild as deleteChildCall } from '@tagalong/contract/features/children/children.contract.ts'
import { ownChild } from '#features/children/children.policy.ts'
import { route } from '#http/route.ts'
import { deleteChild } from './erasure.service.ts'

export const erasureRoutes = [
  route(deleteChildCall, {
    policy: ownChild,
    handle: async (ctx, child) => (await deleteChild(ctx, child)) ?? {},
  }),
]
