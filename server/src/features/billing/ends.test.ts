import { deleteAccount, register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { createCheckoutSession } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { readEnv } from '#env.ts'
import type { JobCtx } from '#http/context.ts'
import type { Mail } from '#integrations/mailer.ts'
import { openPayments } from '#integrations/open-payments.ts'
import type { Payments } from '#integrations/payments.ts'
import type { Queue } from '#jobs/queue.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import { type StripeStub, startStripeStub } from '#test/stripe-stub.ts'
import { addParent, addPerson, type Parent } from '#test/world.ts'
import { forgetCustomers } from './billing.service.ts'
import { mailMembership, mailMembershipKind, notifyOfEnds } from './ends.service.ts'
import { answerEvents, syncSubscriptions } from './subscription-sync.service.ts'

const day = 86_400_000
const password = 'Zebra-Crossing-77'

let stub: StripeStub
let t: TestApp
let payments: Payments
let anna: Parent
let mails: Mail[]
/** Number of mails that the mail server will refuse. */
let lost: number
/** The users that the queue mails, or mails again. */
let waiting: z.infer<typeof mailMembershipKind.data>[]

beforeAll(async () => {
  stub = await startStripeStub()
  t = await testApp(stub.env)
  const demo = { db: t.database.kysely, secret: Buffer.alloc(32), now: Date.now }
  payments = (await openPayments(readEnv(stub.env), demo)).payments
})
afterAll(async () => {
  await t.close()
  await stub.close()
})
beforeEach(async () => {
  await t.reset()
  stub.customers.clear()
  stub.sessions.length = 0
  stub.isDown = false
  anna = await addParent(t.database, { timeZone: 'America/New_York' })
  mails = []
  lost = 0
  waiting = []
})

type BillingCtx = Pick<JobCtx, 'db' | 'queue' | 'payments' | 'mailer' | 'env' | 'clock' | 'log'>

/** Runs the job as its schedule would. */
async function run(job: (ctx: BillingCtx) => Promise<void>) {
  const mailer = {
    async send(mail: Mail) {
      if (lost > 0) {
        lost -= 1
        throw new Error('nobody took it')
      }
      mails.push(mail)
    },
    close: () => undefined,
  }
  const env = readEnv({ PUBLIC_URL: 'https://play.example.org' })
  const log = pino({ level: 'silent' })
  const queue: Queue = {
    enqueue: async (_db, kind, data) => {
      if (kind.name === mailMembershipKind.name) waiting.push(mailMembershipKind.data.parse(data))
    },
    close: async () => undefined,
  }
  await job({ db: t.database.kysely, queue, payments, mailer, env, clock: t.clock, log })
  for (const each of waiting.splice(0)) {
    await mailMembership(each, { db: t.database.kysely, mailer, env }).catch(() => waiting.push(each))
  }
}

async function setSubscription(status: SubscriptionStatus | null, end: Date | null = null) {
  await t.database.pool.query(
    `insert into billing_customer (id, provider, user_id, status, benefits_end_at)
     values ('cus_anna', 'stripe-test', $1, $2, $3)
     on conflict (id) do update set status = $2, benefits_end_at = $3`,
    [anna.userId, status, end],
  )
}
const inDays = (days: number) => new Date(t.clock.now() + days * day)
const count = async (table: string) =>
  (await t.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

describe('notices about premium', () => {
  test('are sent a week before its end, once for each end', {
    tags: ['BILL-07'],
  }, async () => {
    const end = new Date('2027-03-08T02:00:00Z')
    t.clock.shift(end.getTime() - 8 * day - Date.now())
    await setSubscription('active', end)
    await run(notifyOfEnds)
    expect(mails).toEqual([])
    t.clock.shift(day + 60_000)
    await run(notifyOfEnds)
    await run(notifyOfEnds)
    expect(mails).toHaveLength(1)
    // There it is the evening of the day before, where Anna lives.
    expect(mails[0]).toMatchObject({
      to: anna.email,
      subject: 'Your premium membership ends on 03/07/2027',
      text: expect.stringContaining('https://play.example.org/profile'),
    })
    const notifications = (await t.call(listNotifications, {}, { as: anna })).body.data
    expect(notifications).toMatchObject([
      { title: 'Your premium membership ends on 03/07/2027', url: '/profile' },
    ])
    await setSubscription('active', new Date(end.getTime() + 2 * day))
    t.clock.shift(2 * day)
    await run(notifyOfEnds)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your premium membership ends on 03/07/2027',
      'Your premium membership ends on 03/09/2027',
    ])
  })

  test('are in their reader’s language, as mail and as notification', { tags: ['TIME-88'] }, async () => {
    await t.database.pool.query(`update app_user set language = 'es' where id = $1`, [anna.userId])
    const end = new Date('2027-03-08T02:00:00Z')
    t.clock.shift(end.getTime() - day - Date.now())
    await setSubscription('active', end)
    await run(notifyOfEnds)
    const title = 'Tu membresía premium termina el 7 mar 2027'
    expect(mails).toMatchObject([{ subject: title, html: expect.stringContaining('<html lang="es">') }])
    expect(mails[0]?.text).toContain('Mi membresía: https://play.example.org/profile')
    const headers = { 'accept-language': 'es' }
    const notifications = (await t.call(listNotifications, {}, { as: anna, headers })).body.data
    expect(notifications).toMatchObject([{ title }])
  })

  test.each([
    ['without an end', 'active', null],
    ['that has ended', 'canceled', 3],
    ['whose end has passed', 'active', -1],
    ['that is paused', 'paused', 3],
  ] as const)('are not sent for a subscription %s', { tags: ['BILL-07'] }, async (_what, status, days) => {
    await setSubscription(status, days === null ? null : inDays(days))
    await run(notifyOfEnds)
    expect(mails).toEqual([])
  })

  test('are sent once for a failed payment, and again for a later one', {
    tags: ['BILL-04'],
  }, async () => {
    await setSubscription('past_due')
    await run(notifyOfEnds)
    await run(notifyOfEnds)
    expect(mails.map(({ subject }) => subject)).toEqual(['A payment for Tagalong did not work'])
    stub.customers.set('cus_anna', { email: anna.email, subscriptions: [] })
    stub.subscribe('cus_anna')
    await run(syncSubscriptions)
    await run(answerEvents)
    stub.subscribe('cus_anna', { status: 'past_due' })
    await t.database.pool.query('delete from billing_event')
    await run(syncSubscriptions)
    await run(answerEvents)
    await run(notifyOfEnds)
    expect(mails).toHaveLength(2)
  })

  test('are sent once to each user, even by two jobs at once', { tags: ['BILL-04', 'BILL-07'] }, async () => {
    await setSubscription('active', inDays(3))
    const ben = await addParent(t.database)
    await t.database.pool.query(
      `insert into billing_customer (id, provider, user_id, status) values ('cus_ben', 'stripe-test', $1, 'past_due')`,
      [ben.userId],
    )
    const tell = () => run(notifyOfEnds)
    await inTurn(t.database, 'select from billing_customer for update', [tell, tell])
    expect(mails.map(({ to }) => to).sort()).toEqual([anna.email, ben.email].sort())
    expect(await count('notification')).toBe(2)
  })

  test('are not mailed once they no longer apply', { tags: ['BILL-04', 'BILL-07'] }, async () => {
    await setSubscription('past_due')
    lost = 1
    await run(notifyOfEnds)
    await setSubscription('active')
    await run(notifyOfEnds)
    expect([mails, waiting]).toEqual([[], []])
  })

  test('are mailed again after a failure, without a second notification', { tags: ['BILL-04'] }, async () => {
    await setSubscription('past_due')
    lost = 1
    await run(notifyOfEnds)
    expect(mails).toEqual([])
    await run(notifyOfEnds)
    expect(mails).toHaveLength(1)
    expect(await count('notification')).toBe(1)
  })

  test('are mailed to other users even if one mail fails', {
    tags: ['BILL-04', 'BILL-07'],
  }, async () => {
    await setSubscription('active', inDays(3))
    const ben = await addParent(t.database)
    const cleo = await addParent(t.database)
    await t.database.pool.query(
      `insert into billing_customer (id, provider, user_id, status, benefits_end_at) values
         ('cus_ben', 'stripe-test', $1, 'active', $3), ('cus_cleo', 'stripe-test', $2, 'past_due', null)`,
      [ben.userId, cleo.userId, inDays(3)],
    )
    lost = 1
    await run(notifyOfEnds)
    expect(mails).toHaveLength(2)
    await run(notifyOfEnds)
    expect(mails.map(({ to }) => to).sort()).toEqual([anna.email, ben.email, cleo.email].sort())
    expect(await count('notification')).toBe(3)
  })
})

