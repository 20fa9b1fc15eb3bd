import type { Price } from '@tagalong/contract/features/billing/billing.contract.ts'
import {
  priceIntervals,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '@tagalong/contract/features/billing/billing.rules.ts'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { StripeAccount } from '#env.ts'
import type { Payments, ProviderEvent, ProviderSubscription } from './payments.ts'

/** Milliseconds; a user waits for it, and for its one retry. */
const timeoutMs = 10_000

/** Payments by Stripe, with the checkout and customer portal on its pages. */
export function stripePayments({ secretKey, webhookSecret, priceId, apiBase }: StripeAccount): Payments {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  })
  let price: Promise<Price | null> | undefined
  return {
    provider: /^[sr]k_live_/.test(secretKey) ? 'stripe' : 'stripe-test',
    async saveCustomer(known, email) {
      const saved = known && (await unlessMissing(stripe.customers.update(known, { email })))
      return saved ? saved.id : (await stripe.customers.create({ email })).id
    },
    async readSubscription(customerId) {
      const all = await unlessMissing(
        stripe.subscriptions
          .list({ customer: customerId, status: 'all', limit: 100 })
          .autoPagingToArray({ limit: 1_000 }),
      )
      return pickSubscription(all ?? [])
    },
    readPrice() {
      // Cached: Stripe never changes the amount of a price. Only a failed request is sent again.
      price ??= stripe.prices.retrieve(priceId).then(asPrice)
      price.catch(() => {
        price = undefined
      })
      return price
    },
    async checkoutUrl(customer, { paid, givenUp }) {
      const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
      // A user who asks twice gets the same page: two could both be paid.
      const same = open.data.find(
        ({ url, success_url, metadata }) => url && success_url === paid && metadata?.price === priceId,
      )
      if (same?.url) return same.url
      // The other pages lead elsewhere, or sell at another price. One that is paid at this moment can't be expired: the
      // call fails, and can be made again.
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id)
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata: { price: priceId },
        success_url: paid,
        cancel_url: givenUp,
      })
      if (!session.url) throw new Error('Stripe answered a checkout without an address')
      return session.url
    },
    async portalUrl(customer, back) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url: back })).url
    },
    async forgetCustomer(customerId) {
      const open = await unlessMissing(
        stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 }),
      )
      // A page that was paid at this moment isn't open any more; its subscription ends with the customer.
      for (const { id } of open?.data ?? []) await unlessRefused(stripe.checkout.sessions.expire(id))
      await unlessMissing(stripe.customers.del(customerId))
    },
    readEvent: (body, signature) => readSigned(stripe, body, signature, webhookSecret),
  }
}

// Stripe counts most currencies in hundredths, but not these; https://docs.stripe.com/currencies.
const inWholes = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const inThousandths = 'bhd jod kwd omr tnd'.split(' ')

/** Converts Stripe's price; null if it isn't one amount, as with tiers, or if its unit isn't known. */
function asPrice({ unit_amount, currency, recurring }: Stripe.Price): Price | null {
  // For Uganda's shilling, Stripe's list says both.
  if (unit_amount === null || !recurring || currency === 'ugx') return null
  const parts = inWholes.includes(currency) ? 1 : inThousandths.includes(currency) ? 1_000 : 100
  const interval = priceIntervals.find((each) => each === recurring.interval)
  if (!interval) return null
  return { amount: unit_amount / parts, currency, interval, count: recurring.interval_count }
}

function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base)
  const isOpen = protocol === 'http:'
  return { protocol: isOpen ? 'http' : 'https', host: hostname, port: port || (isOpen ? 80 : 443) } as const
}

/** Returns null if Stripe says that the thing doesn't exist. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null
    throw error
  }
}

async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

/**
 * Picks the subscription that counts: an active one, else one that goes on, else one that ended. Of several, the one
 * that ends last, then the newest.
 */
function pickSubscription(all: readonly Stripe.Subscription[]): ProviderSubscription | null {
  const [best] = all.toSorted(
    (a, b) => rank(a) - rank(b) || (endOf(b) ?? Infinity) - (endOf(a) ?? Infinity) || b.created - a.created,
  )
  if (!best) return null
  const end = endOf(best)
  return { status: statusOf(best), benefitsEndAt: end === null ? null : new Date(end * 1_000) }
}

function rank({ status }: Stripe.Subscription): number {
  if (status === 'active' || status === 'trialing') return 0
  return status === 'canceled' || status === 'incomplete_expired' ? 2 : 1
}

/** @throws if Stripe uses a status that we don't know; what was stored stays then. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus {
  const known = subscriptionStatuses.find((each) => each === status)
  if (!known) throw new Error(`Stripe says that a subscription is ${status}`)
  return known
}

/** Returns seconds since 1970; null if no end was set, or the subscription never began. */
function endOf(subscription: Stripe.Subscription): number | null {
  const { status, ended_at, cancel_at, cancel_at_period_end, items } = subscription
  if (status === 'incomplete' || status === 'incomplete_expired') return null
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end))
  return ended_at ?? cancel_at ?? (cancel_at_period_end ? periodEnd : null)
}

const named = z.union([z.string(), z.object({ id: z.string() })])
const about = z.object({
  data: z.object({
    object: z.object({ id: z.optional(z.string()), object: z.string(), customer: z.nullish(named) }),
  }),
})

function readSigned(stripe: Stripe, body: string, signature: string, secret: string): ProviderEvent | null {
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret)
    return { id: event.id, customerId: customerOf(event) }
  } catch {
    return null
  }
}

function customerOf(event: unknown): string | null {
  const parsed = about.safeParse(event)
  if (!parsed.success) return null
  const { id, object, customer } = parsed.data.data.object
  if (object === 'customer') return id ?? null
  return (typeof customer === 'string' ? customer : customer?.id) ?? null
}
