import * as calls from '@tagalong/contract/features/billing/billing.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor, CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { ownSubscription } from './billing.policy.ts'
import { presentSubscription } from './billing.present.ts'
import { createCheckoutSession, createPortalSession, getPrice } from './billing.service.ts'

export const subscriptionRoutes = [
  route(calls.getSubscription, {
    policy: ownSubscription,
    present: ({ row }) => presentSubscription(row),
  }),
]

export const billingRoutes = [
  route(calls.getPrice, { policy: caller<CaregiverActor>, handle: getPrice }),
  route(calls.createCheckoutSession, { policy: caller<CaregiverActor>, handle: createCheckoutSession }),
  route(calls.createStripePortalSession, { policy: caller<Actor>, handle: createPortalSession }),
  route(calls.createPortalSession, { policy: caller<Actor>, handle: createPortalSession }),
]
