import {
  checkSubscription as checkSubscriptionCall,
  checkSubscriptionOf as checkSubscriptionOfCall,
  getPushKey,
  resubscribe as resubscribeCall,
  subscribe as subscribeCall,
  unsubscribe as unsubscribeCall,
} from '@tagalong/contract/features/push/push.contract.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { CheckRow } from './push.db.ts'
import {
  checkSubscription,
  checkSubscriptionOf,
  refuseManyPublicCalls,
  refuseManySubscriptions,
  resubscribe,
  subscribe,
  unsubscribe,
} from './push.service.ts'

export const pushRoutes = [
  route(getPushKey, {
    policy: oneself<Actor>,
    handle: ({ secrets }) => ({ publicKey: secrets.vapidPublicKey }),
  }),
  route(checkSubscriptionCall, {
    policy: oneself<Actor>,
    handle: async (ctx, actor) => presentCheck(await checkSubscription(ctx, actor)),
  }),
  route(subscribeCall, {
    prepare: refuseManySubscriptions,
    policy: oneself<Actor>,
    handle: async (ctx, actor, { body }) =>
      (await subscribe(ctx, actor, body.subscription)) ?? { subscribed: true as const },
  }),
  route(unsubscribeCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor, { body }) {
      await unsubscribe(ctx, actor, body.rejected ?? false)
      return {}
    },
  }),
]

/** For a service worker, which holds no session. */
export const publicPushRoutes = [
  route(checkSubscriptionOfCall, {
    policy: anybody,
    // Writes nothing.
    transaction: 'own',
    async handle(ctx, _anybody, { body }) {
      const { endpoint } = body.subscriptionFront
      const found = await checkSubscriptionOf(ctx, { endpoint, email: body.email })
      return found instanceof Refusal ? found : presentCheck(found)
    },
  }),
  route(resubscribeCall, {
    prepare: refuseManyPublicCalls,
    policy: anybody,
    async handle(ctx, _anybody, { body }) {
      await resubscribe(ctx, body)
      return {}
    },
  }),
]

function presentCheck({ subscribed, expired, rejected }: CheckRow) {
  return { subscribed, expired, notificationsRejected: rejected }
}
