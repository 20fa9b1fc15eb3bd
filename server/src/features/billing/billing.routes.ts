import {
  createCheckoutSession as createCheckoutSessionCall,
  createPortalSession as createPortalSessionCall,
  createStripePortalSession as createStripePortalSessionCall,
  getPrice as getPriceCall,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { ownSubscription } from './billing.policy.ts'
import { presentSubscription } from './billing.present.ts'
import { createCheckoutSession, createPortalSession, getPrice } from './billing.service.ts'

export const subscriptionRoutes = [
  route(getSubscription, { policy: ownSubscription, handle: (_ctx, { row }) => presentSubscription(row) }),
]

export const billingRoutes = [
  route(getPriceCall, { policy: oneself<CaregiverActor>, handle: getPrice }),
  route(createCheckoutSessionCall, { policy: oneself<CaregiverActor>, handle: createCheckoutSession }),
  route(createStripePortalSessionCall, { policy: oneself<CaregiverActor>, handle: createPortalSession }),
  route(createPortalSessionCall, { policy: oneself<CaregiverActor>, handle: createPortalSession }),
]
