import type { PushSubscriptionFields } from '@tagalong/contract/features/push/push.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, type Refusal } from '#http/refusal.ts'
import {
  type CheckRow,
  checkEndpoint,
  checkSession,
  dropOldest,
  dropSubscriptionsOf,
  renewSubscription,
  saveSubscription,
  setRejected,
} from './push.db.ts'

/** Most devices of one user; the one that subscribed first gives way. */
const maxDevices = 20
const subscriptions = { name: 'subscribe', points: 60, seconds: 3_600 }
const publicCalls = { name: 'push-public', points: 120, seconds: 3_600 }

/** Runs before the transaction, so that a user who asks too often holds no connection. */
export function refuseManySubscriptions({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(subscriptions, actor.userId)
}

export async function subscribe(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  { endpoint, keys }: PushSubscriptionFields,
): Promise<Refusal | null> {
  if (!ctx.push.isKnown(endpoint)) return badInput('subscription.endpoint', m.prompt_push_unusable)
  const { subscribed, expired } = await checkSession(ctx.db, userId, sessionId)
  // A device that has a subscription renews it by itself: nobody there was asked again.
  if (!subscribed && !expired) await setRejected(ctx.db, userId, false)
  await saveSubscription(ctx.db, { id: newId(), endpoint, userId, sessionId, ...keys })
  await dropOldest(ctx.db, userId, maxDevices)
  return null
}

export async function unsubscribe(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  isRejected: boolean,
): Promise<void> {
  if (isRejected) await setRejected(ctx.db, userId, true)
  await dropSubscriptionsOf(ctx.db, sessionId)
}

export function checkSubscription(ctx: Ctx, { userId, sessionId }: Authorised<Actor>): Promise<CheckRow> {
  return checkSession(ctx.db, userId, sessionId)
}

const nothing: CheckRow = { subscribed: false, expired: false, rejected: false }

/** Runs before the transaction. */
export function refuseManyPublicCalls({ limits, client }: Ctx<unknown>): Promise<Refusal | null> {
  return limits.use(publicCalls, client.ip)
}

/** The endpoint is the secret that allows asking; without it nobody learns whether an email is known. */
export async function checkSubscriptionOf(
  ctx: Ctx<unknown>,
  { endpoint, email }: { endpoint: string; email: string },
): Promise<CheckRow | Refusal> {
  return (await refuseManyPublicCalls(ctx)) ?? (await checkEndpoint(ctx.db, endpoint, email)) ?? nothing
}

export async function resubscribe(
  ctx: Ctx<unknown>,
  {
    oldSubscriptionEndpoint: oldEndpoint,
    newSubscription: { endpoint, keys },
    email,
  }: { oldSubscriptionEndpoint: string; newSubscription: PushSubscriptionFields; email: string },
): Promise<void> {
  // The same answer either way: it must not reveal which endpoints are known.
  if (ctx.push.isKnown(endpoint)) await renewSubscription(ctx.db, { oldEndpoint, endpoint, email, ...keys })
}
