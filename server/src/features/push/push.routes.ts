import * as calls from '@tagalong/contract/features/push/push.contract.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
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
  route(calls.getPushKey, {
    policy: caller<Actor>,
    handle: ({ secrets }) => ({ publicKey: secrets.vapidPublicKey }),
  }),
  route(calls.checkSubscription, {
    policy: caller<Actor>,
    handle: checkSubscription,
    present: presentCheck,
  }),
  route(calls.subscribe, {
    prepare: refuseManySubscriptions,
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => subscribe(ctx, actor, body.subscription),
    present: () => ({ subscribed: true as const }),
  }),
  route(calls.unsubscribe, {
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => unsubscribe(ctx, actor, body.rejected ?? false),
    present: presentNothing,
  }),
]

/** For service workers, which hold no session. */
export const publicPushRoutes = [
  route(calls.checkSubscriptionOf, {
    policy: anybody,
    // Writes nothing.
    transaction: 'own',
    handle: (ctx, _anybody, { body: { subscriptionFront, email } }) =>
      checkSubscriptionOf(ctx, { endpoint: subscriptionFront.endpoint, email }),
    present: presentCheck,
  }),
  route(calls.resubscribe, {
    prepare: refuseManyPublicCalls,
    policy: anybody,
    handle: (ctx, _anybody, { body }) => resubscribe(ctx, body),
    present: presentNothing,
  }),
]

function presentCheck({ subscribed, expired, rejected }: CheckRow) {
  return { subscribed, expired, notificationsRejected: rejected }
}
