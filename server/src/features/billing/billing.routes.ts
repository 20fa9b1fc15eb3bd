import { getSubscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { route } from '#http/route.ts'
import { ownSubscription } from './billing.policy.ts'
import { presentSubscription } from './billing.present.ts'

export const subscriptionRoutes = [
  route(getSubscription, { policy: ownSubscription, handle: (_ctx, { row }) => presentSubscription(row) }),
]
