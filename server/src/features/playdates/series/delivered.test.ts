import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { setNoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { answerSeries, getSeries, stopSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callOff } from '#features/safety/standing/pause.service.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { addFriends, type Parent } from '#test/world.ts'
import { endWaits } from '../waits/waits.service.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let queue: Queue
let priya: Parent
let amara: Parent
const log = pino({ level: 'silent' })
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
  queue = await startQueue(await testDatabaseUrl(), [], { log })
})
beforeEach(async () => {
  await t.reset()
  await delivery.reset()
  ;({ priya, amara } = await addFriends(t.database))
  for (const each of [priya, amara]) await delivery.addDevice(each)
})
afterAll(async () => {
  await queue.close()
  await delivery.close()
  await t.close()
  await push.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const choose = (as: Parent, mail: 'off' | 'daily') =>
  t.call(setNoticeSettings, { body: { mail, quietFrom: null, quietTo: null } }, { as })

/** Makes a weekly series of four dates from tomorrow on. */
async function asked(): Promise<{ id: string; dates: { playdate: string; version: number }[] }> {
  const start = inHours(20)
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: [start.toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(start, 3) },
  }
  const created = await t.call(createPlaydate, { body }, { as: priya })
  expect(created.status, created.text).toBe(200)
  const id = created.body.data.series?.id ?? ''
  return { id, dates: (await t.call(getSeries, { params: { id } }, { as: amara })).body.data.dates }
}

/** Accepts these dates as Amara. */
async function accept(id: string, dates: readonly { playdate: string; version: number }[]): Promise<void> {
  const answers = dates.map(({ playdate, version }) => ({ playdate, version, response: 'accepted' as const }))
  const yes = await t.call(answerSeries, { params: { id }, body: { dates: answers } }, { as: amara })
  expect(yes.body.data.left).toEqual([])
}

const passed = (playdate: string | undefined) =>
  sql(`update playdate set proposed_times = array[now() - interval '5 days'] where id = $1`, playdate)

/** Forgets what has been pushed and mailed. */
async function quiet(): Promise<void> {
  await delivery.settled()
  await sql('delete from notification')
  await delivery.reset()
}

test.each([
  [
    'a stop',
    (id: string, [from]: string[]) => t.call(stopSeries, { params: { id }, body: { from } }, { as: priya }),
  ],
  ['a deleted child', () => t.call(deleteChild, { params: { id: priya.children[0] } }, { as: priya })],
  [
    'a block',
    () => t.call(blockCaregiver, { params: { caregiver: amara.caregiverId }, body: {} }, { as: priya }),
  ],
  [
    'a pause',
    (_id: string, ids: string[]) =>
      t.database.kysely
        .transaction()
        .execute((db) => callOff({ db, queue, clock: t.clock }, { caregiverId: priya.caregiverId, ids })),
  ],
])(
  'confirmed dates cancelled by %s are pushed and mailed at once, despite an earlier unanswered date',
  { tags: ['TIME-74'] },
  async (_how, end) => {
    const { id, dates } = await asked()
    const [first, second, ...later] = dates
    await passed(first?.playdate)
    await accept(id, [...(second ? [second] : []), ...later])
    const soon = inHours(20)
    await sql(`update playdate set accepted_time = $2 where id = $1`, second?.playdate, soon)
    await choose(amara, 'off')
    await quiet()
    await end(
      id,
      dates.map(({ playdate }) => playdate),
    )
    await delivery.settled()
    expect((await delivery.dueOf(amara)).map(({ starts_at }) => starts_at)).toEqual([soon])
    expect(delivery.pushesTo(amara)).toHaveLength(1)
    expect(await delivery.lettersTo(amara)).toHaveLength(1)
  },
)

test('a notice that nobody answered in time is pushed even if the first date has begun', {
  tags: ['PLAN-16'],
}, async () => {
  await delivery.moveBeforeMail()
  await choose(priya, 'daily')
  const { dates } = await asked()
  await quiet()
  await passed(dates[0]?.playdate)
  await sql(`update playdate set answer_by = now() - interval '1 second'`)
  await endWaits({ db: t.database.kysely, queue, clock: t.clock, log })
  await delivery.settled()
  expect(delivery.pushesTo(priya)).toEqual(["Amara didn't answer in time"])
})

test('a yes to all dates is in the day’s mail until all of them are over', {
  tags: ['TIME-73'],
}, async () => {
  await delivery.moveBeforeMail()
  await choose(priya, 'daily')
  const { id, dates } = await asked()
  await quiet()
  await accept(id, dates)
  await sql(
    `update playdate set accepted_time = now() - interval '5 hours' where id = $1`,
    dates[0]?.playdate,
  )
  await delivery.later()
  expect((await delivery.lettersTo(priya)).join()).toContain('Amara confirmed your playdate')
  // Once all dates are over, the notice isn't mailed any more.
  await sql('update notification set read_at = null, mail_due_at = now()')
  await sql(`update playdate set accepted_time = now() - interval '5 hours'`)
  await delivery.reset()
  await delivery.later()
  expect(await delivery.lettersTo(priya)).toEqual([])
})
