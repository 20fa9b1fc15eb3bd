import { saveCaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { readNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  type NoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { cancelPlaydate, createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { allMailed } from '#test/outbox.ts'
import { addParent, addRequest, aPhoneNumber, connect, type Parent } from '#test/world.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let anna: Parent
let ben: Parent
/** Its offset from UTC isn't in whole hours. */
const zone = 'Asia/Kolkata'
const hour = 3_600_000
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
})
beforeEach(async () => {
  // What the previous test sends must not arrive in this one.
  await delivery.settled()
  await t.reset()
  await delivery.reset()
  anna = await addParent(t.database, { name: 'Anna', timeZone: zone })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  await delivery.addDevice(anna)
})
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const save = (settings: NoticeSettings, as = anna) => t.call(setNoticeSettings, { body: settings }, { as })

/** Sets quiet hours from the hour before this one to the third after it, on Anna's clock. Returns their end. */
async function quietNow(mail: NoticeSettings['mail'] = 'soon'): Promise<number> {
  const now = wallTime(Date.now(), zone).hour
  const [quietFrom, quietTo] = [(now + 23) % 24, (now + 4) % 24]
  expect((await save({ mail, quietFrom, quietTo })).status).toBe(200)
  let end = Math.floor(Date.now() / (hour / 2)) * (hour / 2)
  while (wallTime(end, zone).hour !== quietTo || wallTime(end, zone).minute !== 0) end += hour / 2
  return end
}

async function request(from = ben): Promise<string> {
  const body = {
    type: 'single',
    ownerChildren: from.children,
    recipientChildren: anna.children,
    proposedLocations: { option1: 'The zoo' },
    proposedTimes: [inHours(72).toISOString()],
  }
  const reply = await t.call(createPlaydate, { body }, { as: from })
  expect(reply.status).toBe(200)
  return reply.body.data._id
}

async function friend(name: string): Promise<Parent> {
  const made = await addParent(t.database, { name })
  await connect(t.database, anna, made)
  return made
}

async function cancelled(start: number): Promise<void> {
  const { id } = await addRequest(t.database, ben, anna)
  await sql(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = $2 where id = $1`,
    id,
    new Date(start),
  )
  expect((await t.call(cancelPlaydate, { body: { id } }, { as: ben })).status).toBe(200)
}

const due = async () =>
  (await delivery.dueOf(anna)).map(({ push_due_at, mail_due_at }) => [
    push_due_at?.getTime() ?? null,
    mail_due_at?.getTime() ?? null,
  ])

test('in quiet hours a push waits for their end, and a mail ten minutes longer', {
  tags: ['TIME-75'],
}, async () => {
  const end = await quietNow()
  await request()
  await delivery.settled()
  expect(await due()).toEqual([[end, end + hour / 6]])
  expect([delivery.pushesTo(anna), await delivery.lettersTo(anna)]).toEqual([[], []])
})

test('the day’s mail waits for the end of quiet hours, too', { tags: ['TIME-75', 'TIME-79'] }, async () => {
  await save({ mail: 'daily', quietFrom: 17, quietTo: 20 })
  await request()
  const [row] = await delivery.dueOf(anna)
  expect(wallTime(row?.mail_due_at?.getTime() ?? 0, zone)).toMatchObject({ hour: 20, minute: 0 })
})

test('at the end of quiet hours one push is sent, about what is still unread', {
  tags: ['TIME-76'],
}, async () => {
  await quietNow()
  const [cleo, dora] = [await friend('Cleo'), await friend('Dora')]
  await request()
  await request(cleo)
  await t.call(readNotifications, { body: {} }, { as: anna })
  const last = await request(dora)
  await delivery.later()
  await delivery.later()
  expect(push.received.map(({ message }) => message)).toMatchObject([
    { title: 'Dora sent you a playdate request', url: `/view-playdate-request/${last}` },
  ])
})

test('a push about several notices gives their number', { tags: ['TIME-76'] }, async () => {
  await quietNow()
  const [cleo, dora, eve] = [await friend('Cleo'), await friend('Dora'), await friend('Eve')]
  await request()
  await t.call(readNotifications, { body: {} }, { as: anna })
  for (const from of [cleo, dora, eve]) await request(from)
  // Nothing about a caregiver who is blocked meanwhile.
  await t.call(blockCaregiver, { params: { caregiver: eve.caregiverId } }, { as: anna })
  await delivery.later()
  expect(push.received.map(({ message }) => message)).toMatchObject([
    { title: '2 new things on Tagalong', url: '/notifications' },
  ])
})

test('a push about several notices gives their number in Spanish, too', {
  tags: ['TIME-76', 'TIME-88'],
}, async () => {
  await quietNow()
  await sql(`update app_user set language = 'es' where id = $1`, anna.userId)
  await request()
  await request(await friend('Cleo'))
  await delivery.later()
  expect(delivery.pushesTo(anna)).toEqual(['2 novedades en Tagalong'])
})

test('a cancellation comes through quiet hours if the playdate starts within two hours of their end', {
  tags: ['TIME-77', 'TIME-74'],
}, async () => {
  const end = await quietNow('off')
  await cancelled(end + 2 * hour - 60_000)
  await delivery.settled()
  expect(await due()).toEqual([[null, null]])
  expect(delivery.pushesTo(anna)).toEqual(['Ben cancelled your playdate'])
  expect(await delivery.lettersTo(anna)).toHaveLength(1)
  await cancelled(end + 2 * hour)
  await delivery.settled()
  expect(await due()).toEqual([
    [null, null],
    [end, end],
  ])
  expect(delivery.pushesTo(anna)).toHaveLength(1)
  await delivery.later()
  expect(delivery.pushesTo(anna)).toHaveLength(2)
  expect(await delivery.lettersTo(anna)).toHaveLength(2)
})

test('after an outage notices still wait for the end of quiet hours, except those that come through', {
  tags: ['TIME-75', 'TIME-77'],
}, async () => {
  const end = await quietNow()
  await request()
  await cancelled(end + 2 * hour)
  await cancelled(end + 2 * hour - 60_000)
  await delivery.settled()
  // As if nothing had been delivered since before they began.
  await sql(
    `update notification set push_due_at = now() - interval '2 hours', mail_due_at = now() - interval '2 hours'`,
  )
  await delivery.settled()
  expect(await due()).toEqual([
    [end, end],
    [end, end],
    [null, null],
  ])
  // The exceptions came through at once, too.
  expect(delivery.pushesTo(anna)).toEqual(Array(2).fill('Ben cancelled your playdate'))
  expect(await delivery.lettersTo(anna)).toHaveLength(2)
  await delivery.later()
  expect(delivery.pushesTo(anna).slice(2)).toEqual(['2 new things on Tagalong'])
  expect(await delivery.lettersTo(anna)).toHaveLength(4)
})

test('changing the quiet hours or the time zone reschedules what waits', {
  tags: ['TIME-75', 'TIME-77'],
}, async () => {
  const end = await quietNow()
  await request()
  await cancelled(end + 3 * hour)
  expect(await due()).toEqual([
    [end, end + hour / 6],
    [end, end],
  ])
  const to = wallTime(end, zone).hour
  await save({ mail: 'off', quietFrom: (to + 14) % 24, quietTo: (to + 2) % 24 })
  const [first, second] = await due()
  expect(first).toEqual([end + 2 * hour, null])
  // It starts less than two hours after the new end, so it is due now.
  for (const each of second ?? []) expect(each).toBeLessThanOrEqual(Date.now())
  await delivery.settled()
  expect(delivery.pushesTo(anna)).toEqual(['Ben cancelled your playdate'])
  expect(await delivery.lettersTo(anna)).toHaveLength(1)

  // A clock that is an hour and a half behind.
  const { name, phoneNumber } = anna
  const profile = { name, phoneNumber, lastName: 'Example', zipCode: '94601', timeZone: 'Asia/Dubai' }
  const saved = { params: { id: anna.caregiverId }, body: profile }
  expect((await t.call(saveCaregiverProfile, saved, { as: anna })).status).toBe(200)
  expect((await due())[0]).toEqual([end + 2 * hour + 1.5 * hour, null])
})

test('a report of a child in danger is pushed during quiet hours', { tags: ['TIME-77'] }, async () => {
  await quietNow('off')
  await sql('update app_user set is_admin = true where id = $1', anna.userId)
  const carl = await addParent(t.database, { name: 'Carl' })
  await sql('delete from connection')
  await connect(t.database, carl, ben)
  const body = { kind: 'person', target: carl.caregiverId, reason: 'danger' }
  expect((await t.call(createReport, { body }, { as: ben })).status).toBe(201)
  await delivery.settled()
  expect(delivery.pushesTo(anna)).toEqual(["A report about a child's safety is waiting"])
})

test('a safety notice is mailed once in quiet hours, though mails are off, and pushed at their end', {
  tags: ['TIME-75', 'TIME-115'],
}, async () => {
  const end = await quietNow('off')
  const body = { name: 'Anna', lastName: 'Example', phoneNumber: aPhoneNumber(), zipCode: '94601' }
  const saved = { params: { id: anna.caregiverId }, body }
  expect((await t.call(saveCaregiverProfile, saved, { as: anna })).status).toBe(200)
  await allMailed(t)
  await delivery.settled()
  expect(await due()).toEqual([[end, null]])
  expect(delivery.pushesTo(anna)).toEqual([])
  await delivery.later()
  expect(delivery.pushesTo(anna)).toEqual(['Your phone number was changed'])
  expect(await delivery.lettersTo(anna)).toEqual([expect.stringContaining('Your phone number was changed')])
})
