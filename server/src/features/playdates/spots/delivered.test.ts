import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { addParent, type Parent } from '#test/world.ts'
import { insertPlaydate } from '../playdate-insert.db.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let [anna, ben, cleo, dan]: Parent[] = []
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
  await t.reset()
  const names = ['Anna', 'Ben', 'Cleo', 'Dan']
  ;[anna, ben, cleo, dan] = await Promise.all(names.map((name) => addParent(t.database, { name })))
})
beforeEach(() => delivery.reset())
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

test('an offer is mailed at once, but not to who wants no mails', { tags: ['TIME-116'] }, async () => {
  const [owner, ...guests] = [anna, ben, cleo, dan] as [Parent, Parent, Parent, Parent]
  const event = newId()
  await insertPlaydate(t.database.kysely, {
    id: event,
    roomId: newId(),
    type: 'group',
    ownerId: owner.caregiverId,
    ownerChildren: owner.children,
    recipients: guests.flatMap(({ caregiverId, children: [childId = ''] }) => [{ childId, caregiverId }]),
    proposal: { locations: ['The zoo', null, null], times: [inHours(240)], durationMinutes: 120 },
    capacity: 2,
  })
  const choose = (mail: string, { userId }: Parent) =>
    t.database.pool.query('update app_user set mail = $1 where id = $2', [mail, userId])
  const say = async (as: Parent, response: string) => {
    const body = { playdate: event, response }
    expect((await t.call(respondToEvent, { body }, { as })).status).toBe(200)
  }
  const [first, daily, off] = guests as [Parent, Parent, Parent]
  await choose('daily', daily)
  await choose('off', off)
  for (const each of guests) await say(each, 'accepted')
  await say(first, 'rejected')
  await delivery.settled()
  expect(await delivery.lettersTo(daily)).toEqual([expect.stringContaining("There's room now! Answer by ")])
  await say(daily, 'rejected')
  await delivery.settled()
  const { rows } = await t.database.pool.query(
    `select count(*)::int as offers from notification where message = 'spots.offered'`,
  )
  expect(rows).toEqual([{ offers: 2 }])
  expect(await delivery.lettersTo(off)).toEqual([])
})
