import {
  createCheckoutSession,
  createPortalSession,
  createStripePortalSession,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type StripeStub, signedEvent, startStripeStub } from '#test/stripe-stub.ts'
import { addParent, addPerson, addSession, fingerprint, type Parent } from '#test/world.ts'
import { isEntitled } from './billing.policy.ts'
import { webhookPath } from './webhook.ts'

let stub: StripeStub
let t: TestApp
let anna: Parent

beforeAll(async () => {
  stub = await startStripeStub()
  t = await testApp(stub.env)
})
afterAll(async () => {
  await t.close()
  await stub.close()
})
beforeEach(async () => {
  await t.reset()
  stub.customers.clear()
  stub.sessions.length = 0
  stub.calls.length = 0
  stub.returns.length = 0
  stub.isDown = false
  stub.beforeAnswer = null
  anna = await addParent(t.database)
})

const checkout = async () => (await t.call(createCheckoutSession, { query: {} }, { as: anna })).body.data
const subscription = async () => (await t.call(getSubscription, {}, { as: anna })).body.data
const entitled = () => isEntitled(t.database.kysely, anna.caregiverId, new Date())
const customer = () => {
  const [id] = [...stub.customers.keys()]
  if (!id) throw new Error('Stripe knows no customer')
  return id
}
const send = ({ body, signature }: { body: string; signature: string }) =>
  t.send('POST', webhookPath, { payload: body, headers: { 'stripe-signature': signature } })
const callWebhook = async (options?: Parameters<typeof signedEvent>[1]) =>
  send(signedEvent(customer(), options))

async function handled(count: number) {
  await vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query('select handled_at from billing_event')
      expect(rows.filter(({ handled_at }) => handled_at !== null)).toHaveLength(count)
    },
    { timeout: 10_000, interval: 20 },
  )
}

