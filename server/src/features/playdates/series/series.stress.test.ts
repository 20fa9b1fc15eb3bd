import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  answerSeries,
  getSeries,
  type Series,
  stopSeries,
} from '@tagalong/contract/features/playdates/series.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGuardian, addParent, addPerson, connect, type Parent } from '#test/world.ts'
import { endWaits } from '../waits/waits.service.ts'

let t: TestApp
let priya: Parent
let amara: Parent
let dev: Parent
beforeAll(async () => {
  t = await testApp()
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  amara = await addParent(t.database, { name: 'Amara' })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  await addGuardian(t.database, amara.children[0], dev)
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

/** Makes a series of five dates. */
async function made(wait?: string): Promise<Series> {
  await t.database.pool.query('delete from playdate')
  await t.database.pool.query('delete from rate_limit')
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(48).toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(inHours(48), 4) },
    ...(wait && { wait }),
  }
  const { data } = (await t.call(createPlaydate, { body }, { as: priya })).body
  return read(priya, data.series?.id ?? '')
}

const read = async (as: Parent, id: string) => (await t.call(getSeries, { params: { id } }, { as })).body.data
const answer = (as: Parent, { _id: id, dates }: Series, response: 'accepted' | 'rejected') =>
  t.call(
    answerSeries,
    {
      params: { id },
      body: { dates: dates.map(({ playdate, version }) => ({ playdate, version, response })) },
    },
    { as },
  )
const stop = (as: Parent, { _id: id, dates }: Series, from: number) =>
  t.call(stopSeries, { params: { id }, body: { from: dates[from]?.playdate ?? '' } }, { as })
const statuses = ({ dates }: Series) => dates.map(({ status }) => status)
const rounds = sampleOrFull(8, 300)

test('accepting all dates while one is cancelled confirms the others and ends consistently for that one', {
  tags: ['PLAN-34'],
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const series = await made()
    const third = series.dates[2]?.playdate ?? ''
    const [yes, off] = await Promise.all([
      answer(amara, series, 'accepted'),
      t.call(cancelPlaydate, { body: { id: third } }, { as: priya }),
    ])
    expect(yes.status).toBe(200)
    const after = await read(priya, series._id)
    expect(statuses(after).filter((_, index) => index !== 2)).toEqual(Array(4).fill('accepted'))
    // The second call left the date out, got a 409, or called off a date that was confirmed already.
    const { status, version } = after.dates[2] ?? {}
    expect([
      ['cancelled', 2, [third], 200],
      ['cancelled', 3, [], 200],
      ['accepted', 2, [], 409],
    ]).toContainEqual([status, version, yes.body.data.left, off.status])
  }
  report('yes to all of a series against a cancellation of one date', `${rounds} rounds, one outcome each`)
})

test('when two guardians answer all dates at once, each date has one answer', {
  tags: ['PLAN-34'],
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const series = await made()
    const both = [answer(amara, series, 'accepted'), answer(dev, series, 'rejected')]
    const [yes, no] = await Promise.all(round % 2 ? both : both.toReversed())
    const left = [yes, no].map((each) => each?.body.data.left.length)
    // Both lock the dates in one order, so the first one wins all of them.
    expect(left.toSorted()).toEqual([0, 5])
    const after = await read(priya, series._id)
    expect(new Set(statuses(after)).size).toBe(1)
    expect(after.dates.map(({ version }) => version)).toEqual(Array(5).fill(2))
  }
  report('two guardians answer a series at once', `${rounds} rounds, one answer for each date`)
})

test('stopping a series while all dates are accepted leaves none open, and the replies match it', {
  tags: ['PLAN-80'],
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const series = await made()
    const [yes, off] = await Promise.all([answer(amara, series, 'accepted'), stop(priya, series, 2)])
    const after = statuses(await read(priya, series._id))
    expect(after.slice(0, 2)).toEqual(['accepted', 'accepted'])
    const last = new Set(after.slice(2))
    expect([
      [['cancelled'], 200, 3],
      [['cancelled'], 200, 0],
      [['accepted'], 409, 0],
    ]).toContainEqual([[...last], off.status, yes.body.data.left.length])
    expect(yes.status).toBe(200)
  }
  report('stop against yes to all of a series', `${rounds} rounds, one outcome each`)
})

