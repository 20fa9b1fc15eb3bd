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