describe('every night', () => {
  test('changes that no webhook call reported are read from Stripe', { tags: ['BILL-02'] }, async () => {
    await setSubscription('active')
    stub.customers.set('cus_anna', { email: anna.email, subscriptions: [] })
    stub.subscribe('cus_anna', { status: 'unpaid' })
    await run(syncSubscriptions)
    await run(syncSubscriptions)
    expect(await count('billing_event')).toBe(1)
    await run(answerEvents)
    const { rows } = await t.database.pool.query('select status, last_reading from billing_customer')
    expect(rows).toEqual([{ status: 'unpaid', last_reading: 1 }])
  })

  test('a customer who has just opened the checkout is read, whatever their stored status', {
    tags: ['BILL-02'],
  }, async () => {
    const ages = async (checkout: string) => {
      await t.database.pool.query('delete from billing_event')
      await t.database.pool.query(
        `update billing_customer set created_at = now() - interval '1 year', checkout_at = now() - $1::interval`,
        [checkout],
      )
    }
    const asked = async () => {
      await run(syncSubscriptions)
      return count('billing_event')
    }
    stub.customers.set('cus_anna', { email: anna.email, subscriptions: [] })
    stub.subscribe('cus_anna', { status: 'canceled' })
    for (const status of ['canceled', null] as const) {
      await setSubscription(status)
      await ages('4 days')
      expect(await asked()).toBe(0)
      const page = await t.call(createCheckoutSession, { query: {} }, { as: anna })
      expect(page.body.data).toHaveProperty('url')
      expect(await asked()).toBe(1)
      await ages('71 hours')
      expect(await asked()).toBe(1)
    }
  })

  test('a customer who can’t be read doesn’t hold up others', { tags: ['BILL-02'] }, async () => {
    await setSubscription('active')
    const ben = await addParent(t.database)
    await t.database.pool.query(
      `insert into billing_customer (id, provider, user_id, status) values ('cus_ben', 'stripe-test', $1, 'active')`,
      [ben.userId],
    )
    for (const id of ['cus_anna', 'cus_ben']) {
      stub.customers.set(id, { email: '', subscriptions: [] })
      stub.subscribe(id, { status: id === 'cus_anna' ? ('thinking' as SubscriptionStatus) : 'canceled' })
    }
    await run(syncSubscriptions)
    await expect(run(answerEvents)).rejects.toThrow('1 subscriptions could not be read')
    const { rows } = await t.database.pool.query('select id, status from billing_customer order by id')
    expect(rows).toEqual([
      { id: 'cus_anna', status: 'active' },
      { id: 'cus_ben', status: 'canceled' },
    ])
  })

  test('billing events handled more than 60 days ago are deleted', { tags: ['BILL-02'] }, async () => {
    await setSubscription('active')
    await t.database.pool.query(
      `insert into billing_event (id, customer_id, received_at, handled_at) values
         ('waiting', 'cus_anna', now() - interval '70 days', null),
         ('old', 'cus_anna', now() - interval '70 days', now() - interval '61 days'),
         ('new', 'cus_anna', now() - interval '70 days', now() - interval '59 days')`,
    )
    await sweep(t.database.kysely)
    const { rows } = await t.database.pool.query('select id from billing_event order by id')
    expect(rows.map(({ id }) => id)).toEqual(['new', 'waiting'])
  })
})

