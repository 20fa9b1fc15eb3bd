import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Price } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import {
  type DemoSubscriptionRow,
  deleteDemoSubscriptions,
  endDemoSubscription,
  findDemoSubscription,
  insertDemoSubscription,
  lockDemoCustomer,
  updateDemoSubscription,
} from './demo-payments.db.ts'
import type { Payments, ProviderSubscription } from './payments.ts'

/** The path of its pages. */
export const demoPath = '/api/stripe/demo'
/** The header of its signatures, the same as Stripe's. */
export const signatureHeader = 'stripe-signature'

/** Milliseconds. */
const linkLife = 86_400_000
const period = 30 * 86_400_000
const signatureLife = 300_000

/** In play money. */
export const demoPrice: Price = { amount: 4.99, currency: 'usd', interval: 'month', count: 1 }

/** What a user may do to a subscription on the portal's page. */
export const demoChanges = ['cancel', 'keep', 'end', 'fail', 'pay', 'pause'] as const
export type DemoChange = (typeof demoChanges)[number]

/** Stands in for a payment provider: it stores subscriptions, has pages, and signs what it sends us. */
export interface DemoPayments extends Payments {
  /** Reads a link of the demo; null if it is another's, or over. */
  readLink(page: 'checkout' | 'portal', session: unknown): DemoLink | null
  /** Subscribes the link's customer. However often it is called, a link leads to one subscription. */
  subscribe(link: DemoLink): Promise<void>
  change(customerId: string, change: DemoChange): Promise<void>
  /** Returns what is sent to the webhook after a change. */
  signEvent(customerId: string): { body: string; signature: string }
}

const link = z.strictObject({
  page: z.enum(['checkout', 'portal']),
  id: z.uuid(),
  customerId: z.string(),
  /** Where to go afterwards. */
  done: z.string(),
  /** Where to go if nothing was done. */
  back: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type DemoLink = z.infer<typeof link>

interface DemoOptions {
  db: Db
  secret: Buffer
  now: () => number
  publicUrl: string
}

export function demoPayments({ db, secret, now, publicUrl }: DemoOptions): DemoPayments {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const isSigned = (text: string, signature: string) => {
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))]
    return given.length === right.length && timingSafeEqual(given, right)
  }
  const linkTo = (said: Omit<DemoLink, 'id' | 'until'>) => {
    const whole: DemoLink = { ...said, id: randomUUID(), until: now() + linkLife }
    const text = Buffer.from(JSON.stringify(whole)).toString('base64url')
    return `${publicUrl}${demoPath}/${said.page}?session=${text}.${sign(text)}`
  }
  return {
    provider: 'demo',
    saveCustomer: async (known) => known ?? `demo_${randomUUID()}`,
    async readSubscription(customerId) {
      const row = await findDemoSubscription(db, customerId)
      return row ? asProviderSays(row, now()) : null
    },
    readPrice: async () => demoPrice,
    checkoutUrl: async (customerId, { paid, givenUp }) =>
      linkTo({ page: 'checkout', customerId, done: paid, back: givenUp }),
    portalUrl: async (customerId, back) => linkTo({ page: 'portal', customerId, done: back, back }),
    forgetCustomer: (customerId) => deleteDemoSubscriptions(db, customerId),
    readEvent(body, signature) {
      const [, time, signed] = /^t=(\d{13}),v1=([\w-]+)$/.exec(signature) ?? []
      if (!time || !signed || !isSigned(`${time}.${body}`, signed)) return null
      if (Math.abs(now() - Number(time)) > signatureLife) return null
      return event.parse(JSON.parse(body))
    },
    readLink(page, session) {
      const [text = '', signature = ''] = String(session).split('.')
      if (!isSigned(text, signature)) return null
      const parsed = link.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      if (!parsed.success) return null
      return parsed.data.page === page && parsed.data.until > now() ? parsed.data : null
    },
    subscribe: ({ id, customerId }) =>
      db.transaction().execute(async (transaction) => {
        await lockDemoCustomer(transaction, customerId)
        await endDemoSubscription(transaction, customerId, new Date(now()))
        const newest = await findDemoSubscription(transaction, customerId)
        if (newest && newest.status !== 'canceled') return
        const periodEndsAt = new Date(now() + period)
        await insertDemoSubscription(transaction, { id: `demo_${id}`, customerId, periodEndsAt })
      }),
    async change(customerId, change) {
      await endDemoSubscription(db, customerId, new Date(now()))
      const row = await findDemoSubscription(db, customerId)
      if (row) await updateDemoSubscription(db, customerId, changesOf(change, row, new Date(now())))
    },
    signEvent(customerId) {
      const body = JSON.stringify({ id: `demo_${randomUUID()}`, customerId })
      const time = now()
      return { body, signature: `t=${time},v1=${sign(`${time}.${body}`)}` }
    },
  }
}

const event = z.strictObject({ id: z.string(), customerId: z.string() })

/** Converts a subscription; one whose last day has come has ended. */
function asProviderSays(row: DemoSubscriptionRow, now: number): ProviderSubscription {
  const hasRunOut = row.cancel_at !== null && row.cancel_at.getTime() <= now
  return {
    status: hasRunOut ? 'canceled' : (row.status as SubscriptionStatus),
    benefitsEndAt: row.ended_at ?? row.cancel_at,
  }
}

function changesOf(
  change: DemoChange,
  { period_ends_at }: DemoSubscriptionRow,
  now: Date,
): Partial<DemoSubscriptionRow> {
  switch (change) {
    case 'cancel':
      return { cancel_at: period_ends_at }
    case 'keep':
      return { cancel_at: null }
    case 'end':
      return { status: 'canceled', ended_at: now }
    case 'fail':
      return { status: 'past_due' }
    case 'pay':
      return { status: 'active' }
    case 'pause':
      return { status: 'paused' }
  }
}
