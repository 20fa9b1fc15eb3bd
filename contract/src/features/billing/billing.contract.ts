import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { instant } from '../../values/instant.ts'
import { subscriptionStatuses } from './billing.rules.ts'

/** `subscriptionStatus` is null where there is no subscription, `benefitsEndDate` where none is known. */
export const subscription = z.object({
  subscriptionStatus: z.nullable(z.enum(subscriptionStatuses)),
  benefitsEndDate: z.nullable(instant),
})
export type Subscription = z.infer<typeof subscription>

/** The caller's own. */
export const getSubscription = endpoint({
  name: 'billing.subscription',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/subscription',
  data: subscription,
})

/** A page of the payment provider to go to, or why there is none. */
const providerPage = z.union([z.object({ url: z.url() }), z.object({ message: z.string() })])

/** Where the caller pays. It leads back to /profile?stripe=1, or to /profile where they think better of it. */
export const createCheckoutSession = endpoint({
  name: 'billing.createCheckoutSession',
  scope: 'stripe',
  guard: 'caregiver',
  method: 'GET',
  path: '/create-checkout-session',
  data: providerPage,
})

/** Where the caller sees, changes and ends what they pay for. It leads back to /profile?portal=1. */
export const createStripePortalSession = endpoint({
  name: 'billing.createStripePortalSession',
  scope: 'stripe',
  guard: 'caregiver',
  method: 'GET',
  path: '/create-stripe-portal-session',
  data: providerPage,
})

/** The same by another path. */
export const createPortalSession = endpoint({
  name: 'billing.createPortalSession',
  scope: 'stripe',
  guard: 'caregiver',
  method: 'GET',
  path: '/create-portal-session',
  data: providerPage,
})
