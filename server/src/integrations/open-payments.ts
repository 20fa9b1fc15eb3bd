import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { type DemoPayments, demoPayments } from './demo-payments.ts'
import type { Payments } from './payments.ts'

interface OpenPayments {
  payments: Payments
  /** The demo, whose pages have to be served; null if it doesn't stand in. */
  demo: DemoPayments | null
}

const nothingSold = () => Promise.reject(new Error('nobody takes money here'))

/** For installations without a provider, where play money would give premium to everybody. */
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

/** Opens Stripe if the environment has an account there, otherwise the demo if it may stand in. */
export async function openPayments(
  { stripe, demoPayments: hasDemo, publicUrl }: Env,
  demo: { db: Db; secret: Buffer; now: () => number },
): Promise<OpenPayments> {
  if (!stripe && !hasDemo) return { payments: noPayments, demo: null }
  if (!stripe) {
    const payments = demoPayments({ ...demo, publicUrl })
    return { payments, demo: payments }
  }
  // Loaded only if there is an account.
  const { stripePayments } = await import('./stripe-payments.ts')
  return { payments: stripePayments(stripe), demo: null }
}
