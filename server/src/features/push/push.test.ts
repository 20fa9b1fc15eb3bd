import { endSession, logout } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  createConnection,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  listNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { setNoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  checkSubscription,
  checkSubscriptionOf,
  getPushKey,
  resubscribe,
  subscribe,
  unsubscribe,
} from '@tagalong/contract/features/push/push.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertSession, insertTokens } from '#features/auth/auth.db.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
let push: FakePush
let anna: Parent
let ben: Parent
let cleo: Parent
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
})
beforeEach(async () => {
  await t.reset()
  push.received.length = 0
  push.asked.length = 0
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  cleo = await addParent(t.database, { name: 'Cleo' })
})
afterAll(async () => {
  await t.close()
  await push.close()
})

let names = 0
/** Subscribes a new browser. Returns its name and subscription. */
async function subscribed(as: Tokens) {
  names += 1
  const name = `device-${names}`
  const subscription = push.device(name)
  const reply = await t.call(subscribe, { body: { subscription } }, { as })
  expect([reply.status, reply.body.data]).toEqual([201, { subscribed: true }])
  return { name, subscription }
}

const check = async (as: Tokens) => (await t.call(checkSubscription, {}, { as })).body.data
const invite = (inviter: Parent, invitee: Parent) => {
  const body = { inviteeName: 'x', inviteePhoneNumber: invitee.phoneNumber }
  return t.call(createConnection, { body }, { as: inviter })
}
const got = (count: number) =>
  vi.waitFor(() => expect(push.received).toHaveLength(count), { timeout: 15_000, interval: 50 })