describe('checkout at Stripe', () => {
  test('leads to the provider’s page, and back to /profile?stripe=1', {
    tags: ['BILL-01', 'BILL-20', 'BILL-21', 'API-051'],
  }, async () => {
    const reply = await t.send('GET', '/api/stripe/create-checkout-session', { as: anna })
    expect(reply.body.data).toEqual({ url: stub.sessions[0]?.url })
    expect(stub.sessions).toMatchObject([
      {
        customer: customer(),
        success_url: 'http://localhost:3000/profile?stripe=1',
        cancel_url: 'http://localhost:3000/profile',
        metadata: { price: 'price_stub' },
      },
    ])
  })

  test('gives Stripe nothing but the email address', { tags: ['BILL-01'] }, async () => {
    await checkout()
    expect([...stub.customers.values()]).toEqual([{ email: anna.email, subscriptions: [] }])
    await t.database.pool.query(`update app_user set email = 'new@example.org' where id = $1`, [anna.userId])
    await checkout()
    expect([...stub.customers.values()]).toEqual([{ email: 'new@example.org', subscriptions: [] }])
  })

  test('makes one customer, even for two calls at once, and reuses the open page', {
    tags: ['BILL-01'],
  }, async () => {
    const [one, other] = await Promise.all([checkout(), checkout()])
    expect(one).toHaveProperty('url')
    expect(other).toHaveProperty('url')
    expect(stub.customers.size).toBe(1)
    const open = stub.sessions.length
    expect(await checkout()).toHaveProperty('url')
    expect(stub.sessions).toHaveLength(open)
  })

  test('is refused while a subscription exists, even before the webhook reports it', {
    tags: ['BILL-27'],
  }, async () => {
    await checkout()
    stub.subscribe(customer())
    expect(await checkout()).toEqual({ message: m.prompt_billing_already_subscribed() })
    expect(await entitled()).toBe(true)
    stub.subscribe(customer(), { status: 'past_due' })
    expect(await checkout()).toEqual({ message: m.prompt_billing_already_subscribed() })
    stub.subscribe(customer(), { status: 'canceled' })
    expect(await checkout()).toHaveProperty('url')
  })

  test('makes a new customer if Stripe has forgotten the old one', { tags: ['BILL-01'] }, async () => {
    await checkout()
    const before = customer()
    stub.customers.clear()
    expect(await checkout()).toHaveProperty('url')
    expect(customer()).not.toBe(before)
  })

  test('reports an unreachable provider in data.message and changes nothing', {
    tags: ['BILL-27', 'BILL-29'],
    timeout: 40_000,
  }, async () => {
    await checkout()
    stub.subscribe(customer(), { status: 'unpaid' })
    await callWebhook()
    await handled(1)
    stub.isDown = true
    const before = await fingerprint(t.database, ['billing_customer'])
    const was = await subscription()
    for (const endpoint of [createCheckoutSession, createStripePortalSession, createPortalSession]) {
      const reply = await t.call(endpoint, {}, { as: anna })
      expect([reply.status, reply.body.data]).toEqual([200, { message: m.prompt_billing_unavailable() }])
    }
    expect(await fingerprint(t.database, ['billing_customer'])).toBe(before)
    expect(await subscription()).toEqual(was)
  })

  test('allows 30 calls for the portal an hour', { tags: ['BILL-26', 'BILL-28'] }, async () => {
    const statuses = []
    for (let call = 0; call < 31; call += 1) {
      statuses.push((await t.call(createPortalSession, {}, { as: anna })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    const { rows } = await t.database.pool.query(`select count(*)::int as n from billing_customer`)
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('the portal at Stripe', () => {
  test('is reached by both paths', { tags: ['BILL-16', 'BILL-22', 'BILL-23', 'BILL-25'] }, async () => {
    await checkout()
    stub.subscribe(customer())
    await callWebhook()
    await handled(1)
    for (const path of ['create-stripe-portal-session', 'create-portal-session']) {
      const reply = await t.send('GET', `/api/stripe/${path}`, { as: anna })
      expect(reply.body).toEqual({ status: 200, data: { url: 'https://billing.stripe.test/p' } })
    }
  })

  test('has nothing to manage for a user who never subscribed', { tags: ['BILL-29'] }, async () => {
    const reply = await t.call(createStripePortalSession, {}, { as: anna })
    expect(reply.body.data).toEqual({ message: m.prompt_billing_nothing_to_manage() })
    expect(stub.calls).toEqual([])
  })
})

describe('a billing event from Stripe', () => {
  beforeEach(async () => {
    await checkout()
  })

  test('stores the state read from Stripe, not the one in the event', {
    tags: ['BILL-02', 'BILL-03'],
  }, async () => {
    // The message says active.
    stub.subscribe(customer(), { status: 'past_due' })
    expect((await callWebhook()).body).toEqual({ status: 200, data: {} })
    await handled(1)
    expect(await subscription()).toEqual({ subscriptionStatus: 'past_due', benefitsEndDate: null })
    expect(await entitled()).toBe(false)
  })

  test.each([
    'trialing',
    'active',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'unpaid',
    'paused',
  ] as const)('stores the status %s as it is', { tags: ['BILL-02'] }, async (status) => {
    stub.subscribe(customer(), { status })
    await callWebhook()
    await handled(1)
    expect(await subscription()).toEqual({ subscriptionStatus: status, benefitsEndDate: null })
  })

  test('sets the end of the benefits to the announced end, or to the actual one', {
    tags: ['BILL-07', 'BILL-10', 'API-037'],
  }, async () => {
    const end = Math.floor(Date.now() / 1000) + 5 * 86_400
    const endDate = new Date(end * 1000).toISOString()
    stub.subscribe(customer(), { cancel_at_period_end: true, items: { data: [{ current_period_end: end }] } })
    await callWebhook()
    await handled(1)
    expect(await subscription()).toEqual({ subscriptionStatus: 'active', benefitsEndDate: endDate })
    stub.subscribe(customer(), { cancel_at: end - 60 })
    await callWebhook()
    await handled(2)
    expect((await subscription()).benefitsEndDate).toBe(new Date((end - 60) * 1000).toISOString())
    const ended = Math.floor(Date.now() / 1000) - 60
    stub.subscribe(customer(), { status: 'canceled', ended_at: ended })
    await callWebhook()
    await handled(3)
    expect(await subscription()).toEqual({
      subscriptionStatus: 'canceled',
      benefitsEndDate: new Date(ended * 1000).toISOString(),
    })
    expect(await entitled()).toBe(false)
  })

  test('counts an active subscription even if a newer one has ended', {
    tags: ['BILL-03'],
  }, async () => {
    stub.subscribe(customer(), { id: 'sub_old', status: 'active', created: 1_000 })
    stub.subscribe(customer(), { id: 'sub_new', status: 'canceled', created: 2_000, ended_at: 2_500 })
    await callWebhook()
    await handled(1)
    expect(await entitled()).toBe(true)
    stub.subscribe(customer(), { id: 'sub_old', status: 'canceled', ended_at: 3_000 })
    await callWebhook()
    await handled(2)
    expect(await entitled()).toBe(false)
  })

  test('sent several times at once is handled once', { tags: ['BILL-02'] }, async () => {
    stub.subscribe(customer())
    const event = signedEvent(customer())
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(event)))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await handled(1)
    const { rows } = await t.database.pool.query('select last_reading from billing_customer')
    expect(rows).toEqual([{ last_reading: 1 }])
  })

  test('whose sync finishes late doesn’t replace a newer sync', { tags: ['BILL-04'] }, async () => {
    stub.subscribe(customer())
    let arrive = () => {}
    let isFirst = true
    // The first sync has seen 'active' and takes its time.
    const late = new Promise<void>((resolve) => {
      stub.beforeAnswer = async () => {
        if (!isFirst) return
        isFirst = false
        await new Promise<void>((go) => {
          arrive = go
          resolve()
        })
      }
    })
    const first = callWebhook()
    await late
    stub.subscribe(customer(), { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
    // Asking for a page also syncs, while the first sync is still under way.
    await checkout()
    expect((await subscription()).subscriptionStatus).toBe('canceled')
    arrive()
    await first
    await handled(1)
    expect((await subscription()).subscriptionStatus).toBe('canceled')
    expect(await entitled()).toBe(false)
  })

  test('is handled once Stripe can be reached again', { tags: ['BILL-02'], timeout: 40_000 }, async () => {
    stub.subscribe(customer())
    stub.isDown = true
    expect((await callWebhook()).status).toBe(200)
    await vi.waitFor(
      () => expect(stub.calls.filter((call) => call.includes('subscriptions'))).not.toEqual([]),
      {
        timeout: 10_000,
      },
    )
    expect(await subscription()).toEqual({ subscriptionStatus: null, benefitsEndDate: null })
    stub.isDown = false
    await handled(1)
    expect(await entitled()).toBe(true)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each([
    ['a foreign signature', () => signedEvent(customer(), { secret: 'whsec_other' })],
    ['an old one', () => signedEvent(customer(), { timestamp: now() - 301 })],
    ['another body', () => ({ ...signedEvent(customer()), body: signedEvent(customer()).body })],
    ['one space more', () => ({ ...signedEvent(customer()), body: `${signedEvent(customer()).body} ` })],
    ['no signature', () => ({ ...signedEvent(customer()), signature: '' })],
    ['nonsense', () => ({ ...signedEvent(customer()), signature: 't=1,v1=zz' })],
  ])(
    'with %s is refused with 400 and changes nothing',
    { tags: ['BILL-02', 'API-045'] },
    async (_what, make) => {
      stub.subscribe(customer())
      const before = await fingerprint(t.database)
      const reply = await send(make())
      expect([reply.status, reply.body.error]).toEqual([400, m.prompt_billing_unsigned()])
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test.each([
    ['somebody else', 'cus_of_another_shop', {}],
    ['nobody', '', { type: 'balance.available' }],
  ])('about %s is accepted and not stored', { tags: ['BILL-02'] }, async (_who, about, options) => {
    const before = await fingerprint(t.database)
    expect((await send(signedEvent(about, options))).status).toBe(200)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('of nearly 1 MB is read', { tags: ['BILL-02'] }, async () => {
    stub.subscribe(customer())
    const { body } = signedEvent(customer())
    const long = `${body.slice(0, -1)},"more":"${'x'.repeat(900_000)}"}`
    const { default: Stripe } = await import('stripe')
    const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload: long,
      secret: stub.env.STRIPE_WEBHOOK_SECRET ?? '',
    })
    expect((await send({ body: long, signature })).status).toBe(200)
    await handled(1)
  })
})

describe('access to billing', () => {
  test('a user who is suspended, closed or without profile can still open the portal', {
    tags: ['SAFE-46', 'BILL-25'],
  }, async () => {
    await checkout()
    stub.subscribe(customer())
    await callWebhook()
    await handled(1)
    const { pool } = t.database
    // A new session: actors are cached for a second.
    const session = () => addSession(t.database, anna)
    for (const [standing, until] of [
      ['suspended', 'infinity'],
      ['closed', '2100-01-01'],
    ]) {
      await pool.query('update app_user set standing = $1, standing_until = $2', [standing, until])
      const as = await session()
      for (const endpoint of [createStripePortalSession, createPortalSession])
        expect((await t.call(endpoint, {}, { as })).body.data).toEqual({
          url: 'https://billing.stripe.test/p',
        })
      expect((await t.call(getSubscription, {}, { as })).body.data.subscriptionStatus).toBe('active')
      expect((await t.call(createCheckoutSession, { query: {} }, { as })).status).toBe(409)
    }
    await pool.query(`update app_user set standing = 'good', standing_until = null`)
    await pool.query('update caregiver set user_id = null, deleted_at = now()')
    expect((await t.call(createPortalSession, {}, { as: await session() })).body.data).toHaveProperty('url')
    const origin = 'http://localhost:3000'
    expect(stub.returns).toEqual([
      ...Array(4).fill(`${origin}/account-notice?portal=1`),
      `${origin}/profile?portal=1`,
    ])
  })

  test('only caregivers may open the checkout; every user reads their own subscription', {
    tags: ['BILL-21', 'API-051'],
  }, async () => {
    const nobody = await addPerson(t.database)
    const ben = await addParent(t.database)
    expect((await t.call(createCheckoutSession, { query: {} }, { as: nobody })).status).toBe(409)
    expect((await t.call(createCheckoutSession)).status).toBe(401)
    expect((await t.call(getSubscription, {}, { as: nobody })).status).toBe(200)
    await checkout()
    stub.subscribe(customer())
    await callWebhook()
    await handled(1)
    expect((await t.call(getSubscription, {}, { as: ben })).body.data.subscriptionStatus).toBeNull()
  })
})
