import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { getEventResponse, respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addGuardian, addParent, type Parent } from '#test/world.ts'
import { insertPlaydate } from '../playdate-insert.db.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let clay: Parent
let dan: Parent
let eve: Parent
let event: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Ada' }, { firstName: 'Bo' }] })
  clay = await addParent(t.database, { name: 'Clay', children: [{ firstName: 'Cy' }] })
  dan = await addParent(t.database, { name: 'Dan' })
  eve = await addParent(t.database, { name: 'Eve' })
  // Bo's guardians are Ben and Clay.
  await addGuardian(t.database, ben.children[1], clay)
  event = newId()
  await insertPlaydate(t.database.kysely, {
    id: event,
    roomId: newId(),
    type: 'group',
    ownerId: anna.caregiverId,
    ownerChildren: anna.children,
    recipients: [ben, clay, dan, eve].flatMap(({ caregiverId, children }) =>
      children.map((childId) => ({ childId, caregiverId })),
    ),
    proposal: { locations: ['The zoo', null, null], times: [inHours(240)], durationMinutes: 120 },
    capacity: 3,
  })
})
afterAll(() => t.close())

async function say(
  as: Parent,
  response: 'accepted' | 'rejected',
  children?: readonly (string | undefined)[],
) {
  const body = { playdate: event, response, ...(children && { children }) }
  const reply = await t.call(respondToEvent, { body }, { as })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const offer = (as: Parent, response: string) =>
  t.call(answerOffer, { params: { playdateId: event }, body: { response } }, { as })
const own = async (as: Parent) =>
  (await t.call(getEventResponse, { params: { playdateId: event } }, { as })).body.data
const fit = (capacity: number | null) =>
  t.call(setCapacity, { params: { playdateId: event }, body: { capacity, version: 1 } }, { as: anna })

/** Clay said yes for Cy; spots are kept for Ben's Ada and Bo. */
async function offered(): Promise<void> {
  await say(clay, 'accepted', clay.children)
  await say(dan, 'accepted')
  expect(await say(ben, 'accepted')).toMatchObject({ response: 'waiting' })
  await fit(5)
  expect(await own(ben)).toMatchObject({ response: 'offered', children: ben.children.toSorted() })
}

test('a guardian who takes a spot kept for one child keeps the spot of another', {
  tags: ['PLAN-43'],
}, async () => {
  await offered()
  expect((await offer(clay, 'accepted')).status).toBe(200)
  expect(await own(clay)).toMatchObject({
    response: 'accepted',
    children: [...clay.children, ben.children[1]].toSorted(),
  })
})

test('a guardian who gives up a spot kept for one child keeps the spot of another', {
  tags: ['PLAN-43'],
}, async () => {
  await offered()
  expect((await offer(clay, 'rejected')).status).toBe(200)
  expect(await own(clay)).toMatchObject({ response: 'accepted', children: clay.children })
  expect((await offer(clay, 'rejected')).status).toBe(409)
})

test('a guardian who waited is named to the others once there is room for all', async () => {
  await say(dan, 'accepted')
  await say(clay, 'accepted', clay.children)
  const home = await addParent(t.database, { name: 'Hana' })
  await addGuardian(t.database, ben.children[0], home)
  expect(await say(home, 'accepted')).toMatchObject({ response: 'waiting' })
  const named = async () =>
    (await t.call(getPlaydate, { params: { id: event } }, { as: dan })).body.data.recipientCaregivers.map(
      ({ name }) => name,
    )
  expect(await named()).not.toContain('Hana')
  await fit(null)
  expect(await named()).toContain('Hana')
})

test('a family that is larger than the event’s room doesn’t hold up the waiting list', {
  tags: ['PLAN-50', 'PLAN-84'],
}, async () => {
  await say(eve, 'accepted')
  await say(dan, 'accepted')
  expect(await say(ben, 'accepted')).toMatchObject({ response: 'waiting' })
  await fit(2)
  await say(dan, 'rejected')
  expect(await say(dan, 'accepted')).toMatchObject({ response: 'waiting', position: 2 })
  await say(eve, 'rejected')
  expect(await own(dan)).toMatchObject({ response: 'offered', position: 2 })
  expect(await own(ben)).toMatchObject({ response: 'waiting', position: 1 })
})
