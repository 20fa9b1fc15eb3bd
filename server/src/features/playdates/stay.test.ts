import { getAsk } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addGuardian, addParent, connect, makePremium, type Parent } from '#test/world.ts'
import { doDue } from '../../due.ts'

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
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await addGuardian(t.database, priya.children[0], dev)
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const proposal = (change: object) => ({
  type: 'single',
  ownerChildren: priya.children,
  recipientChildren: amara.children,
  proposedLocations: { option1: 'The park' },
  proposedTimes: [inHours(48).toISOString()],
  ...change,
})
const create = (change: object) => t.call(createPlaydate, { body: proposal(change) }, { as: priya })
const created = async (change: object): Promise<Playdate> => {
  const reply = await create(change)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const counter = (as: Parent, { _id: id, version }: Playdate, change: object) =>
  t.call(counterPlaydate, { params: { id }, body: proposal({ version, ...change }) }, { as })
const stayOf = async (as: Parent, { _id: id }: Playdate) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data.stay

describe('whether the proposer stays', { tags: ['PLAN-105'] }, () => {
  test('is shown to both sides, in lists too, but not on the card', async () => {
    const playdate = await created({ stay: 'drop' })
    for (const as of [priya, dev, amara]) expect(await stayOf(as, playdate)).toBe('drop')
    const { data } = (await t.call(listPlaydates, { query: { status: 'pending' } }, { as: amara })).body
    expect(data.items.map(({ stay }) => stay)).toEqual(['drop'])
    await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
      priya.caregiverId,
    ])
    expect([await stayOf(dev, playdate), await stayOf(amara, playdate)]).toEqual([null, 'drop'])
  })

  test('is set again by a counter-proposal, and kept by the yes', async () => {
    const playdate = await created({ stay: 'drop' })
    const countered = await counter(amara, playdate, { stay: 'stay' })
    expect(countered.status, countered.text).toBe(200)
    expect(countered.body.data).toMatchObject({ stay: 'stay', lastSide: 'recipient' })
    expect(await stayOf(priya, playdate)).toBe('stay')
    const body = { id: playdate._id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: priya })).body.data.stay).toBe('stay')
    expect(await stayOf(amara, playdate)).toBe('stay')
  })

  test('is cleared by a counter-proposal without it', async () => {
    const playdate = await created({ stay: 'stay' })
    expect((await counter(amara, playdate, {})).body.data.stay).toBeNull()
  })

  test.each([{}, { stay: null }])('is null if it is left out: %j', async (change) => {
    expect((await created(change)).stay).toBeNull()
  })

  test('can be nothing but stay or drop', async () => {
    for (const stay of ['', 'Stay', 'both', 1, true]) expect((await create({ stay })).status).toBe(400)
  })

  test('is sent to each family of an order', async () => {
    const mei = await addParent(t.database, { name: 'Mei', children: [{ firstName: 'Lin' }] })
    await connect(t.database, priya, mei)
    // It is daytime on the owner's clock, since nobody is asked at night.
    const wall = wallTime(Date.now() + 86_400_000, 'America/New_York')
    t.clock.shift(instantOf({ ...wall, hour: 10, minute: 0 }, 'America/New_York') - t.clock.now())
    const order = [...amara.children, ...mei.children]
    const first = await created({ stay: 'drop', order, proposedTimes: [inHours(72).toISOString()] })
    expect((await t.call(rejectPlaydate, { body: { id: first._id } }, { as: amara })).status).toBe(200)
    const { log } = t.app
    const queue = await startQueue(t.database.url, [], { log })
    await doDue({ db: t.database.kysely, queue, clock: t.clock, log })
    await queue.close()
    const { data } = (await t.call(listPlaydates, { query: { status: 'pending' } }, { as: mei })).body
    expect(data.items.map(({ stay }) => stay)).toEqual(['drop'])
    const ask = await t.call(getAsk, { params: { id: first.ask?.id ?? '' } }, { as: priya })
    expect(ask.body.data.stay).toBe('drop')
  })

  test.each([
    ['drop', 'drop', 'drop'],
    ['stay', 'stay', null],
  ] as const)(
    'is kept in a request for another time if it applies to the side that asks: %s',
    async (stay, owners, others) => {
      const confirmed = await created({ stay })
      const body = {
        id: confirmed._id,
        acceptedLocation: 'The park',
        acceptedTime: inHours(48).toISOString(),
      }
      expect((await t.call(acceptPlaydate, { body }, { as: amara })).status).toBe(200)
      for (const [as, expected] of [
        [priya, owners],
        [amara, others],
      ] as const) {
        const change = { replaces: confirmed._id, proposedTimes: [inHours(72).toISOString()] }
        const asked = await t.call(createPlaydate, { body: proposal(change) }, { as })
        expect(asked.status, asked.text).toBe(200)
        expect(asked.body.data.stay).toBe(expected)
        expect((await t.call(cancelPlaydate, { body: { id: asked.body.data._id } }, { as })).status).toBe(200)
      }
    },
  )

  test('is never set for an event', async () => {
    await makePremium(t.database, priya)
    expect((await created({ type: 'group', stay: 'drop' })).stay).toBeNull()
  })
})
