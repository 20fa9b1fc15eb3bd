import {
  createCheckoutSession,
  createStripePortalSession,
  getPrice,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { addParent, fingerprint, type Parent } from '#test/world.ts'
import { isEntitled } from './billing.policy.ts'
import { webhookPath } from './webhook.ts'

let t: TestApp
let anna: Parent

beforeAll(async () => {
  t = await testApp({ BRAND_NAME: 'Play & <Date>' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
})

/** Returns the path of the page that the call leads to. */
async function pageOf(endpoint: typeof createCheckoutSession | typeof createStripePortalSession) {
  const { data } = (await t.call(endpoint, {}, { as: anna })).body
  if (!('url' in data)) throw new Error(data.message)
  expect(data.url).toMatch(/^http:\/\/localhost:3000\//)
  return data.url.replace('http://localhost:3000', '')
}
const press = (path: string, change = '') =>
  t.send('POST', path, {
    payload: change && `change=${change}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const subscription = async () => (await t.call(getSubscription, {}, { as: anna })).body.data
const entitled = () => isEntitled(t.database.kysely, anna.caregiverId, new Date(t.clock.now()))

async function becomes(subscriptionStatus: string | null, hasEnd = false) {
  await vi.waitFor(
    async () =>
      expect(await subscription()).toEqual({
        subscriptionStatus,
        benefitsEndDate: hasEnd ? expect.any(String) : null,
      }),
    { timeout: 10_000, interval: 20 },
  )
}

async function subscribe() {
  const reply = await press(await pageOf(createCheckoutSession))
  await becomes('active')
  return reply
}

const buttons = ({ text }: Reply) => [...text.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)

describe('the demo provider', () => {
  test('has a checkout that says it is a demo and leads to /profile?stripe=1', {
    tags: ['BILL-01', 'BILL-20'],
  }, async () => {
    const path = await pageOf(createCheckoutSession)
    const page = await t.send('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain(
      'No real money, no card: Play &amp; &lt;Date&gt; has no payment provider here.',
    )
    expect(page.text).toContain('href="http://localhost:3000/profile"')
    expect(buttons(page)).toEqual(['Subscribe without paying'])
    const paid = await press(path)
    expect([paid.status, paid.headers.location]).toEqual([303, 'http://localhost:3000/profile?stripe=1'])
    await becomes('active')
    expect(await entitled()).toBe(true)
  })

  test('shows the price on a checkout from a draft, and leads back to the draft', {
    tags: ['BILL-01', 'BILL-20'],
  }, async () => {
    const { price } = (await t.call(getPrice, {}, { as: anna })).body.data
    expect(price).toEqual({ amount: 4.99, currency: 'usd', interval: 'month', count: 1 })
    const { data } = (await t.call(createCheckoutSession, { query: { from: 'draft' } }, { as: anna })).body
    const path = 'url' in data ? data.url.replace('http://localhost:3000', '') : ''
    const page = await t.send('GET', path)
    expect(page.text).toContain('$4.99 a month')
    expect(page.text).toContain('href="http://localhost:3000/edit-playdate/new"')
    const paid = await press(path)
    expect([paid.status, paid.headers.location]).toEqual([
      303,
      'http://localhost:3000/edit-playdate/new?stripe=1',
    ])
    await becomes('active')
  })

  test('has pages without scripts or resources from elsewhere', { tags: ['BILL-01'] }, async () => {
    for (const path of [await pageOf(createCheckoutSession), '/api/stripe/demo/checkout?session=x']) {
      const page = await t.send('GET', path)
      expect(page.headers['content-security-policy']).toContain("script-src 'self'")
      expect(page.text).not.toMatch(/<script|<style|style=|src=|https:/)
    }
    const style = await t.send('GET', '/api/stripe/demo/style.css')
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('makes one subscription, however often and on however many pages it is paid', {
    tags: ['BILL-01'],
  }, async () => {
    // Each round is another chance for two calls to race between asking and writing.
    for (let round = 0; round < 10; round++) {
      const pages = [await pageOf(createCheckoutSession), await pageOf(createCheckoutSession)]
      await Promise.all([...pages, ...pages, ...pages, ...pages].map((path) => press(path)))
      await becomes('active')
      const { rows } = await t.database.pool.query('select count(*)::int as n from demo_subscription')
      expect(rows[0].n).toBe(1)
      await t.reset()
      anna = await addParent(t.database)
    }
  })

  test('has a portal in which a subscription is cancelled, kept, unpaid, paid, paused and ended', {
    tags: ['BILL-16', 'BILL-22', 'BILL-25'],
  }, async () => {
    await subscribe()
    const path = await pageOf(createStripePortalSession)
    const all = ['Cancel at the end of the period', 'Let the payment fail', 'Pause it', 'End it now']
    expect(buttons(await t.send('GET', path))).toEqual(all)
    const steps: [change: string, status: string, hasEnd: boolean, isEntitled: boolean][] = [
      ['cancel', 'active', true, true],
      ['keep', 'active', false, true],
      ['fail', 'past_due', false, false],
      ['pay', 'active', false, true],
      ['pause', 'paused', false, false],
      ['end', 'canceled', true, false],
      // What has ended stays ended.
      ['pay', 'canceled', true, false],
    ]
    for (const [change, status, hasEnd, isPremium] of steps) {
      const reply = await press(path, change)
      expect([reply.status, reply.headers.location]).toEqual([303, path])
      await becomes(status, hasEnd)
      expect(await entitled()).toBe(isPremium)
    }
    expect(buttons(await t.send('GET', path))).toEqual([])
    await subscribe()
    expect(await entitled()).toBe(true)
  })

  test('ends premium on its last day, and the cancelled subscription at the next sync', {
    tags: ['BILL-04'],
  }, async () => {
    await subscribe()
    await press(await pageOf(createStripePortalSession), 'cancel')
    await becomes('active', true)
    t.clock.shift(31 * 86_400_000)
    // The webhook hasn't been called yet.
    expect((await subscription()).subscriptionStatus).toBe('active')
    expect(await entitled()).toBe(false)
    const { data } = (await t.call(createCheckoutSession, { query: {} }, { as: anna })).body
    expect(data).toHaveProperty('url')
    expect((await subscription()).subscriptionStatus).toBe('canceled')
    // It can't be revived, but another one can be begun.
    await press(await pageOf(createStripePortalSession), 'keep')
    expect((await subscription()).subscriptionStatus).toBe('canceled')
    await subscribe()
    expect(await entitled()).toBe(true)
  })

  test.each([
    ['another signature', (path: string) => `${path}x`],
    ['another page', (path: string) => path.replace('/checkout', '/portal')],
    ['no session', (path: string) => path.replace(/\?.*/, '')],
    ['nonsense', (path: string) => path.replace(/=.*/, '=.')],
  ])('answers a link with %s with 404 and changes nothing', { tags: ['BILL-01'] }, async (_what, spoil) => {
    const path = spoil(await pageOf(createCheckoutSession))
    const before = await fingerprint(t.database)
    for (const reply of [await t.send('GET', path), await press(path, 'end')]) {
      expect(reply.status).toBe(404)
      expect(reply.text).toContain('This link is over')
    }
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('refuses a link after a day', { tags: ['BILL-01'] }, async () => {
    const path = await pageOf(createCheckoutSession)
    t.clock.shift(86_400_001)
    expect((await press(path)).status).toBe(404)
  })

  test('refuses a forged billing event, which changes nothing', {
    tags: ['BILL-02', 'API-045'],
  }, async () => {
    const before = await fingerprint(t.database)
    for (const signature of ['', 't=1,v1=x', `t=${Date.now()},v1=${'A'.repeat(43)}`]) {
      const reply = await t.send('POST', webhookPath, {
        payload: { id: 'demo_1', customerId: 'demo_2' },
        headers: { 'stripe-signature': signature },
      })
      expect(reply.status).toBe(400)
    }
    expect(await fingerprint(t.database)).toBe(before)
  })
})

describe('on a public server', () => {
  test('demo payments are not sold and don’t count, unless DEMO_PAYMENTS is set', {
    tags: ['BILL-01'],
  }, async () => {
    await subscribe()
    expect(await entitled()).toBe(true)
    const path = await pageOf(createCheckoutSession).catch(() => '')
    const open = await testApp({ PUBLIC_URL: 'https://play.example.org' })
    try {
      const sold = await open.call(createCheckoutSession, { query: {} }, { as: anna })
      expect([sold.status, sold.body.data]).toEqual([200, { message: m.prompt_billing_not_sold() }])
      expect((await open.send('GET', path || '/api/stripe/demo/checkout')).status).toBe(404)
      expect(await entitled()).toBe(false)
    } finally {
      await open.close()
    }
    const asked = await testApp({ PUBLIC_URL: 'https://play.example.org', DEMO_PAYMENTS: '1' })
    const page = await asked.call(
      createCheckoutSession,
      { query: {} },
      { as: await addParent(asked.database) },
    )
    await asked.close()
    expect(page.body.data).toEqual({
      url: expect.stringContaining('https://play.example.org/api/stripe/demo/'),
    })
  })
})
