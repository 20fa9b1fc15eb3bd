import { createCheckoutSession, getPrice } from '@tagalong/contract/features/billing/billing.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stripePayments } from '#integrations/stripe-payments.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type StripeStub, startStripeStub } from '#test/stripe-stub.ts'
import { addParent, type Parent } from '#test/world.ts'

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
  stub.isDown = false
  anna = await addParent(t.database)
})

const checkout = () => t.call(createCheckoutSession, { query: {} }, { as: anna })

describe('the way back from the checkout', () => {
  const again = '0198c0de-0000-7000-8000-0000000000ab'
  test.each([
    ['', '/profile', '/profile?stripe=1'],
    ['?from=draft', '/edit-playdate/new', '/edit-playdate/new?stripe=1'],
    [
      `?from=draft&again=${again}`,
      `/edit-playdate/new?again=${again}`,
      `/edit-playdate/new?again=${again}&stripe=1`,
    ],
    [
      `?from=draft&ask=${again}`,
      `/edit-playdate/new?ask=${again}`,
      `/edit-playdate/new?ask=${again}&stripe=1`,
    ],
    [`?again=${again}`, '/profile', '/profile?stripe=1'],
  ])(
    'a checkout with %j leads back to %s',
    { tags: ['BILL-20', 'BILL-21'] },
    async (query, givenUp, paid) => {
      const reply = await t.send('GET', `/api/stripe/create-checkout-session${query}`, { as: anna })
      expect(reply.body.data).toEqual({ url: stub.sessions[0]?.url })
      const home = 'http://localhost:3000'
      expect(stub.sessions).toMatchObject([{ success_url: home + paid, cancel_url: home + givenUp }])
    },
  )

  test.each([
    'https://evil.example',
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/profile',
    'draft@evil.example',
    '',
  ])('%j is refused as an address to return to', { tags: ['BILL-21'] }, async (address) => {
    const given = encodeURIComponent(address)
    for (const query of [`from=${given}`, `from=draft&again=${given}`, `from=draft&next=${given}`]) {
      const reply = await t.send('GET', `/api/stripe/create-checkout-session?${query}`, { as: anna })
      expect(reply.status).toBe(400)
    }
    expect(stub.sessions).toEqual([])
  })

  test('a checkout that leads back elsewhere closes the open one, so that only one can be paid', {
    tags: ['BILL-01'],
  }, async () => {
    await checkout()
    await t.send('GET', '/api/stripe/create-checkout-session?from=draft', { as: anna })
    expect(stub.sessions.map(({ status }) => status)).toEqual(['expired', 'open'])
    await checkout()
    expect(stub.sessions.map(({ status }) => status)).toEqual(['expired', 'expired', 'open'])
  })
})

describe('the price at Stripe', () => {
  const month = { interval: 'month', interval_count: 1 }
  /** Returns the first two answers of a client that hasn't asked before. */
  async function readTwice(price: StripeStub['price']) {
    stub.price = price
    const stripe = stripePayments({
      secretKey: stub.env.STRIPE_SECRET_KEY ?? '',
      webhookSecret: '',
      priceId: 'price_stub',
      apiBase: stub.env.STRIPE_API_BASE ?? '',
    })
    return [await stripe.readPrice(), await stripe.readPrice()]
  }
  const usd = { unit_amount: 499, currency: 'usd', recurring: month }
  const shown = { amount: 4.99, currency: 'usd', interval: 'month', count: 1 }

  test.each([
    [usd, shown],
    [
      { unit_amount: 3_000, currency: 'eur', recurring: { interval: 'year', interval_count: 2 } },
      { amount: 30, currency: 'eur', interval: 'year', count: 2 },
    ],
    [
      { ...usd, unit_amount: 500, currency: 'jpy' },
      { ...shown, amount: 500, currency: 'jpy' },
    ],
    [
      { ...usd, unit_amount: 5_120, currency: 'kwd' },
      { ...shown, amount: 5.12, currency: 'kwd' },
    ],
    [{ ...usd, unit_amount: null }, null],
    [{ ...usd, recurring: null }, null],
    [{ ...usd, currency: 'ugx' }, null],
    [{ ...usd, recurring: { interval: 'fortnight', interval_count: 1 } }, null],
  ])('of %j is read as %j, and requested only once', { tags: ['BILL-01'] }, async (price, expected) => {
    expect(await readTwice(price)).toEqual([expected, expected])
    expect(stub.calls).toEqual(['GET /v1/prices/price_stub'])
  })

  test('is missing while Stripe is down, is requested again, and is then kept', {
    tags: ['BILL-01'],
  }, async () => {
    const read = async () => (await t.call(getPrice, {}, { as: anna })).body.data
    Object.assign(stub, { price: usd, isDown: true })
    expect(await read()).toEqual({ price: null })
    stub.isDown = false
    expect(await read()).toEqual({ price: shown })
    stub.isDown = true
    expect(await read()).toEqual({ price: shown })
  })
})
