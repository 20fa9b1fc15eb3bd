import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deadline } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addFriends, type Parent } from '#test/world.ts'
import { doDue } from '../../../due.ts'

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  ;({ priya, amara } = await addFriends(t.database))
})
afterAll(() => t.close())

const place = 'The park'
const time = inHours(200).toISOString()
const zone = 'America/New_York'
const request = (more: object = {}) => ({
  type: 'single',
  ownerChildren: priya.children,
  recipientChildren: amara.children,
  proposedLocations: { option1: place },
  proposedTimes: [time],
  ...more,
})

async function ask(more: object = {}) {
  const made = await t.call(createPlaydate, { body: request(more) }, { as: priya })
  expect(made.status, made.text).toBe(200)
  return made.body.data
}

const read = async (id: string, as: Parent) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const said = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

/** Does what is due a minute after that moment. */
async function dueAfter(moment: string | null): Promise<void> {
  const now = Date.parse(moment ?? '') + 60_000
  const queue = await startQueue(t.database.url, [], { log: pino({ level: 'silent' }) })
  try {
    await doDue({
      db: t.database.kysely,
      queue,
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
    })
  } finally {
    await queue.close()
  }
}

test('a request may wait some hours or a day, shown to both sides, or without an end', {
  tags: ['PLAN-18'],
}, async () => {
  for (const wait of ['hours', 'day'] as const) {
    const made = await ask({ wait })
    const end = deadline(t.clock.now(), wait, zone)
    expect(Math.abs(Date.parse(made.answerBy ?? '') - end)).toBeLessThanOrEqual(60_000)
    expect((await read(made._id, amara)).answerBy).toBe(made.answerBy)
  }
  const plain = await ask()
  expect([plain.answerBy, plain.endedAs]).toEqual([null, null])
  const odd = await t.call(createPlaydate, { body: request({ wait: 'week' }) }, { as: priya })
  expect(odd.status).toBe(400)
})

test('a late answer is refused, and both sides are notified once that the request is over', {
  tags: ['PLAN-16', 'PLAN-83'],
}, async () => {
  for (const { userId, sessionId, name } of [priya, amara]) {
    await t.database.pool.query(
      `insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth)
        values (gen_random_uuid(), $1, $2, $3, 'key', 'secret')`,
      [userId, sessionId, `https://push.example.org/${name}`],
    )
  }
  const made = await ask({ wait: 'hours' })
  await dueAfter(new Date(Date.parse(made.answerBy ?? '') - 120_000).toISOString())
  expect((await read(made._id, amara)).status).toBe('pending')
  await Promise.all([dueAfter(made.answerBy), dueAfter(made.answerBy)])
  await dueAfter(made.answerBy)
  const over = { status: 'cancelled', endedAs: 'over', answerBy: null, cancelledBy: null, cancelReason: null }
  for (const person of [priya, amara]) expect(await read(made._id, person)).toMatchObject(over)
  const body = { id: made._id, acceptedLocation: place, acceptedTime: time, version: 1 }
  const late = await t.call(acceptPlaydate, { body }, { as: amara })
  expect([late.status, late.body.error]).toEqual([409, "This request isn't open any more."])
  expect(await said(priya)).toEqual(["Amara didn't answer in time"])
  expect((await said(amara)).filter((title) => title.includes('any more'))).toEqual([
    "This request isn't open any more.",
  ])
  const pushed = await t.database.pool.query(
    `select message from notification where id::text in (
      select jsonb_array_elements_text(data -> 'notifications') from pgboss.job where name = 'push-notifications')
      and message <> 'playdate.sent'`,
  )
  expect(pushed.rows).toEqual([{ message: 'playdate.unanswered' }])
  const { rows } = await t.database.pool.query(
    `select message, push_due_at, mail_due_at from notification where message = 'playdate.over'`,
  )
  expect(rows).toEqual([{ message: 'playdate.over', push_due_at: null, mail_due_at: null }])
  const room = await t.call(getRoom, { params: { id: made._id }, query: {} }, { as: amara })
  expect(room.body.data.readOnly).toBe(true)
})

test('a counter-proposal stops the clock, and the owner’s next one restarts it', {
  tags: ['PLAN-20'],
}, async () => {
  const made = await ask({ wait: 'day' })
  const params = { id: made._id }
  const theirs = await t.call(counterPlaydate, { params, body: request({ version: 1 }) }, { as: amara })
  expect(theirs.body.data.answerBy).toBeNull()
  await dueAfter(made.answerBy)
  expect((await read(made._id, priya)).status).toBe('pending')
  const mine = await t.call(counterPlaydate, { params, body: request({ version: 2 }) }, { as: priya })
  const end = deadline(t.clock.now(), 'day', zone)
  expect(Math.abs(Date.parse(mine.body.data.answerBy ?? '') - end)).toBeLessThanOrEqual(60_000)
})

test('a message of the asked family stops the clock until the owner writes', {
  tags: ['PLAN-21'],
}, async () => {
  const made = await ask({ wait: 'hours' })
  const room = await t.call(getRoom, { params: { id: made._id }, query: {} }, { as: amara })
  const chatRoom = room.body.data.chatRoom._id
  const write = async (as: Parent) => {
    const body = { chatRoom, message: { text: 'Let me see' } }
    expect((await t.call(sendMessage, { body }, { as })).status).toBe(200)
    return read(made._id, amara)
  }
  // A message of the owner's doesn't change a running clock.
  expect((await write(priya)).answerBy).toBe(made.answerBy)
  expect((await write(amara)).answerBy).toBeNull()
  await dueAfter(made.answerBy)
  expect(await read(made._id, amara)).toMatchObject({ status: 'pending', version: 1 })
  const again = await write(priya)
  const end = deadline(t.clock.now(), 'hours', zone)
  expect(Math.abs(Date.parse(again.answerBy ?? '') - end)).toBeLessThanOrEqual(60_000)
  // Both may write at the same moment.
  await Promise.all([write(amara), write(priya), write(amara), write(priya)])
})
