import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { priceIntervals, subscriptionStatuses } from './billing.rules.ts'

/** `subscriptionStatus` is null if there is no subscription, `benefitsEndDate` if no end is known. */
export const subscription = z.object({
  subscriptionStatus: z.nullable(z.enum(subscriptionStatuses)),
  benefitsEndDate: z.nullable(instant),
})
export type Subscription = z.infer<typeof subscription>

export const getSubscription = endpoint({
  name: 'billing.subscription',
  summary: 'Read the own paid membership',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/subscription',
  data: subscription,
  whilePaused: true,
})

/** A page of the payment provider, or why there is none. */
const providerPage = z.union([z.object({ url: z.url() }), z.object({ message: z.string() })])

/** Price per `count` intervals, in whole units of the currency: 4.99 for $4.99. */
const price = z.object({
  amount: z.number(),
  currency: z.string(),
  interval: z.enum(priceIntervals),
  count: z.int(),
})
export type Price = z.infer<typeof price>

/** Price of a premium membership; null if it can't be read. */
export const getPrice = endpoint({
  name: 'billing.price',
  summary: 'Read what the membership costs',
  scope: 'stripe',
  guard: 'caregiver',
  method: 'GET',
  path: '/price',
  data: z.object({ price: z.nullable(price) }),
})

/**
 * The provider's page where the caller pays. It returns to the page where they began, with ?stripe=1 once paid:
 * /profile; or, with `from`, the draft of a playdate, which may play a past one `again` or repeat an order (`ask`).
 * Pages are named, never given as addresses.
 */
export const createCheckoutSession = endpoint({
  name: 'billing.createCheckoutSession',
  summary: 'Get the page to pay for the membership',
  scope: 'stripe',
  guard: 'caregiver',
  method: 'GET',
  path: '/create-checkout-session',
  query: z.strictObject({ from: z.optional(z.literal('draft')), again: z.optional(id), ask: z.optional(id) }),
  data: providerPage,
})

/**
 * The provider's page where the caller sees, changes and ends what they pay for, with or without a profile. It returns
 * to /profile?portal=1, or to /account-notice?portal=1 while the account is paused or closed.
 */
export const createStripePortalSession = endpoint({
  name: 'billing.createStripePortalSession',
  summary: 'Get the page to manage the membership',
  scope: 'stripe',
  guard: 'user',
  method: 'GET',
  path: '/create-stripe-portal-session',
  data: providerPage,
  whilePaused: true,
})

/** Same as `createStripePortalSession`, by another path. */
export const createPortalSession = endpoint({
  name: 'billing.createPortalSession',
  summary: 'Get the page to manage the membership, as well',
  scope: 'stripe',
  guard: 'user',
  method: 'GET',
  path: '/create-portal-session',
  data: providerPage,
  whilePaused: true,
})
