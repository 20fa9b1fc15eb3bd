import { getPlaydate, rejectPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGuardian, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const differs = async (as: Parent, id: string): Promise<boolean> =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data.zonesDiffer

test.each([
  ['America/New_York', false],
  // Another name for the same clock.
  ['America/Detroit', false],
  ['America/Los_Angeles', true],
  ['Asia/Tokyo', true],
])(
  'whether the clock of %s differs from New York’s: %s',
  { tags: ['TIME-04'] },
  async (timeZone, expected) => {
    const anna = await addParent(t.database, { timeZone: 'America/New_York' })
    const ben = await addParent(t.database, { timeZone })
    await connect(t.database, anna, ben)
    const { id } = await addRequest(t.database, anna, ben)
    expect(await differs(anna, id)).toBe(expected)
    expect(await differs(ben, id)).toBe(expected)
    // Once it is over, where the other family lives stays private.
    await t.call(rejectPlaydate, { body: { id } }, { as: ben })
    expect(await differs(anna, id)).toBe(false)
  },
)

test('a playdate that is over no longer shows that the families’ time zones differ', {
  tags: ['TIME-04'],
}, async () => {
  const anna = await addParent(t.database, { timeZone: 'America/New_York' })
  const ben = await addParent(t.database, { timeZone: 'America/Los_Angeles' })
  await connect(t.database, anna, ben)
  const { id } = await addRequest(t.database, anna, ben)
  const accept = (begins: string) =>
    t.database.pool.query(
      `update playdate set status = 'accepted', accepted_location = location1,
        accepted_time = now() + $2::interval where id = $1`,
      [id, begins],
    )
  for (const [begins, expected] of [
    ['1 hour', true],
    // It lasts for two hours.
    ['-1 hour', true],
    ['-2 hours', false],
  ] as const) {
    await accept(begins)
    expect([await differs(anna, id), await differs(ben, id)]).toEqual([expected, expected])
  }
})

test('a playdate doesn’t reveal the time zone of the other guardian of the viewer’s child', {
  tags: ['HOME-06'],
}, async () => {
  const priya = await addParent(t.database, { timeZone: 'America/Denver' })
  const noa = await addParent(t.database, { timeZone: 'America/New_York' })
  const dev = await addParent(t.database, { timeZone: 'America/New_York', children: [] })
  await connect(t.database, priya, noa)
  await addGuardian(t.database, priya.children[0], dev)
  const asked = await addRequest(t.database, noa, priya)
  const sent = await addRequest(t.database, priya, noa)
  expect([await differs(dev, asked.id), await differs(dev, sent.id)]).toEqual([false, false])
  expect([await differs(priya, asked.id), await differs(noa, asked.id)]).toEqual([true, true])
})
