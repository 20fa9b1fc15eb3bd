import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { email } from '../../values/email.ts'

const base64url = (bytes: number) =>
  z.string().check(
    z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), {
      error: m.prompt_push_unusable,
    }),
  )

const endpointUrl = z
  .string()
  .check(
    z.minLength(1, { error: m.prompt_push_unusable }),
    z.maxLength(1_000, { error: m.prompt_push_unusable }),
  )

/** A browser's PushSubscription as JSON: an address at its push service and two keys. */
export const pushSubscription = z.strictObject({
  endpoint: endpointUrl,
  /** Milliseconds since 1970. */
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushSubscriptionFields = z.infer<typeof pushSubscription>

/** The application server's key to which a browser binds a subscription. */
export const getPushKey = endpoint({
  name: 'push.key',
  summary: 'Read the public key for push subscriptions',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/push-key',
  data: z.object({ publicKey: z.string() }),
})

/** `subscribed`: on this device; `expired`: its push service no longer knows it. */
const checkResult = z.object({
  expired: z.boolean(),
  subscribed: z.boolean(),
  notificationsRejected: z.boolean(),
})

export const checkSubscription = endpoint({
  name: 'push.check',
  summary: 'Check the push subscription of this device',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/checkSubscription',
  data: checkResult,
})

/** Adds this device, at most 20 per user. The endpoint must belong to a known push service. */
export const subscribe = endpoint({
  name: 'push.subscribe',
  summary: 'Subscribe this device to pushes',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/subscribe',
  body: z.strictObject({ subscription: pushSubscription }),
  data: z.object({ subscribed: z.literal(true) }),
  status: 201,
})

/** Unsubscribes this device. `rejected` remembers that the user wants no pushes and is not to be asked again. */
export const unsubscribe = endpoint({
  name: 'push.unsubscribe',
  summary: 'Unsubscribe this device from pushes',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/unsubscribe',
  body: z.strictObject({ rejected: z.optional(z.boolean()) }),
  data: z.object({}),
})

/**
 * Anyone who knows the endpoint may ask. Everything is false if the endpoint and the email address don't belong
 * together.
 */
export const checkSubscriptionOf = endpoint({
  name: 'push.checkOf',
  summary: 'Check a push subscription by its endpoint',
  scope: 'public',
  guard: 'none',
  method: 'POST',
  path: '/checkSubscription',
  body: z.strictObject({ email, subscriptionFront: pushSubscription }),
  data: checkResult,
})

/** Replaces a subscription that the browser has renewed. The answer is the same whether or not there was one. */
export const resubscribe = endpoint({
  name: 'push.resubscribe',
  summary: 'Replace a push subscription that was renewed',
  scope: 'public',
  guard: 'none',
  method: 'POST',
  path: '/resubscribe',
  body: z.strictObject({
    oldSubscriptionEndpoint: endpointUrl,
    newSubscription: pushSubscription,
    email,
  }),
  data: z.object({}),
  status: 201,
})
