import { changeHelper } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addEvent, addGuardian, addHelper, addParent, connect, type Parent } from '#test/world.ts'
import { lastDayOf } from '../last-day.ts'
import { announceEndingHelp } from './help.service.ts'

const zone = 'America/Denver'

let t: TestApp
let priya: Parent
let dev: Parent
let gran: Parent
let id: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', timeZone: zone, children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  gran = await addParent(t.database, { name: 'Gran', timeZone: 'Pacific/Auckland', children: [] })
  id = priya.children[0] ?? ''
  await addGuardian(t.database, id, dev)
  await addHelper(t.database, id, gran, { adder: priya, until: '30 days' })
})
afterAll(() => t.close())

const announce = () =>
  announceEndingHelp({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
  })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const daysPass = (days: number) =>
  t.database.pool.query(
    `update guardianship set since = since - make_interval(days => $2), until = until - make_interval(days => $2)
      where child_id = $1`,
    [id, days],
  )
/** The date as notices write it. */
const written = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const lastDay = async () => {
  const { rows } = await t.database.pool.query<{ until: Date }>(
    `select until from guardianship where role = 'helper'`,
  )
  return written(lastDayOf(rows[0]?.until ?? new Date(), zone))
}

test('a helper no longer sees an event once their help with the only child attending has ended', {
  tags: ['HOME-25'],
}, async () => {
  const noa = await addParent(t.database, {
    name: 'Noa',
    children: [{ firstName: 'Liv' }, { firstName: 'Elias' }],
  })
  const [liv = '', elias = ''] = noa.children
  const olga = await addParent(t.database, { name: 'Olga' })
  await connect(t.database, olga, noa)
  for (const child of [liv, elias]) await addHelper(t.database, child, gran, { adder: noa })
  const guests = [liv, elias].map((child) => ({ ...noa, children: [child] }))
  const { id: playdate } = await addEvent(t.database, olga, guests)
  const body = { playdate, response: 'accepted', children: [liv] }
  expect((await t.call(respondToEvent, { body }, { as: noa })).status).toBe(200)
  const sees = async () => (await t.call(getPlaydate, { params: { id: playdate } }, { as: gran })).status
  expect(await sees()).toBe(200)
  const end = 'update guardianship set until = now() where child_id = $1 and caregiver_id = $2'
  await t.database.pool.query(end, [liv, gran.caregiverId])
  expect(await sees()).toBe(404)
})

test('seven days before a help ends, the helper and the guardian who added them are notified once', {
  tags: ['HOME-30'],
}, async () => {
  await daysPass(22)
  await announce()
  expect([await titles(priya), await titles(gran)]).toEqual([[], []])
  await daysPass(1)
  await announce()
  await announce()
  const day = await lastDay()
  expect(await titles(priya)).toEqual([`Gran stops helping on ${day}`])
  expect(await titles(gran)).toEqual([`Your help ends on ${day}`])
  expect(await titles(dev)).toEqual([])
  await daysPass(1)
  const { rows } = await t.database.pool.query('select message, params, title from notification')
  expect(JSON.stringify(rows)).not.toContain('Anika')
})

test('if the guardian muted the helper, only the helper is notified', {
  tags: ['HOME-30'],
}, async () => {
  await t.database.pool.query(
    'insert into mute (id, caregiver_id, muted_id) values (gen_random_uuid(), $1, $2)',
    [priya.caregiverId, gran.caregiverId],
  )
  await daysPass(23)
  await announce()
  await announce()
  expect([await titles(priya), await titles(gran)]).toEqual([[], [`Your help ends on ${await lastDay()}`]])
})

test('a helper of two children whose help ends on the same day is notified once about each', {
  tags: ['HOME-30'],
}, async () => {
  const noa = await addParent(t.database, { name: 'Noa', timeZone: zone })
  const other = noa.children[0] ?? ''
  await addHelper(t.database, other, gran, { adder: noa, until: '7 days' })
  await t.database.pool.query(
    `update guardianship helper set until = first.until, since = now() - interval '30 days'
      from guardianship first
      where helper.child_id = $2 and helper.role = 'helper' and first.child_id = $1 and first.role = 'helper'`,
    [id, other],
  )
  await t.database.pool.query(
    `update guardianship set since = since - interval '23 days', until = until - interval '23 days'
      where role = 'helper'`,
  )
  await announce()
  await announce()
  const { data } = (await t.call(listNotifications, { query: {} }, { as: gran })).body
  const title = `Your help ends on ${await lastDay()}`
  expect(data.map((each) => each.title)).toEqual([title, title])
  expect(data.map(({ url }) => url).toSorted()).toEqual(
    [id, other].map((child) => `/child/${child}/grown-ups`).toSorted(),
  )
})

test('a new last day is notified again, once', async () => {
  await daysPass(27)
  await announce()
  const until = lastDayOf(new Date(t.clock.now() + 60 * 86_400_000), zone)
  await t.call(
    changeHelper,
    { params: { id, caregiverId: gran.caregiverId }, body: { until } },
    { as: priya },
  )
  await announce()
  expect((await titles(priya)).length).toBe(1)
  // The day of the change to winter time has 25 hours.
  await daysPass(55)
  await announce()
  await announce()
  expect((await titles(priya)).length).toBe(2)
  expect((await titles(gran)).length).toBe(2)
})

test('nobody is notified of a help that is over, or that ends with the guardian’s place', async () => {
  await daysPass(25)
  await t.database.pool.query(
    `update guardianship set until = now() + interval '2 hours' where child_id = $1 and caregiver_id = $2`,
    [id, priya.caregiverId],
  )
  await announce()
  await t.database.pool.query(
    `update guardianship set until = case role when 'helper' then now() - interval '1 second' end where child_id = $1`,
    [id],
  )
  await announce()
  expect([await titles(priya), await titles(gran)]).toEqual([[], []])
})
