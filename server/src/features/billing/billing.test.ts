import { getSubscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import {
  type SubscriptionStatus,
  subscriptionStatuses,
} from '@tagalong/contract/features/billing/billing.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, type Parent } from '#test/world.ts'
import { useProvider } from './billing.db.ts'
import { isEntitled } from './billing.policy.ts'

let t: TestApp
let anna: Parent

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
})

const past = new Date('2025-03-07T12:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const future = new Date('2027-03-07T12:00:00Z')

async function setSubscription(status: SubscriptionStatus, benefitsEndAt: Date | null) {
  await t.database.pool.query(
    `insert into billing_customer (id, provider, user_id, status, benefits_end_at)
     values ('demo_anna', 'demo', $1, $2, $3)`,
    [anna.userId, status, benefitsEndAt],
  )
}
const entitled = () => isEntitled(t.database.kysely, anna.caregiverId, now)

describe('entitlement to plan events', () => {
  test('is missing without a subscription, as for every new user', {
    tags: ['BILL-05', 'API-037'],
  }, async () => {
    expect(await entitled()).toBe(false)
    expect((await t.call(getSubscription, {}, { as: anna })).body.data).toEqual({
      subscriptionStatus: null,
      benefitsEndDate: null,
    })
  })

  const ends = { none: null, past, future }
  const cells = subscriptionStatuses.flatMap((status) =>
    (['none', 'past', 'future'] as const).map((end) => {
      const isSubscribed = status === 'trialing' || status === 'active'
      return { status, end, expected: isSubscribed && end !== 'past' }
    }),
  )
  test.each(cells)(
    '$status with an end that is $end: $expected',
    { tags: ['BILL-02', 'BILL-03', 'BILL-04', 'API-037', 'API-124'] },
    async ({ status, end, expected }) => {
      await setSubscription(status, ends[end])
      expect(await entitled()).toBe(expected)
      expect((await t.call(getSubscription, {}, { as: anna })).body.data).toEqual({
        subscriptionStatus: status,
        benefitsEndDate: ends[end]?.toISOString() ?? null,
      })
    },
  )

  test('from the demo doesn’t count with Stripe, and counts again with the demo', {
    tags: ['BILL-04'],
  }, async () => {
    await setSubscription('active', null)
    await useProvider(t.database.kysely, 'stripe')
    expect(await entitled()).toBe(false)
    expect((await t.call(getSubscription, {}, { as: anna })).body.data.subscriptionStatus).toBeNull()
    await useProvider(t.database.kysely, 'demo')
    expect(await entitled()).toBe(true)
  })
})