test('accepting one date while all are accepted confirms it by exactly one of the two', {
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const series = await made()
    const [first] = series.dates
    const id = first?.playdate ?? ''
    const body = { id, acceptedLocation: 'The park', acceptedTime: first?.start ?? '' }
    const [all, one] = await Promise.all([
      answer(amara, series, 'accepted'),
      t.call(acceptPlaydate, { body }, { as: dev }),
    ])
    expect([all.body.data.left.length, one.status]).toEqual(one.status === 200 ? [1, 200] : [0, 409])
    const seen = (await t.call(getPlaydate, { params: { id } }, { as: amara })).body.data
    expect([seen.status, seen.version]).toEqual(['accepted', 2])
  }
  report('yes to one date against yes to all', `${rounds} rounds, one outcome each`)
})

test('accepting all dates while something ends them leaves none open, without a 5xx or a deadlock', {
  tags: ['PLAN-34'],
  timeout: 600_000,
}, async () => {
  const conflicts = countConflicts(t.database)
  const admin = await addPerson(t.database, { isAdmin: true })
  /** Each ending takes the side it comes from, so that a block is tested from both. */
  const endings: Record<string, (from: Parent) => Promise<number>> = {
    'a block': async (from) => {
      const caregiver = (from === priya ? amara : priya).caregiverId
      return (await t.call(blockCaregiver, { params: { caregiver }, body: {} }, { as: from })).status
    },
    'a deleted child': async (from) =>
      (await t.call(deleteChild, { params: { id: from.children[0] } }, { as: from })).status,
    'an erased account': async ({ userId }) =>
      (await t.call(deleteUser, { params: { id: userId } }, { as: admin })).status,
    'an end of their wait': async () => {
      await endWaits({
        db: t.database.kysely,
        queue: { enqueue: async () => undefined, close: async () => undefined },
        clock: { now: () => t.clock.now() + 3 * 86_400_000 },
        log: t.app.log,
      })
      return 200
    },
  }
  const times = sampleOrFull(2, 50)
  for (const [name, end] of Object.entries(endings)) {
    for (let round = 0; round < times; round += 1) {
      priya = await addParent(t.database, { name: 'Priya' })
      amara = await addParent(t.database, { name: 'Amara' })
      await connect(t.database, priya, amara)
      const series = await made('day')
      const both = [
        async () => (await answer(amara, series, 'accepted')).status,
        () => end(round % 4 < 2 ? priya : amara),
      ]
      const statuses = await Promise.all((round % 2 ? both.toReversed() : both).map((each) => each()))
      expect(
        statuses.filter((status) => status >= 500),
        name,
      ).toEqual([])
      const { rows } = await t.database.pool.query('select distinct status from playdate')
      // A wait may end for some dates while others are just being answered.
      const ended = name === 'an end of their wait' ? ['accepted', 'cancelled'] : ['cancelled']
      expect(ended, name).toEqual(expect.arrayContaining(rows.map(({ status }) => status)))
      await t.database.pool.query('delete from playdate')
    }
  }
  expect(conflicts()).toBe(0)
  report('yes to all of a series against what ends it', `${times} rounds each, no 5xx, 0 deadlocks`)
})

test('a database connection lost while a series is stored leaves no date', {
  tags: ['PLAN-78'],
}, async () => {
  await t.database.pool.query('delete from playdate')
  await t.database.pool.query('delete from rate_limit')
  // The connection is lost at the seventh date, as if the server had been stopped there.
  await t.database.pool.query(`
    create function stop_here() returns trigger language plpgsql as $$
    begin
      if (select count(*) from playdate) >= 7 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger stop_here after insert on playdate for each row execute function stop_here()`)
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(48).toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(inHours(48), 12) },
  }
  const { status } = await t.call(createPlaydate, { body }, { as: priya })
  await t.database.pool.query('drop trigger stop_here on playdate; drop function stop_here')
  expect(status).toBeGreaterThanOrEqual(500)
  const { rows } = await t.database.pool.query(
    `select (select count(*)::int from playdate) as playdates, (select count(*)::int from chat_room) as rooms,
      (select count(*)::int from notification where message like 'series.%') as notices`,
  )
  expect(rows).toEqual([{ playdates: 0, rooms: 0, notices: 0 }])
})
