import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  counterPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deadline } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addGuardian, addParent, connect, type Parent } from '#test/world.ts'
import { endWaits } from './waits.service.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', timeZone: 'Asia/Tokyo', children: [] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await addGuardian(t.database, priya.children[0], dev)
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const zone = 'America/New_York'
const request = (more: object = {}) => ({
  type: 'single',
  ownerChildren: priya.children,
  recipientChildren: amara.children,
  proposedLocations: { option1: 'The park' },
  proposedTimes: [inHours(200).toISOString()],
  ...more,
})
async function ask(wait: 'hours' | 'day') {
  const made = await t.call(createPlaydate, { body: request({ wait }) }, { as: priya })
  expect(made.status, made.text).toBe(200)
  return made.body.data
}
const read = async (id: string, as: Parent) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const counter = async (id: string, as: Parent, version: number) => {
  const made = await t.call(counterPlaydate, { params: { id }, body: request({ version }) }, { as })
  expect(made.status, made.text).toBe(200)
  return made.body.data
}
async function write(id: string, as: Parent) {
  const room = await t.call(getRoom, { params: { id }, query: {} }, { as })
  const body = { chatRoom: room.body.data.chatRoom._id, message: { text: 'Let me see' } }
  expect((await t.call(sendMessage, { body }, { as })).status).toBe(200)
  return read(id, as)
}
const said = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const endAt = (now: number) =>
  endWaits({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
  })
/** Moves the app's clock to noon in New York, when it is night in Tokyo. */
function moveToNoon(): void {
  const { hour } = wallTime(t.clock.now(), zone)
  t.clock.shift(((12 - hour + 24) % 24) * 3_600_000)
}

test('a wait uses the owner’s time zone, even if another guardian of their side restarts it', {
  tags: ['PLAN-19', 'PLAN-20', 'PLAN-21'],
}, async () => {
  moveToNoon()
  const { _id: id } = await ask('day')
  const isWholeWait = (answerBy: string | null) => {
    const end = deadline(t.clock.now(), 'day', zone)
    expect(Math.abs(Date.parse(answerBy ?? '') - end)).toBeLessThanOrEqual(60_000)
  }
  await counter(id, amara, 1)
  isWholeWait((await counter(id, dev, 2)).answerBy)
  expect((await write(id, amara)).answerBy).toBeNull()
  isWholeWait((await write(id, dev)).answerBy)
})

test('once all proposed times have passed, a message of the owner starts no clock', {
  tags: ['PLAN-21'],
}, async () => {
  const { _id: id } = await ask('hours')
  await write(id, amara)
  await t.database.pool.query(
    `update playdate set proposed_times = array[now() - interval '1 hour'] where id = $1`,
    [id],
  )
  expect((await write(id, priya)).answerBy).toBeNull()
  await endAt(t.clock.now() + 60_000)
  expect((await read(id, amara)).status).toBe('pending')
})

test('if the owner writes after a counter-proposal, the wait ends as the other family’s missing answer', {
  tags: ['PLAN-21', 'PLAN-83'],
}, async () => {
  const { _id: id } = await ask('hours')
  await counter(id, amara, 1)
  const { answerBy } = await write(id, priya)
  await endAt(Date.parse(answerBy ?? ''))
  expect((await said(priya))[0]).toBe("Amara didn't answer in time")
  expect((await said(dev))[0]).toBe("Amara didn't answer in time")
  expect((await said(amara))[0]).toBe("This request isn't open any more.")
  expect(await said(amara)).not.toContain("Priya didn't answer in time")
})
