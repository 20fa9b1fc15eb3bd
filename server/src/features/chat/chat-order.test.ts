import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { waitingFor } from '#test/in-turn.ts'
import { addParent, addRequest, connect, fingerprint, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let playdate: { id: string; roomId: string }

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  playdate = await addRequest(t.database, anna, ben)
})
afterAll(() => t.close())

const hour = 3_600_000
/** An id made by a process whose clock is wrong by that many milliseconds. */
const idBy = (wrongBy: number) => newId({ msecs: Date.now() + wrongBy })

const sending = 'insert into message (id, room_id, sender_id, text) values ($1, $2, $3, $4)'
/** Inserts a message as the release before did, in a process whose clock is wrong. */
const sayBy = (wrongBy: number, as: Parent, text: string) =>
  t.database.pool.query(sending, [idBy(wrongBy), playdate.roomId, as.caregiverId, text])
const say = (as: Parent, text: string) =>
  t.call(sendMessage, { body: { chatRoom: playdate.roomId, message: { text } } }, { as })
const page = async (as: Parent, cursor?: string) =>
  (await t.call(getRoom, { params: { id: playdate.id }, query: cursor ? { cursor } : {} }, { as })).body.data
const texts = async (as: Parent) => (await page(as)).messages.map(({ message }) => message.text)
const unread = async (as: Parent) =>
  (await t.call(getPlaydate, { params: { id: playdate.id } }, { as })).body.data.unread
const markRead = (as: Parent, upTo?: string) =>
  t.call(markRoomRead, { params: { id: playdate.id }, body: upTo ? { upTo } : {} }, { as })
const noticesOf = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ readAt }) => readAt !== null)

test('a new message is the newest even if the clock of its process is an hour behind, or was ahead', {
  tags: ['CHAT-08'],
}, async () => {
  await say(anna, 'first')
  await sayBy(hour, anna, 'ahead')
  await sayBy(-hour, anna, 'behind')
  await say(anna, 'last')
  expect(await texts(ben)).toEqual(['last', 'behind', 'ahead', 'first'])
})

test('messages after the last one read are unread, whatever the clocks say', {
  tags: ['CHAT-08'],
}, async () => {
  await sayBy(hour, anna, 'ahead')
  await markRead(ben)
  expect(await unread(ben)).toBe(0)
  await sayBy(-hour, anna, 'behind')
  await say(anna, 'in time')
  expect(await unread(ben)).toBe(2)
  await markRead(ben)
  expect(await unread(ben)).toBe(0)
  await sayBy(-2 * hour, anna, 'further behind')
  expect(await unread(ben)).toBe(1)
})

test('reading up to a message leaves later ones unread, and their notice, too', {
  tags: ['CHAT-08', 'API-034'],
}, async () => {
  const first = (await say(anna, 'shown')).body.data
  await say(anna, 'on its way')
  expect((await markRead(ben, first._id)).status).toBe(200)
  expect([await unread(ben), await noticesOf(ben)]).toEqual([1, [false]])
  const last = (await page(ben)).messages[0]
  await markRead(ben, last?._id)
  expect([await unread(ben), await noticesOf(ben)]).toEqual([0, [true]])
  // A late call takes nothing back; own messages don't count as unread.
  await say(ben, 'own')
  await markRead(ben, first._id)
  expect(await unread(ben)).toBe(0)
  await say(anna, 'new')
  expect([await unread(ben), await noticesOf(ben)]).toEqual([1, [false, true]])
})

test('reading while a message is being written waits for it and leaves it unread', {
  tags: ['CHAT-08', 'API-034'],
}, async () => {
  const first = (await say(anna, 'shown')).body.data
  const other = await t.database.pool.connect()
  await other.query('begin')
  await other.query(sending, [newId(), playdate.roomId, anna.caregiverId, 'began before'])
  const reading = markRead(ben, first._id)
  await expect.poll(() => waitingFor(other)).not.toEqual([])
  await other.query('commit')
  other.release()
  expect((await reading).status).toBe(200)
  expect([await unread(ben), await noticesOf(ben)]).toEqual([1, [false]])
})

test('an id that is no message of the room marks nothing as read', { tags: ['API-034'] }, async () => {
  const { roomId } = await addRequest(t.database, ben, anna)
  const elsewhere = await t.call(
    sendMessage,
    { body: { chatRoom: roomId, message: { text: 'elsewhere' } } },
    { as: anna },
  )
  await say(anna, 'Hello')
  const before = await fingerprint(t.database)
  const missing = await markRead(ben, newId())
  expect(missing.status).toBe(404)
  expect((await markRead(ben, elsewhere.body.data._id)).text).toBe(missing.text)
  expect((await markRead(ben, 'x')).status).toBe(400)
  expect(await fingerprint(t.database)).toBe(before)
})

test('pages contain each message once, in order, with those from before the column at the end', {
  tags: ['CHAT-08'],
}, async () => {
  const { pool } = t.database
  for (let n = 0; n < 60; n += 1) await sayBy((n % 3) * hour - hour, anna, `message ${n}`)
  // The migration left existing messages in the order of their ids.
  await pool.query(`update message set seq = 0 where substring(text from '\\d+')::int < 20`)
  const first = await page(ben)
  const second = await page(ben, first.nextCursor ?? '')
  const all = [...first.messages, ...second.messages]
  const numbered = Array.from({ length: 40 }, (_, n) => `message ${59 - n}`)
  expect(all.slice(0, 40).map(({ message }) => message.text)).toEqual(numbered)
  const older = all.slice(40).map(({ _id }) => _id)
  expect(older).toEqual(older.toSorted().toReversed())
  expect([new Set(all.map(({ _id }) => _id)).size, second.nextCursor]).toEqual([60, null])
})

test('a cursor of a missing message still returns a page', { tags: ['CHAT-08'] }, async () => {
  await say(anna, 'Hello')
  for (const cursor of [newId(), idBy(-hour), 'ffffffff-ffff-7fff-bfff-ffffffffffff']) {
    const found = await page(ben, cursor)
    expect(found.nextCursor).toBeNull()
  }
})

test('a message is visible only with all before it: a later one waits for the one that began first', {
  tags: ['CHAT-08'],
}, async () => {
  const other = await t.database.pool.connect()
  await other.query('begin')
  await other.query(sending, [newId(), playdate.roomId, anna.caregiverId, 'began first'])
  const next = say(anna, 'began second')
  await expect.poll(() => waitingFor(other)).not.toEqual([])
  expect(await texts(ben)).toEqual([])
  await other.query('commit')
  other.release()
  expect((await next).status).toBe(200)
  expect(await texts(ben)).toEqual(['began second', 'began first'])
})

test('a new notification is the newest even if the clock of its process is an hour behind', {
  tags: ['NOTIF-03'],
}, async () => {
  const { pool } = t.database
  for (const [n, wrongBy] of [hour, 0, -hour, -2 * hour].entries()) {
    await pool.query(`insert into notification (id, user_id, title, url) values ($1, $2, $3, '/')`, [
      idBy(wrongBy),
      ben.userId,
      `notice ${n}`,
    ])
  }
  const list = async (cursor?: string) =>
    (await t.call(listNotifications, { query: cursor ? { cursor } : {} }, { as: ben })).body.data
  const all = await list()
  expect(all.map(({ title }) => title)).toEqual(['notice 3', 'notice 2', 'notice 1', 'notice 0'])
  expect((await list(all[1]?._id)).map(({ title }) => title)).toEqual(['notice 1', 'notice 0'])
  expect((await list(newId())).length).toBe(4)
})
