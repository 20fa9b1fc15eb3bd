import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGuardian, addParent, connect, inHours, makePremium, type Parent } from '#test/world.ts'

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

describe('whether who proposes stays', { tags: ['PLAN-105'] }, () => {
  test('is read by both sides, in lists too, and not with the card only', async () => {
    const playdate = await created({ stay: 'drop' })
    for (const as of [priya, dev, amara]) expect(await stayOf(as, playdate)).toBe('drop')
    const { data } = (await t.call(listPlaydates, { query: { status: 'pending' } }, { as: amara })).body
    expect(data.items.map(({ stay }) => stay)).toEqual(['drop'])
    await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
      priya.caregiverId,
    ])
    expect([await stayOf(dev, playdate), await stayOf(amara, playdate)]).toEqual([null, 'drop'])
  })

  test('is said anew by a counter-proposal, and stands with the yes', async () => {
    const playdate = await created({ stay: 'drop' })
    const countered = await counter(amara, playdate, { stay: 'stay' })
    expect(countered.status, countered.text).toBe(200)
    expect(countered.body.data).toMatchObject({ stay: 'stay', lastSide: 'recipient' })
    expect(await stayOf(priya, playdate)).toBe('stay')
    const body = { id: playdate._id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: priya })).body.data.stay).toBe('stay')
    expect(await stayOf(amara, playdate)).toBe('stay')
  })

  test('is nobody’s promise once the other side proposes without it', async () => {
    const playdate = await created({ stay: 'stay' })
    expect((await counter(amara, playdate, {})).body.data.stay).toBeNull()
  })

  test.each([{}, { stay: null }])('is not said where it is left out: %j', async (change) => {
    expect((await created(change)).stay).toBeNull()
  })

  test('is one of two words', async () => {
    for (const stay of ['', 'Stay', 'both', 1, true]) expect((await create({ stay })).status).toBe(400)
  })

  test('is nothing of an event', async () => {
    await makePremium(t.database, priya)
    expect((await created({ type: 'group', stay: 'drop' })).stay).toBeNull()
  })
})
