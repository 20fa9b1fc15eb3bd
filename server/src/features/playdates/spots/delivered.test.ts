import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { addGuardian, addParent, type Parent } from '#test/world.ts'
import { insertPlaydate } from '../playdate-insert.db.ts'
import { findLine } from './spots.db.ts'
import { passSpotsOn } from './spots.service.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let [anna, ben, cleo, dan]: Parent[] = []
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
})
beforeEach(async () => {
  await delivery.reset()
  await t.reset()
  const names = ['Anna', 'Ben', 'Cleo', 'Dan']
  ;[anna, ben, cleo, dan] = await Promise.all(names.map((name) => addParent(t.database, { name })))
})
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

/** Makes an event of Anna's with room for her own child and one of Ben's, Cleo's and Dan's. */
async function planned(start: Date): Promise<string> {
  const [owner, ...guests] = [anna, ben, cleo, dan] as [Parent, Parent, Parent, Parent]
  const id = newId()
  await insertPlaydate(t.database.kysely, {
    id,
    roomId: newId(),
    type: 'group',
    ownerId: owner.caregiverId,
    ownerChildren: owner.children,
    recipients: guests.flatMap(({ caregiverId, children: [childId = ''] }) => [{ childId, caregiverId }]),
    proposal: { locations: ['The zoo', null, null], times: [start], durationMinutes: 120 },
    capacity: 2,
  })
  return id
}
async function respond(as: Parent, event: string, response: string): Promise<void> {
  const body = { playdate: event, response }
  expect((await t.call(respondToEvent, { body }, { as })).status).toBe(200)
}

test('an offer is mailed at once, unless mails are turned off', { tags: ['TIME-116'] }, async () => {
  const guests = [ben, cleo, dan] as [Parent, Parent, Parent]
  await delivery.moveBeforeMail()
  const event = await planned(inHours(240))
  const choose = (mail: string, { userId }: Parent) =>
    t.database.pool.query('update app_user set mail = $1 where id = $2', [mail, userId])
  const say = (as: Parent, response: string) => respond(as, event, response)
  const [first, daily, off] = guests
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

test('an offer in a family’s quiet hours lasts until an hour after they end for its first guardian', {
  tags: ['PLAN-47', 'PLAN-48'],
}, async () => {
  const [first, asleep, other] = [ben, cleo, dan] as [Parent, Parent, Parent]
  const zone = 'America/New_York'
  const day = wallTime(Date.now() + 2 * 86_400_000, zone)
  const at = (hour: number, days = 0) => instantOf({ ...day, day: day.day + days, hour, minute: 0 }, zone)
  const event = await planned(new Date(at(12, 2)))
  for (const each of [first, asleep, other]) await respond(each, event, 'accepted')
  const sql = (text: string, values: unknown[]) => t.database.pool.query(text, values)
  const quiet = ({ userId }: Parent, from: number, to: number) =>
    sql('update app_user set quiet_from = $2, quiet_to = $3 where id = $1', [userId, from, to])
  const haveRoom = (capacity: number) =>
    sql('update playdate set capacity = $2 where id = $1', [event, capacity])
  const passOnAt = (now: number) =>
    passSpotsOn({
      db: t.database.kysely,
      queue: { enqueue: async () => undefined, close: async () => undefined },
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
    })
  const offers = async () => {
    const line = await findLine(t.database.kysely, event)
    return line.map(({ caregiver_id, offer_until }) => [caregiver_id, offer_until?.getTime() ?? null])
  }
  await quiet(asleep, 11, 17)
  await quiet(other, 16, 23)
  await addGuardian(
    t.database,
    other.children[0],
    await addParent(t.database, { name: 'Erin', children: [] }),
  )
  await haveRoom(3)
  await passOnAt(at(12))
  const kept = [asleep.caregiverId, at(18)]
  expect(await offers()).toEqual([kept, [other.caregiverId, null]])
  await passOnAt(at(15))
  expect(await offers()).toEqual([kept, [other.caregiverId, null]])
  await passOnAt(at(18))
  // The next family has a guardian outside of quiet hours, so its offer isn't longer.
  expect(await offers()).toEqual([[other.caregiverId, at(20)]])
})