const asked = (name: string) => push.asked.filter((each) => each === name).length
/** Its push service answers only when the test says so: until then the queue retries nothing by itself. */
function answerLater(name: string): (status: number) => void {
  const { promise, resolve } = Promise.withResolvers<number>()
  push.answer(name, promise)
  return resolve
}
/** Makes jobs due that wait for a retry or are held. */
const makeDue = (state: 'retry' | 'created') =>
  t.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'push-to-device' and state = $1`,
    [state],
  )
/** Deliveries to devices that are under way or waiting. */
const waiting = async () =>
  (
    await t.database.pool.query<{ state: string; is_late: boolean }>(
      `select state, start_after > now() + interval '30 minutes' as is_late
       from pgboss.job where name = 'push-to-device' and state < 'completed'`,
    )
  ).rows

/** Resolves once no job of a push waits. */
const allPushed = () =>
  vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query(
        `select name from pgboss.job where name like 'push-%' and state < 'completed'`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 15_000 },
  )

/** Signs the same user in on another device. */
async function otherDevice({ userId }: Parent): Promise<Tokens & { sessionId: string }> {
  const sessionId = newId()
  const tokens = { accessToken: newId(), refreshToken: newId() }
  const { createHash } = await import('node:crypto')
  const hashOf = (token: string) => createHash('sha256').update(token).digest()
  await insertSession(t.database.kysely, { id: sessionId, userId, userAgent: 'other' })
  await insertTokens(t.database.kysely, {
    sessionId,
    accessHash: hashOf(tokens.accessToken),
    refreshHash: hashOf(tokens.refreshToken),
    accessSeconds: 600,
    isUsed: true,
  })
  return { ...tokens, sessionId }
}

describe('a push', () => {
  test('reaches every device of its user, encrypted and signed', {
    tags: ['NOTIF-01', 'API-128', 'API-137'],
  }, async () => {
    const phone = await subscribed(ben)
    const laptop = await subscribed(await otherDevice(ben))
    await subscribed(cleo)
    await invite(anna, ben)
    await got(2)
    const [{ _id, title, url } = { _id: '', title: '', url: '' }] = (
      await t.call(listNotifications, {}, { as: ben })
    ).body.data
    expect(push.received.map(({ device }) => device).sort()).toEqual([phone.name, laptop.name].sort())
    for (const { message, headers } of push.received) {
      expect(message).toEqual({ id: _id, title, url })
      expect(headers['content-encoding']).toBe('aes128gcm')
      expect(headers.authorization).toMatch(/^vapid t=.+, k=.+/)
    }
    const { publicKey } = (await t.call(getPushKey, {}, { as: ben })).body.data
    expect(String(push.received[0]?.headers.authorization)).toContain(publicKey)
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  })

  test('shows the time of the playdate on the receiver’s clock, and typed text as typed', {
    tags: ['NOTIF-01', 'CONST-12'],
  }, async () => {
    await t.database.pool.query(`update caregiver set time_zone = 'Asia/Tokyo' where id = $1`, [
      ben.caregiverId,
    ])
    await connect(t.database, anna, ben)
    await subscribed(ben)
    const year = new Date().getUTCFullYear() + 1
    const body = {
      type: 'single',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The park' },
      proposedTimes: [`${year}-03-01T20:00:00.000Z`],
    }
    await t.call(createPlaydate, { body }, { as: anna })
    await got(1)
    const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(`${year}-03-02`).getUTCDay()]
    expect(push.received[0]?.message).toMatchObject({
      title: 'Anna sent you a playdate request',
      body: `${weekday} · 5:00 AM, 03/02`,
    })
    await subscribed(anna)
    const cleoIs = { inviteeName: '{name}', inviteePhoneNumber: cleo.phoneNumber }
    const { connection } = (await t.call(createConnection, { body: cleoIs }, { as: anna })).body.data
    await t.call(rejectConnection, { params: { id: connection._id } }, { as: cleo })
    await got(2)
    expect(push.received[1]?.message).toMatchObject({ title: '{name} declined your invite' })
  })

  test('isn’t sent to an expired device until its subscription is renewed', {
    tags: ['NOTIF-15', 'API-038'],
  }, async () => {
    const { name, subscription } = await subscribed(ben)
    push.answer(name, 410)
    await invite(anna, ben)
    const gone = { subscribed: false, expired: true, notificationsRejected: false }
    await vi.waitFor(async () => expect(await check(ben)).toEqual(gone), { timeout: 15_000 })
    await invite(cleo, ben)
    await allPushed()
    const renewed = push.device('renewed')
    const body = {
      oldSubscriptionEndpoint: subscription.endpoint,
      newSubscription: renewed,
      email: ben.email,
    }
    expect((await t.call(resubscribe, { body })).status).toBe(201)
    expect(await check(ben)).toEqual({ subscribed: true, expired: false, notificationsRejected: false })
    await invite(await addParent(t.database, { name: 'Dan' }), ben)
    await got(1)
    expect(push.received[0]?.device).toBe('renewed')
    expect(push.asked.filter((each) => each === name)).toHaveLength(1)
  })

  test('to an old endpoint doesn’t undo a renewal made meanwhile', {
    tags: ['NOTIF-15'],
  }, async () => {
    const { name, subscription } = await subscribed(ben)
    const answer = answerLater(name)
    await invite(anna, ben)
    await vi.waitFor(() => expect(asked(name)).toBe(1), { timeout: 15_000 })
    const body = {
      oldSubscriptionEndpoint: subscription.endpoint,
      newSubscription: push.device('renewed-meanwhile'),
      email: ben.email,
    }
    expect((await t.call(resubscribe, { body })).status).toBe(201)
    answer(410)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 15_000 })
    expect(await check(ben)).toEqual({ subscribed: true, expired: false, notificationsRejected: false })
  })

  test('that its push service can’t take is sent later, and delays no other push', {
    tags: ['NOTIF-01'],
    timeout: 60_000,
  }, async () => {
    const slow = await subscribed(ben)
    push.answer(slow.name, 'hang')
    const quick = await subscribed(cleo)
    await invite(anna, ben)
    await vi.waitFor(() => expect(push.asked).toContain(slow.name), { timeout: 15_000 })
    await invite(anna, cleo)
    await got(1)
    expect(push.received[0]?.device).toBe(quick.name)
    push.answer(slow.name, 201)
    await vi.waitFor(
      async () => {
        await makeDue('retry')
        expect(push.received.map(({ device }) => device)).toContain(slow.name)
      },
      { timeout: 30_000 },
    )
  })

  test('is retried after 503, but not after 400 or a redirect', {
    tags: ['NOTIF-01'],
    timeout: 60_000,
  }, async () => {
    const [busy, bad, moved] = [await subscribed(ben), await subscribed(cleo), await subscribed(anna)]
    push.answer(busy.name, 503)
    push.answer(bad.name, 400)
    push.answer(moved.name, 301)
    await invite(anna, ben)
    await invite(anna, cleo)
    await invite(await addParent(t.database), anna)
    for (const { name } of [busy, bad, moved])
      await vi.waitFor(() => expect(push.asked).toContain(name), { timeout: 20_000 })
    await vi.waitFor(
      async () => {
        await makeDue('retry')
        expect(asked(busy.name)).toBe(2)
      },
      { timeout: 20_000 },
    )
    push.answer(busy.name, 201)
    await vi.waitFor(
      async () => {
        await makeDue('retry')
        expect(push.received).toHaveLength(1)
      },
      { timeout: 20_000 },
    )
    for (const { name } of [bad, moved]) expect(asked(name)).toBe(1)
  })

  test('is retried after half an hour if its push service stays down', {
    tags: ['NOTIF-01'],
    timeout: 60_000,
  }, async () => {
    const { name } = await subscribed(ben)
    push.answer(name, 503)
    await invite(anna, ben)
    const isRetry = (is_late: boolean) =>
      vi.waitFor(async () => expect(await waiting()).toEqual([{ state: 'retry', is_late }]), {
        timeout: 15_000,
      })
    await isRetry(false)
    // As if it had been tried eleven times already: by itself the queue tries again within seconds.
    await vi.waitFor(
      async () => {
        const { rowCount } = await t.database.pool.query(
          `update pgboss.job set retry_count = 10, start_after = now()
           where name = 'push-to-device' and state = 'retry'`,
        )
        expect(rowCount).toBe(1)
      },
      { timeout: 15_000 },
    )
    await isRetry(true)
    const times = asked(name)
    push.answer(name, 201)
    await makeDue('retry')
    await got(1)
    expect(asked(name)).toBe(times + 1)
  })

  test('retried in quiet hours waits for their end, and is dropped once read', {
    tags: ['NOTIF-01', 'TIME-75'],
    timeout: 60_000,
  }, async () => {
    const { name } = await subscribed(ben)
    const answerInQuiet = answerLater(name)
    await invite(anna, ben)
    await vi.waitFor(() => expect(asked(name)).toBe(1), { timeout: 15_000 })
    const setQuiet = (from: number | null, to: number | null) =>
      t.call(setNoticeSettings, { body: { mail: 'off', quietFrom: from, quietTo: to } }, { as: ben })
    const { hour } = wallTime(Date.now(), 'America/New_York')
    expect((await setQuiet((hour + 23) % 24, (hour + 3) % 24)).status).toBe(200)
    push.answer(name, 201)
    answerInQuiet(503)
    await vi.waitFor(
      async () => {
        await makeDue('retry')
        expect(await waiting()).toEqual([{ state: 'created', is_late: true }])
      },
      { timeout: 15_000 },
    )
    expect(asked(name)).toBe(1)
    await setQuiet(null, null)
    await makeDue('created')
    await got(1)

    const answerWhatWasRead = answerLater(name)
    await invite(cleo, ben)
    await vi.waitFor(() => expect(asked(name)).toBe(3), { timeout: 15_000 })
    await t.call(readNotifications, { body: {} }, { as: ben })
    push.answer(name, 201)
    answerWhatWasRead(503)
    await vi.waitFor(
      async () => {
        await makeDue('retry')
        expect(await waiting()).toEqual([])
      },
      { timeout: 15_000 },
    )
    expect(asked(name)).toBe(3)
  })

  test('isn’t sent to a device that was signed out', { tags: ['NOTIF-01'] }, async () => {
    const other = await otherDevice(ben)
    await subscribed(other)
    await subscribed(ben)
    await t.call(endSession, { params: { id: other.sessionId } }, { as: ben })
    await t.call(logout, {}, { as: ben })
    const quick = await subscribed(cleo)
    await invite(anna, ben)
    await invite(anna, cleo)
    await got(1)
    expect(push.received.map(({ device }) => device)).toEqual([quick.name])
  })

  test('isn’t sent to a device whose session has expired, which counts as unsubscribed', {
    tags: ['NOTIF-01', 'SAFE-68'],
  }, async () => {
    const other = await otherDevice(ben)
    const { subscription } = await subscribed(other)
    const quick = await subscribed(cleo)
    await t.database.pool.query(
      `update session set created_at = now() - interval '181 days', expires_at = now() + interval '29 days'
        where id = $1`,
      [other.sessionId],
    )
    await invite(anna, ben)
    await invite(anna, cleo)
    await got(1)
    expect(push.received.map(({ device }) => device)).toEqual([quick.name])
    const asked = await t.call(checkSubscriptionOf, {
      body: { email: ben.email, subscriptionFront: subscription },
    })
    expect(asked.body.data.subscribed).toBe(false)
  })
})

describe('a subscription', () => {
  test('belongs to one device, can be taken back, and “no” is remembered', {
    tags: ['API-038', 'API-125', 'API-129', 'NOTIF-13'],
  }, async () => {
    const none = { subscribed: false, expired: false, notificationsRejected: false }
    expect(await check(ben)).toEqual(none)
    await subscribed(ben)
    expect(await check(ben)).toEqual({ ...none, subscribed: true })
    const other = await otherDevice(ben)
    expect(await check(other)).toEqual(none)
    await t.call(unsubscribe, { body: {} }, { as: ben })
    expect(await check(ben)).toEqual(none)
    await t.call(unsubscribe, { body: { rejected: true } }, { as: ben })
    expect(await check(other)).toEqual({ ...none, notificationsRejected: true })
    await subscribed(ben)
    expect(await check(ben)).toEqual({ ...none, subscribed: true })
  })

  test.each([
    ['renewed', 'null'],
    ['renewed after it expired', 'now()'],
  ])(
    'that is %s doesn’t take back another device’s “no”',
    { tags: ['NOTIF-13', 'NOTIF-15'] },
    async (_how, at) => {
      await subscribed(ben)
      const other = await otherDevice(ben)
      await t.call(unsubscribe, { body: { rejected: true } }, { as: other })
      await t.database.pool.query(`update push_subscription set expired_at = ${at}`)
      await subscribed(ben)
      expect(await check(ben)).toEqual({ subscribed: true, expired: false, notificationsRejected: true })
      // Turning them on where they were off takes the refusal back.
      await subscribed(other)
      expect(await check(ben)).toEqual({ subscribed: true, expired: false, notificationsRejected: false })
    },
  )

  test('can’t be read or changed without a session unless address and endpoint match', {
    tags: ['API-126', 'API-127', 'API-131'],
  }, async () => {
    const { subscription } = await subscribed(ben)
    const ask = (email: string, subscriptionFront: object) =>
      t.call(checkSubscriptionOf, { body: { email, subscriptionFront } })
    expect((await ask(ben.email.toUpperCase(), subscription)).body.data).toMatchObject({ subscribed: true })
    const foreign = await ask(anna.email, subscription)
    const unknown = await ask(ben.email, push.device('never-seen'))
    const nobody = await ask('nobody@example.org', push.device('never-seen-either'))
    expect(foreign.body.data).toEqual({ subscribed: false, expired: false, notificationsRejected: false })
    expect(new Set([foreign.text, unknown.text, nobody.text]).size).toBe(1)
    const renew = (email: string, oldSubscriptionEndpoint: string) =>
      t.call(resubscribe, {
        body: { email, oldSubscriptionEndpoint, newSubscription: push.device('thief') },
      })
    const replies = [
      await renew(anna.email, subscription.endpoint),
      await renew(ben.email, 'https://push.example.test/unknown'),
    ]
    expect(replies.map(({ status, text }) => [status, text])).toEqual([
      [201, replies[0]?.text],
      [201, replies[0]?.text],
    ])
    await invite(anna, ben)
    await got(1)
    expect(push.received[0]?.device).not.toBe('thief')
    expect((await renew(ben.email, subscription.endpoint)).text).toBe(replies[0]?.text)
  })

  test('to an endpoint of no push service is refused at its field', { tags: ['NOTIF-21'] }, async () => {
    const subscription = { ...push.device('x'), endpoint: 'https://elsewhere.example/x' }
    const reply = await t.call(subscribe, { body: { subscription } }, { as: ben })
    expect([reply.status, reply.body.fields]).toEqual([
      400,
      { 'subscription.endpoint': m.prompt_push_unusable() },
    ])
  })

  test('moves to the browser’s current user; the 21st device replaces the first', {
    tags: ['API-128'],
  }, async () => {
    const subscription = push.device('shared')
    for (const as of [ben, cleo]) await t.call(subscribe, { body: { subscription } }, { as })
    expect([(await check(ben)).subscribed, (await check(cleo)).subscribed]).toEqual([false, true])
    await subscribed(ben)
    for (let n = 0; n < 20; n += 1) await subscribed(await otherDevice(ben))
    expect((await check(ben)).subscribed).toBe(false)
  })
})