describe('an account that is deleted', () => {
  /** Signs up by the app's calls, since deleting the account takes the password. */
  async function signUp(): Promise<Tokens> {
    const email = 'quetzal@example.org'
    const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
    const { token } = (await t.call(register, { body })).body.data
    const profile = { name: 'Quetzal', lastName: 'Xylander', phoneNumber: '+15103340999', zipCode: '94607' }
    const children = [{ firstName: 'Leonard', lastNameInitial: 'X' }]
    await t.call(submitOnboarding, { body: { ...profile, children } }, { as: token })
    return token
  }
  const leave = (as: Tokens) => t.call(deleteAccount, { body: { password } }, { as })

  const deletedByAdmin = async (as: Tokens) => {
    const { user } = (await t.call(whoami, {}, { as })).body.data
    const admin = await addPerson(t.database, { isAdmin: true })
    return t.call(deleteUser, { params: { id: user._id } }, { as: admin })
  }

  // Comes first: the jobs of the others would forget these customers, too.
  test('that Stripe fails to forget doesn’t hold up other accounts', { tags: ['BILL-04'] }, async () => {
    for (const id of ['cus_first', 'cus_next']) {
      stub.customers.set(id, { email: '', subscriptions: [] })
      await t.database.pool.query(`insert into billing_customer (id, provider) values ($1, 'stripe-test')`, [
        id,
      ])
    }
    const refusing: Payments = {
      ...payments,
      forgetCustomer: async (id) => {
        if (id === 'cus_first') throw new Error('An open dispute')
        await payments.forgetCustomer(id)
      },
    }
    await expect(run((ctx) => forgetCustomers({ ...ctx, payments: refusing }))).rejects.toThrow(
      '1 customers could not be forgotten',
    )
    expect([...stub.customers.keys()]).toEqual(['cus_first'])
    const { rows } = await t.database.pool.query('select id from billing_customer')
    expect(rows).toEqual([{ id: 'cus_first' }])
  })

  test.each([
    ['by themself', leave],
    ['by an administrator', deletedByAdmin],
  ])(
    '%s is forgotten at Stripe and has its open checkout closed',
    { tags: ['BILL-04', 'ADMIN-72'] },
    async (_who, end) => {
      const token = await signUp()
      await t.call(createCheckoutSession, { query: {} }, { as: token })
      expect(stub.customers.size).toBe(1)
      expect((await end(token)).status).toBe(200)
      await vi.waitFor(() => expect(stub.customers.size).toBe(0), { timeout: 10_000 })
      expect(stub.sessions.map(({ status }) => status)).toEqual(['expired'])
      await vi.waitFor(async () => expect(await count('billing_customer')).toBe(0), { timeout: 10_000 })
    },
  )

  test('is forgotten at Stripe once Stripe can be reached again', {
    tags: ['BILL-04'],
    timeout: 30_000,
  }, async () => {
    const token = await signUp()
    await t.call(createCheckoutSession, { query: {} }, { as: token })
    stub.isDown = true
    expect((await leave(token)).status).toBe(200)
    await expect(run(forgetCustomers)).rejects.toThrow()
    expect(await count('billing_customer')).toBe(1)
    stub.isDown = false
    await run(forgetCustomers)
    expect([stub.customers.size, await count('billing_customer')]).toEqual([0, 0])
  })

  test('that Stripe has already forgotten causes no error', { tags: ['BILL-04'] }, async () => {
    const token = await signUp()
    await t.call(createCheckoutSession, { query: {} }, { as: token })
    stub.customers.clear()
    await leave(token)
    await run(forgetCustomers)
    expect(await count('billing_customer')).toBe(0)
  })
})
