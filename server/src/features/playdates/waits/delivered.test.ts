import { acceptPlaydate, createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let priya: Parent
let daily: Parent
let off: Parent
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
})
beforeEach(async () => {
  await delivery.reset()
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  daily = await addParent(t.database, { name: 'Dana' })
  off = await addParent(t.database, { name: 'Otto' })
  for (const [mail, friend] of [
    ['daily', daily],
    ['off', off],
  ] as const) {
    await connect(t.database, priya, friend)
    await t.database.pool.query('update app_user set mail = $1 where id = $2', [mail, friend.userId])
  }
  await delivery.moveBeforeMail()
})
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

async function ask(to: Parent, more: object = {}): Promise<string> {
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: to.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(20).toISOString()],
    ...more,
  }
  const made = await t.call(createPlaydate, { body }, { as: priya })
  expect(made.status, made.text).toBe(200)
  return made.body.data._id
}

test('a request whose wait ends within a day is mailed at once, unless mails are turned off', {
  tags: ['TIME-116'],
}, async () => {
  const proposedTimes = [inHours(100).toISOString()]
  await ask(daily, { proposedTimes })
  for (const to of [daily, off]) await ask(to, { proposedTimes, wait: 'hours' })
  await delivery.settled()
  expect(await delivery.lettersTo(daily)).toEqual([expect.stringContaining('Priya')])
  expect(await delivery.lettersTo(off)).toEqual([])
})

test('another time for a playdate within a day is mailed at once, unless mails are turned off', {
  tags: ['TIME-116'],
}, async () => {
  for (const to of [daily, off]) {
    const id = await ask(to)
    const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(20).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: to })).status).toBe(200)
    await ask(to, { replaces: id, proposedTimes: [inHours(40).toISOString()] })
  }
  await delivery.settled()
  expect(await delivery.lettersTo(daily)).toEqual([expect.stringContaining('asks for another time')])
  expect(await delivery.lettersTo(off)).toEqual([])
})
