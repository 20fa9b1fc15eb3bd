import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { saveCaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { createConnection, renewLink } from '@tagalong/contract/features/connections/connections.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { readNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { resubscribe, subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, addPerson, aPhoneNumber, connect, type Parent, type Person } from '#test/world.ts'

let t: TestApp
let anna: Parent
let newcomer: Person
let invitation: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
  newcomer = await addPerson(t.database)
  invitation = await connect(t.database, anna, await addParent(t.database), 'pending')
})
afterAll(() => t.close())

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}
const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/a', keys }
const profile = () => ({
  name: 'Anna',
  lastName: 'Example',
  phoneNumber: aPhoneNumber(),
  zipCode: '94601',
  timeZone: 'America/New_York',
})

interface Limited {
  endpoint: AnyEndpoint
  as: () => Person | null
  input: () => { params?: object; body: object }
}

const limited: Limited[] = [
  {
    endpoint: createConnection,
    as: () => anna,
    input: () => ({ body: { inviteeName: 'Bo', inviteePhoneNumber: aPhoneNumber() } }),
  },
  { endpoint: renewLink, as: () => anna, input: () => ({ params: { id: invitation }, body: {} }) },
  { endpoint: subscribe, as: () => anna, input: () => ({ body: { subscription } }) },
  {
    endpoint: resubscribe,
    as: () => null,
    input: () => ({
      body: {
        oldSubscriptionEndpoint: subscription.endpoint,
        newSubscription: subscription,
        email: 'anna@example.org',
      },
    }),
  },
  {
    endpoint: submitCrashReport,
    as: () => anna,
    input: () => ({
      body: {
        componentName: 'Card',
        error: { name: 'Error', message: 'failed', stack: '' },
        userDescription: '',
      },
    }),
  },
  {
    endpoint: saveCaregiverProfile,
    as: () => anna,
    input: () => ({ params: { id: anna.caregiverId }, body: profile() }),
  },
  {
    endpoint: submitOnboarding,
    as: () => newcomer,
    input: () => ({
      body: { ...profile(), children: [{ firstName: 'Mia', lastNameInitial: 'E' }] },
    }),
  },
  {
    endpoint: requestToken,
    as: () => null,
    input: () => ({ body: { email: 'anna@example.org', confirmEmail: 'anna@example.org' } }),
  },
]

test.each(limited)(
  'a call of $endpoint.name holds no connection while its limit is counted',
  async ({ endpoint, as, input }) => {
    const other = await addParent(t.database)
    const store = await t.database.pool.connect()
    await store.query('begin')
    // Every limit waits from here on.
    await store.query('lock table rate_limit in access exclusive mode')
    // More calls than there are connections.
    const calls = Array.from({ length: 20 }, () => t.call(endpoint, input() as never, { as: as() }))
    const beside = await t.call(readNotifications, { body: {} }, { as: other })
    const first = await Promise.race([...calls, 'all wait'])
    await store.query('commit')
    store.release()
    expect([beside.status, first]).toEqual([200, 'all wait'])
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 201, 409, 429].includes(status))).toEqual([])
  },
)
