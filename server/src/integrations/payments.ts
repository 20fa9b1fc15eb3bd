import type { Price } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import type { Db } from '#db/database.ts'
import type { Env } from '#env.ts'
import { type DemoPayments, demoPayments } from './demo-payments.ts'

/** Who takes the money. What is paid with never comes near us: people go to pages of the provider's own. */
export interface Payments {
  /** Its customers mean nothing to another one. Play money is another than real money. */
  readonly provider: 'demo' | 'stripe' | 'stripe-test' | 'none'
  /**
   * Tells the provider of the address, and answers the customer's name there. It is another one than the known where
   * the provider has forgotten that.
   */
  saveCustomer(known: string | null, email: string): Promise<string>
  /** What it says of the customer at this moment; null where there is no subscription, or no such customer. */
  readSubscription(customerId: string): Promise<ProviderSubscription | null>
  /** What a membership costs; null where that can't be said in one amount. */
  readPrice(): Promise<Price | null>
  /** Leads to `paid` once it is paid, otherwise to `given up`. */
  checkoutUrl(customerId: string, back: { paid: string; givenUp: string }): Promise<string>
  portalUrl(customerId: string, back: string): Promise<string>
  /** Nothing is charged from now on. A customer who isn't there is no error. */
  forgetCustomer(customerId: string): Promise<void>
  /**
   * What the provider tells us, if it really was the provider, and just now; otherwise null.
   * @param body as it came over the wire
   */
  readEvent(body: string, signature: string): ProviderEvent | null
}

export interface ProviderSubscription {
  status: SubscriptionStatus
  /** When the benefits end or ended; null where nobody has called an end. */
  benefitsEndAt: Date | null
}

export interface ProviderEvent {
  /** The same for each repetition. */
  id: string
  /** null where it is about something else than a customer. */
  customerId: string | null
}

interface OpenPayments {
  payments: Payments
  /** Its pages have to be served; null where it doesn't stand in. */
  demo: DemoPayments | null
}

const nothingSold = () => Promise.reject(new Error('nobody takes money here'))

/** Where nobody takes money, and play money would be a gift to everybody. */
const noPayments: Payments = {
  provider: 'none',
  saveCustomer: nothingSold,
  readSubscription: async () => null,
  readPrice: async () => null,
  checkoutUrl: nothingSold,
  portalUrl: nothingSold,
  forgetCustomer: async () => undefined,
  readEvent: () => null,
}

/** Stripe where the environment has an account there, otherwise the demo where it may stand in. */
export async function openPayments(
  { stripe, demoPayments: hasDemo, publicUrl }: Env,
  demo: { db: Db; secret: Buffer; now: () => number },
): Promise<OpenPayments> {
  if (!stripe && !hasDemo) return { payments: noPayments, demo: null }
  if (!stripe) {
    const payments = demoPayments({ ...demo, publicUrl })
    return { payments, demo: payments }
  }
  // Only those who have an account wait for its library.
  const { stripePayments } = await import('./stripe-payments.ts')
  return { payments: stripePayments(stripe), demo: null }
}
