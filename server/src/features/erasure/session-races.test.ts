import { deleteAccount, login, logout, refresh } from '@tagalong/contract/features/auth/auth.contract.ts'
import { confirmEmail, resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  createCheckoutSession,
  createPortalSession,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { resubscribe, subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertMailToken } from '#features/auth/links/links.db.ts'
import { hashPassword } from '#features/auth/passwords.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { webhookPath } from '#features/billing/webhook.ts'
import { updatePassword } from '#features/users/users.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inTurn } from '#test/in-turn.ts'
import { type StripeStub, signedEvent, startStripeStub } from '#test/stripe-stub.ts'
import { addParent, makePremium, type Parent } from '#test/world.ts'

const password = 'Zebra-Crossing-77'

let t: TestApp
let push: FakePush
let stripe: StripeStub
let ben: Parent
let passwordHash: string
let phone: ReturnType<FakePush['device']>
let conflicts: () => number
beforeAll(async () => {
  push = await fakePush()
  stripe = await startStripeStub()
  t = await testApp(stripe.env, { reach: push.reach })
  conflicts = countConflicts(t.database)
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  await t.reset()
  ben = await addParent(t.database, { name: 'Ben' })
  await updatePassword(t.database.kysely, ben.userId, passwordHash)
  for (const kind of ['reset', 'undo-email'] as const) {
    const link = { id: linkIds[kind], userId: ben.userId, kind, hash: hashOf('secret'), minutes: 60 }
    await insertMailToken(t.database.kysely, { ...link, email: kind === 'reset' ? null : 'ben@first.test' })
  }
  phone = push.device('phone')
  await t.call(subscribe, { body: { subscription: phone } }, { as: ben })
})
afterAll(async () => {
  await t.close()
  await push.close()
  await stripe.close()
})

const linkIds = { reset: newId(), 'undo-email': newId() }
const link = (kind: keyof typeof linkIds) => ({ id: linkIds[kind], token: 'secret' })
const lockRows = (table: string) => `select from ${table} where user_id = '${ben.userId}' for update`

interface Beside {
  /** The lock that holds the call up midway, if it runs first. */
  midway: () => string
  call: () => Promise<Reply>
  /** Its statuses before the erasure and after it. */
  answers: readonly [first: number, second: number]
  prepare?: () => Promise<void>
}

const calls: Record<string, Beside> = {
  'signing in': {
    midway: () => 'lock table session in share mode',
    call: () => t.call(login, { body: { email: ben.email, password } }),
    answers: [200, 400],
  },
  refreshing: {
    midway: () => `select from refresh_token where session_id = '${ben.sessionId}' for update`,
    call: () => t.call(refresh, {}, { as: ben }),
    answers: [200, 401],
  },
  'signing out': {
    midway: () => lockRows('session'),
    call: () => t.call(logout, {}, { as: ben }),
    answers: [200, 200],
  },
  'setting a new password': {
    midway: () => lockRows('mail_token'),
    call: () => {
      const fresh = { password: 'Yak-Crossing-78', confirmPassword: 'Yak-Crossing-78' }
      return t.call(resetPassword, { body: { ...link('reset'), ...fresh } })
    },
    answers: [200, 400],
  },
  'taking an address back': {
    midway: () => lockRows('mail_token'),
    call: () => t.call(confirmEmail, { body: link('undo-email') }),
    answers: [200, 400],
  },
  'going to the checkout': {
    midway: () => 'lock table billing_customer in share mode',
    call: () => t.call(createCheckoutSession, { query: {} }, { as: ben }),
    answers: [200, 401],
  },
  'going to the portal': {
    midway: () => 'lock table billing_customer in share mode',
    call: () => t.call(createPortalSession, {}, { as: ben }),
    answers: [200, 401],
    prepare: () => makePremium(t.database, ben),
  },
  'turning notifications on': {
    midway: () => 'lock table push_subscription in share mode',
    call: () => t.call(subscribe, { body: { subscription: push.device('laptop') } }, { as: ben }),
    answers: [201, 401],
  },
  'renewing a browser’s subscription': {
    midway: () => lockRows('push_subscription'),
    call: () => {
      const body = { oldSubscriptionEndpoint: phone.endpoint, newSubscription: push.device('new') }
      return t.call(resubscribe, { body: { ...body, email: ben.email } })
    },
    answers: [201, 201],
  },
  'news from the payment provider': {
    midway: () => 'lock table billing_event in share mode',
    call: sendPaymentEvent,
    answers: [200, 200],
    prepare: () => makePremium(t.database, ben),
  },
}

function sendPaymentEvent(): Promise<Reply> {
  const { body, signature } = signedEvent(`cus_${ben.userId}`)
  return t.send('POST', webhookPath, { payload: body, headers: { 'stripe-signature': signature } })
}

describe('erasing an account', () => {
  const leave = () => t.call(deleteAccount, { body: { password } }, { as: ben })
  /** Stops the erasure at the sessions: the user is deleted, but nobody sees it yet. */
  const allButDone = () => `select from session where user_id = '${ben.userId}' for key share`

  async function both(lock: string, inOrder: readonly (() => Promise<Reply>)[]): Promise<number[]> {
    const before = conflicts()
    const replies = await inTurn<Reply>(t.database, lock, inOrder)
    expect(conflicts() - before).toBe(0)
    const { rows } = await t.database.pool.query('select from app_user where id = $1', [ben.userId])
    expect(rows).toEqual([])
    return replies.map(({ status }) => status)
  }

  test.each(Object.entries(calls))(
    'and %s right after it: no deadlock, and the account is gone',
    { tags: ['API-087'] },
    async (_what, { call, answers, prepare }) => {
      await prepare?.()
      expect(await both(allButDone(), [leave, call])).toEqual([200, answers[1]])
    },
  )

  test.each(Object.entries(calls))(
    'and %s just before it: no deadlock, and the account is gone',
    { tags: ['API-087'] },
    async (_what, { midway, call, answers, prepare }) => {
      await prepare?.()
      expect(await both(midway(), [call, leave])).toEqual([answers[0], 200])
    },
  )
})

test('a billing event of a customer who is just being deleted is not stored', {
  tags: ['API-087', 'BILL-01'],
}, async () => {
  await makePremium(t.database, ben)
  const forgetting = `delete from billing_customer where user_id = '${ben.userId}'`
  const [sent] = await inTurn<Reply>(t.database, forgetting, [sendPaymentEvent])
  expect(sent?.status).toBe(200)
  const { rows } = await t.database.pool.query('select from billing_event')
  expect(rows).toEqual([])
})
