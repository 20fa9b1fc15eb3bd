import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import Stripe from 'stripe'

/** The settings that give the app an account there. */
const stripeEnv = {
  STRIPE_SECRET_KEY: 'sk_test_stub',
  STRIPE_WEBHOOK_SECRET: 'whsec_stub',
  STRIPE_PRICE_ID: 'price_stub',
}

/** A subscription in Stripe's own words; times in seconds since 1970. */
export interface StubSubscription {
  id: string
  status: SubscriptionStatus
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  ended_at: number | null
  items: { data: { current_period_end: number }[] }
}

/** A price in Stripe's own words. */
export interface StubPrice {
  unit_amount: number | null
  currency: string
  recurring: { interval: string; interval_count: number } | null
}

interface StubSession {
  id: string
  customer: string
  status: 'open' | 'complete' | 'expired'
  url: string
  success_url: string
  cancel_url: string
  metadata: { price?: string }
}

export interface StripeStub {
  env: Record<string, string>
  /** By customer id, without the deleted ones. */
  customers: Map<string, { email: string; subscriptions: StubSubscription[] }>
  sessions: StubSession[]
  /** Where each portal leads back to. */
  returns: string[]
  price: StubPrice
  /** Method and path of each call, in order. */
  calls: string[]
  /** While true, every call is answered with 500. */
  isDown: boolean
  /** Runs after a list of subscriptions was read, and before it is answered. */
  beforeAnswer: (() => Promise<void>) | null
  /** Gives the customer a subscription, or changes it. */
  subscribe(customer: string, changes?: Partial<StubSubscription>): StubSubscription
  close(): Promise<void>
}

const later = () => Math.floor(Date.now() / 1000) + 30 * 86_400
const sdk = new Stripe('sk_test_signer')
let made = 0
const newId = (kind: string) => {
  made += 1
  return `${kind}_${made}`
}

/** Starts a server that answers the app's calls to Stripe from memory. Stripe's own library calls it over HTTP. */
export async function startStripeStub(): Promise<StripeStub> {
  const stub: StripeStub = {
    env: stripeEnv,
    customers: new Map(),
    sessions: [],
    returns: [],
    price: { unit_amount: 499, currency: 'usd', recurring: { interval: 'month', interval_count: 1 } },
    calls: [],
    isDown: false,
    beforeAnswer: null,
    subscribe(customer, changes = {}) {
      const all = stub.customers.get(customer)?.subscriptions ?? []
      const known = all.find(({ id }) => changes.id === undefined || id === changes.id)
      if (known) return Object.assign(known, changes)
      const fresh: StubSubscription = {
        id: newId('sub'),
        status: 'active',
        created: Math.floor(Date.now() / 1000) + made,
        cancel_at: null,
        cancel_at_period_end: false,
        ended_at: null,
        items: { data: [{ current_period_end: later() }] },
        ...changes,
      }
      all.push(fresh)
      return fresh
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(stub, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  stub.env = { ...stripeEnv, STRIPE_API_BASE: `http://127.0.0.1:${port}` }
  return stub
}

/** Returns an event as Stripe would send it: its body and the signature over that. */
export function signedEvent(
  customer: string,
  options: { id?: string; type?: string; timestamp?: number; secret?: string } = {},
): { body: string; signature: string } {
  const body = JSON.stringify({
    id: options.id ?? newId('evt'),
    object: 'event',
    type: options.type ?? 'customer.subscription.updated',
    // The app must not believe this.
    data: { object: { id: 'sub_told', object: 'subscription', customer, status: 'active', cancel_at: null } },
  })
  const signature = sdk.webhooks.generateTestHeaderString({
    payload: body,
    secret: options.secret ?? stripeEnv.STRIPE_WEBHOOK_SECRET,
    ...(options.timestamp && { timestamp: options.timestamp }),
  })
  return { body, signature }
}

interface Answer {
  status: number
  body: object
}

const missing = (what: string): Answer => ({
  status: 404,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` },
  },
})
const list = (url: string, data: object[]): Answer => ({
  status: 200,
  body: { object: 'list', url, has_more: false, data },
})

async function answer(stub: StripeStub, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  const form = new URLSearchParams(await text(request))
  stub.calls.push(`${request.method} ${pathname}`)
  if (stub.isDown) return { status: 500, body: { error: { type: 'api_error', message: 'Down' } } }
  if (request.headers.authorization !== `Bearer ${stripeEnv.STRIPE_SECRET_KEY}`)
    return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Who is that?' } } }
  const [, , one = '', two = '', three = ''] = pathname.split('/')
  const named = searchParams.get('customer') ?? form.get('customer') ?? ''
  switch (`${request.method} ${one} ${one === 'checkout' ? two : ''}`.trim()) {
    case 'POST customers':
      return saveCustomer(stub, two, form.get('email') ?? '')
    case 'DELETE customers':
      return stub.customers.delete(two)
        ? { status: 200, body: { id: two, object: 'customer', deleted: true } }
        : missing('customer')
    case 'GET subscriptions': {
      const found = stub.customers.get(named)
      const reply = found ? list(pathname, structuredClone(found.subscriptions)) : missing('customer')
      await stub.beforeAnswer?.()
      return reply
    }
    case 'GET prices':
      return two === stripeEnv.STRIPE_PRICE_ID
        ? { status: 200, body: { id: two, object: 'price', ...stub.price } }
        : missing('price')
    case 'GET checkout sessions':
      return list(
        pathname,
        stub.sessions.filter(({ customer, status }) => customer === named && status === 'open'),
      )
    case 'POST checkout sessions':
      return three ? expire(stub, three) : createSession(stub, named, form)
    case 'POST billing_portal':
      stub.returns.push(form.get('return_url') ?? '')
      return stub.customers.has(named)
        ? { status: 200, body: { object: 'billing_portal.session', url: 'https://billing.stripe.test/p' } }
        : missing('customer')
    default:
      return missing('path')
  }
}

function saveCustomer(stub: StripeStub, known: string, email: string): Answer {
  if (known && !stub.customers.has(known)) return missing('customer')
  const id = known || newId('cus')
  stub.customers.set(id, { subscriptions: stub.customers.get(id)?.subscriptions ?? [], email })
  return { status: 200, body: { id, object: 'customer', email } }
}

function createSession(stub: StripeStub, customer: string, form: URLSearchParams): Answer {
  if (!stub.customers.has(customer)) return missing('customer')
  const id = newId('cs')
  const session: StubSession = {
    id,
    customer,
    status: 'open',
    url: `https://checkout.stripe.test/${id}`,
    success_url: form.get('success_url') ?? '',
    cancel_url: form.get('cancel_url') ?? '',
    metadata: { price: form.get('metadata[price]') ?? '' },
  }
  stub.sessions.push(session)
  return { status: 200, body: { object: 'checkout.session', ...session } }
}

function expire(stub: StripeStub, id: string): Answer {
  const session = stub.sessions.find((each) => each.id === id)
  if (!session) return missing('checkout.session')
  session.status = 'expired'
  return { status: 200, body: { object: 'checkout.session', ...session } }
}
