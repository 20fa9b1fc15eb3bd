import { setNoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import { acceptPlaydate, rejectPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { acceptEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { withoutTokens } from '#test/outbox.ts'
import { addEvent, addParent, addRequest, connect, makePremium, type Parent } from '#test/world.ts'
import { remind } from './reminders.service.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let queue: Queue
let priya: Parent
let amara: Parent
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
  queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
})
beforeEach(async () => {
  await t.reset()
  await delivery.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await connect(t.database, priya, amara)
  await makePremium(t.database, priya)
  for (const each of [priya, amara]) {
    await delivery.addDevice(each)
    const body = { mail: 'soon', quietFrom: null, quietTo: null } as const
    await t.call(setNoticeSettings, { body }, { as: each })
  }
})
afterAll(async () => {
  await queue.close()
  await delivery.close()
  await t.close()
  await push.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const run = () => remind({}, { db: t.database.kysely, queue, clock: t.clock })
const daysPass = () => sql(`update playdate_child set acted_at = acted_at - interval '25 hours'`)
const accept = (id: string) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() } },
    { as: amara },
  )
/** Makes a playdate that Amara confirmed yesterday and that begins in three hours. */
async function comingUp(): Promise<string> {
  const { id } = await addRequest(t.database, priya, amara)
  await accept(id)
  await daysPass()
  await sql(`update playdate set accepted_time = now() + interval '3 hours' where id = $1`, id)
  return id
}
/** Returns the pushes and mails of reminders only. */
const heard = async (by: Parent) =>
  [...delivery.pushesTo(by), ...(await delivery.lettersTo(by))].filter((text) =>
    /your playdate with|waiting for your answer/.test(text),
  )

test('reminders are pushed and mailed without a child’s name or a place', { tags: ['TIME-69'] }, async () => {
  await comingUp()
  await addRequest(t.database, priya, amara)
  await daysPass()
  await run()
  await delivery.settled()
  await delivery.later()
  expect(delivery.pushesTo(priya)).toContainEqual(expect.stringMatching(/: your playdate with Amara$/))
  expect(delivery.pushesTo(amara)).toContain('Priya is waiting for your answer')
  const letters = [...(await delivery.lettersTo(priya)), ...(await delivery.lettersTo(amara))]
  expect(letters.join('\n')).toContain('your playdate with Amara')
  const { rows } = await sql(`select row_to_json(notification)::text as row from notification`)
  const all = [
    ...rows.map(({ row }) => row),
    ...push.received.map(({ message }) => JSON.stringify(message)),
    ...letters.map(withoutTokens),
  ]
  for (const word of ['Anika', 'Zuri', 'park', 'library']) expect(all.join('\n')).not.toContain(word)
})

test('a push that says today or tomorrow also carries a dated text, and until when it is valid', {
  tags: ['TIME-63', 'TIME-69'],
}, async () => {
  const midnight = async () => {
    const { rows } = await sql(`select
      (date_trunc('day', now() at time zone 'America/New_York') + interval '1 day') at time zone 'America/New_York' as at`)
    return rows[0].at.getTime()
  }
  const before = await midnight()
  await comingUp()
  await addRequest(t.database, priya, amara)
  await daysPass()
  await run()
  await delivery.settled()
  const saying = (text: RegExp) =>
    push.received.map(({ message }) => message).filter(({ title }) => text.test(title))
  const [coming] = saying(/your playdate with Amara$/)
  expect(coming?.title).toMatch(/today: |^Tomorrow at /)
  expect(coming?.dated).toMatch(/^\d+:\d\d [AP]M, \d\d\/\d\d: your playdate with Amara$/)
  expect([before, await midnight()]).toContain(coming?.until)
  const [waiting] = saying(/is waiting for your answer$/)
  expect([waiting?.dated, waiting?.until]).toEqual([undefined, undefined])
})

test('both reminders of a playdate make one line in the day’s mail', {
  tags: ['TIME-79', 'TIME-63', 'TIME-64'],
}, async () => {
  await delivery.moveBeforeMail()
  await t.call(setNoticeSettings, { body: { mail: 'daily', quietFrom: null, quietTo: null } }, { as: priya })
  await comingUp()
  await run()
  t.clock.shift(1.5 * 3_600_000)
  await run()
  await delivery.settled()
  expect(delivery.pushesTo(priya).filter((title) => /your playdate with/.test(title))).toHaveLength(2)
  await delivery.later()
  const [letter = ''] = (await delivery.lettersTo(priya)).filter((text) =>
    text.includes('your playdate with'),
  )
  expect(letter.match(/your playdate with Amara/g)).toHaveLength(1)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['has begun', (id) => sql(`update playdate set accepted_time = now() where id = $1`, id)],
  [
    'was moved',
    (id) => sql(`update playdate set accepted_time = accepted_time + interval '1 day' where id = $1`, id),
  ],
  ['stays as it is', async () => undefined],
])('a reminder is mailed only if the start is still ahead and unchanged: it %s', async (what, change) => {
  const id = await comingUp()
  await run()
  await delivery.settled()
  const before = await heard(priya)
  expect(before).toEqual([expect.stringMatching(/your playdate with Amara$/)])
  await change(id)
  await delivery.later()
  expect(await heard(priya)).toHaveLength(what === 'stays as it is' ? 2 : 1)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['confirmed', (id) => accept(id)],
  ['declined', (id) => t.call(rejectPlaydate, { body: { id } }, { as: amara })],
])('a request that was %s meanwhile gets no reminder mail', async (_what, answer) => {
  const { id } = await addRequest(t.database, priya, amara)
  await daysPass()
  await run()
  await delivery.settled()
  const before = await heard(amara)
  expect(before).toEqual(['Priya is waiting for your answer'])
  await answer(id)
  await delivery.later()
  expect(await heard(amara)).toEqual(before)
})

test('an event invite that was answered meanwhile gets no reminder mail', async () => {
  const { id } = await addEvent(t.database, priya, [amara], inHours(96))
  await daysPass()
  await run()
  await delivery.settled()
  const before = await heard(amara)
  expect(before).toEqual(['Priya is waiting for your answer'])
  await t.call(acceptEvent, { params: { playdateId: id }, body: {} }, { as: amara })
  await delivery.later()
  expect(await heard(amara)).toEqual(before)
})
