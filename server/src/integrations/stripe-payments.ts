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

/** Milliseconds; with its one repetition a person still waits for it. */
const timeoutMs = 10_000

/** Checkout and customer portal on Stripe's pages, by its library. */
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
      // Asked once: Stripe never changes the amount of a price, only what is asked in vain is asked again.
      price ??= stripe.prices.retrieve(priceId).then(asPrice)
      price.catch(() => {
        price = undefined
      })
      return price
    },
    async checkoutUrl(customer, { paid, givenUp }) {
      const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
      // Whoever asks twice gets the same page: two could both be paid.
      const same = open.data.find(
        ({ url, success_url, metadata }) => url && success_url === paid && metadata?.price === priceId,
      )
      if (same?.url) return same.url
      // The other pages lead elsewhere, or sell at another price. One that is paid in this moment refuses: ask anew.
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
      // One that was paid in this moment is no longer open; its subscription ends with the customer.
      for (const { id } of open?.data ?? []) await unlessRefused(stripe.checkout.sessions.expire(id))
      await unlessMissing(stripe.customers.del(customerId))
    },
    readEvent: (body, signature) => readSigned(stripe, body, signature, webhookSecret),
  }
}

// Stripe counts most currencies in hundredths, these not; https://docs.stripe.com/currencies.
const inWholes = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const inThousandths = 'bhd jod kwd omr tnd'.split(' ')

/** null where it is no single amount, as with tiers, or where its unit is not known. */
function asPrice({ unit_amount, currency, recurring }: Stripe.Price): Price | null {
  // Of Uganda's shilling Stripe's list says both.
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

/** null where there is no such thing. */
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

/** The one that counts: one that is subscribed, or else one that goes on, or else the newest. */
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

/** @throws where Stripe has learned a word that we don't know; what was stored then stays. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus {
  const known = subscriptionStatuses.find((each) => each === status)
  if (!known) throw new Error(`Stripe says that a subscription is ${status}`)
  return known
}

/** Seconds since 1970; null where no end was called. What never began has none. */
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
