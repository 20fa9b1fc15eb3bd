import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { answerSeries, getSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { deadline } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { addFriends, type Parent } from '#test/world.ts'
import { endWaits } from '../waits/waits.service.ts'

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

/** Makes a weekly series, with five dates by default. Returns its id. */
async function asked(start: Date, weeks = 4): Promise<string> {
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [start.toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(start, weeks) },
    wait: 'day',
  }
  const { data } = (await t.call(createPlaydate, { body }, { as: priya })).body
  return data.series?.id ?? ''
}

const read = async (as: Parent, id: string) => (await t.call(getSeries, { params: { id } }, { as })).body.data
/** Returns the distinct ends of the waits. */
const ends = async () =>
  (await t.database.pool.query('select distinct answer_by from playdate')).rows.map(
    ({ answer_by }) => answer_by?.getTime() ?? null,
  )
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

test('a series has one wait for all dates, which ends with the first date at the latest', async () => {
  await asked(inHours(200))
  expect(await ends()).toHaveLength(1)
  await t.database.pool.query('delete from playdate')
  const soon = inHours(3)
  await asked(soon)
  expect(await ends()).toEqual([soon.getTime()])
})

test('if nobody answers in time, all dates are cancelled, with one notice for each side', async () => {
  const id = await asked(inHours(200))
  const seen = await read(amara, id)
  const [end] = await ends()
  await endWaits({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: { now: () => (end ?? 0) + 1_000 },
    log: pino({ level: 'silent' }),
  })
  expect((await read(amara, id)).dates.map(({ status }) => status)).toEqual(Array(5).fill('cancelled'))
  expect(await titles(priya)).toEqual(["Amara didn't answer in time"])
  expect(await titles(amara)).toEqual([
    "This request isn't open any more.",
    'Priya asks for a playdate every week',
  ])
  // A late yes has no effect.
  const dates = seen.dates.map(({ playdate, version }) => ({ playdate, version, response: 'accepted' }))
  const late = await t.call(answerSeries, { params: { id }, body: { dates } }, { as: amara })
  expect(late.body.data.left).toHaveLength(5)
})

test('unanswered series end with one notice each, even if that takes several batches', async () => {
  const series: string[] = []
  // Eight of them have 104 dates; a batch ends a hundred.
  for (const _ of Array(8)) series.push(await asked(inHours(200), 12))
  const end = new Date(Date.now() + 60_000)
  await t.database.pool.query('update playdate set answer_by = $1', [end])
  await endWaits({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: { now: () => end.getTime() },
    log: pino({ level: 'silent' }),
  })
  const open = await t.database.pool.query(`select from playdate where status = 'pending'`)
  expect(open.rowCount).toBe(0)
  expect(await titles(priya)).toEqual(series.map(() => "Amara didn't answer in time"))
})

/** Returns a function that writes in the chat of the third date. */
async function writingAbout(id: string): Promise<(as: Parent) => Promise<void>> {
  const { dates } = await read(amara, id)
  const params = { id: dates[2]?.playdate ?? '' }
  const room = (await t.call(getRoom, { params }, { as: amara })).body.data.chatRoom._id
  const body = { chatRoom: room, message: { text: 'Hi' } }
  return async (as) => expect((await t.call(sendMessage, { body }, { as })).status).toBe(200)
}

test('a message about one date stops the clock of all dates, and the owner’s reply restarts it', async () => {
  const write = await writingAbout(await asked(inHours(200)))
  await write(amara)
  expect(await ends()).toEqual([null])
  t.clock.shift(60_000)
  await write(priya)
  const wait = deadline(t.clock.now(), 'day', 'America/New_York')
  const after = await ends()
  expect(after).toHaveLength(1)
  expect(Math.abs((after[0] ?? 0) - wait)).toBeLessThanOrEqual(60_000)
})

test('a restarted clock ignores past dates, and stays stopped once all have passed', {
  tags: ['PLAN-21'],
}, async () => {
  const id = await asked(inHours(200))
  const { dates } = await read(amara, id)
  const write = await writingAbout(id)
  const moveTo = (time: Date, moved: typeof dates) =>
    t.database.pool.query('update playdate set proposed_times = array[$1::timestamptz] where id = any($2)', [
      time,
      moved.map(({ playdate }) => playdate),
    ])
  await write(amara)
  await moveTo(inHours(-1), dates.slice(0, 1))
  await write(priya)
  const wait = deadline(t.clock.now(), 'day', 'America/New_York')
  const after = await ends()
  expect(after).toHaveLength(1)
  expect(Math.abs((after[0] ?? 0) - wait)).toBeLessThanOrEqual(60_000)
  // The wait ends with the next date to come, at the latest.
  await write(amara)
  await moveTo(inHours(3), dates.slice(1, 2))
  await write(priya)
  expect(await ends()).toEqual([inHours(3).getTime()])
  // Once all dates have passed, the clock stays stopped.
  await write(amara)
  await moveTo(inHours(-1), dates)
  await write(priya)
  expect(await ends()).toEqual([null])
})
