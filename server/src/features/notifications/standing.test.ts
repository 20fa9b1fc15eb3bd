import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { getChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
  removeConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  createIntroduction,
  rejectIntroduction,
} from '@tagalong/contract/features/connections/introductions.contract.ts'
import { setNoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { mute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { withoutTokens } from '#test/outbox.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  addRequest,
  connect,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let push: FakePush
let delivery: Delivery
let anna: Parent
let ben: Parent
/** The other guardian of Anna's child. */
let dev: Parent
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
})
beforeEach(async () => {
  await t.reset()
  await delivery.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  await addGuardian(t.database, anna.children[0], dev)
  await connect(t.database, anna, ben)
})
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const accept = (id: string, as: Parent, hours: number) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(hours).toISOString() } },
    { as },
  )
const endOfDev = () =>
  sql(`update guardianship set until = now() - interval '1 minute' where caregiver_id = $1`, dev.caregiverId)
/** All mails to a user, once the day's mail is due. */
async function mailed(to: Parent): Promise<string> {
  await delivery.later()
  return (await delivery.lettersTo(to)).map(withoutTokens).join('\n')
}

test('a cancellation by a block within a day is pushed and mailed without a name', {
  tags: ['TIME-74'],
}, async () => {
  await t.call(setNoticeSettings, { body: { mail: 'off', quietFrom: null, quietTo: null } }, { as: anna })
  await delivery.addDevice(anna)
  const { id } = await addRequest(t.database, ben, anna)
  await sql(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = $2 where id = $1`,
    id,
    inHours(5),
  )
  const params = { caregiver: anna.caregiverId }
  expect((await t.call(blockCaregiver, { params }, { as: ben })).status).toBe(200)
  await delivery.settled()
  expect(delivery.pushesTo(anna)).toEqual([expect.stringContaining('Another family')])
  const letters = (await delivery.lettersTo(anna)).map(withoutTokens)
  expect(letters).toEqual([expect.stringContaining('Another family')])
  expect(letters[0]).not.toContain('Ben')
})

describe.each([
  ['a block', () => t.call(blockCaregiver, { params: { caregiver: anna.caregiverId } }, { as: ben })],
  [
    'a suspension',
    async () => {
      const as = await addPerson(t.database, { isAdmin: true })
      const body = {
        reports: [await addReport(t, dev, about(ben))],
        words: 'A message of yours hurt somebody.',
        kind: 'suspend',
      }
      return t.call(decideReports, { params: { subject: ben.caregiverId }, body }, { as })
    },
  ],
] as const)('a playdate that %s calls off later', (_name, part) => {
  test.each(['was confirmed', 'waited for an answer'])(
    'and that %s is mailed and, after quiet hours, pushed without a name',
    {
      tags: ['TIME-73', 'TIME-76'],
    },
    async (what) => {
      const { hour } = wallTime(Date.now(), 'America/New_York')
      const quiet = { quietFrom: (hour + 23) % 24, quietTo: (hour + 2) % 24 }
      expect(
        (await t.call(setNoticeSettings, { body: { mail: 'soon', ...quiet } }, { as: anna })).status,
      ).toBe(200)
      await delivery.addDevice(anna)
      const { id } = await addRequest(t.database, ben, anna)
      if (what === 'was confirmed') expect((await accept(id, anna, 48)).status).toBe(200)
      expect((await part()).status).toBe(200)
      expect((await delivery.dueOf(anna)).map(({ message }) => message)).toEqual(['playdate.cancelled'])
      const letters = await mailed(anna)
      expect(letters).toContain('Another family cancelled your playdate')
      expect(letters).not.toContain('Ben')
      expect(delivery.pushesTo(anna)).toEqual(['Another family cancelled your playdate'])
    },
  )
})

test('a later cancellation by a muted caregiver is not mailed', { tags: ['TIME-73'] }, async () => {
  const { id } = await addRequest(t.database, ben, anna)
  expect((await accept(id, anna, 48)).status).toBe(200)
  expect((await t.call(cancelPlaydate, { body: { id } }, { as: ben })).status).toBe(200)
  expect((await delivery.dueOf(anna)).map(({ message }) => message)).toEqual(['playdate.cancelled'])
  const params = { kind: 'caregiver' as const, id: ben.caregiverId }
  const muted = await t.call(mute, { params, body: {} }, { as: anna })
  expect(muted.status).toBe(200)
  expect(await mailed(anna)).toBe('')
})

test.each([
  [
    'muted',
    (who: Parent) =>
      t.call(mute, { params: { kind: 'caregiver', id: who.caregiverId }, body: {} }, { as: anna }),
  ],
  [
    'blocked',
    (who: Parent) => t.call(blockCaregiver, { params: { caregiver: who.caregiverId } }, { as: anna }),
  ],
])(
  'others’ chat messages are mailed and pushed even if the first writer is %s by then',
  {
    tags: ['SAFE-29', 'TIME-76'],
  },
  async (_how, part) => {
    const carl = await addParent(t.database, { name: 'Carl' })
    const event = await addEvent(t.database, ben, [anna, carl], inHours(72))
    await sql(`update playdate_caregiver set response = 'accepted' where side = 'recipient'`)
    const { hour } = wallTime(Date.now(), 'America/New_York')
    const quiet = { mail: 'soon', quietFrom: (hour + 23) % 24, quietTo: (hour + 2) % 24 }
    expect((await t.call(setNoticeSettings, { body: quiet }, { as: anna })).status).toBe(200)
    await delivery.addDevice(anna)
    const room = await sql(
      'select id from chat_room where playdate_id = $1 and recipient_id is null',
      event.id,
    )
    const say = async (as: Parent) => {
      const body = { chatRoom: room.rows[0].id, message: { text: 'Hello!' } }
      expect((await t.call(sendMessage, { body }, { as })).status).toBe(200)
    }
    await say(carl)
    await say(ben)
    expect((await delivery.dueOf(anna)).map(({ message }) => message)).toEqual(['chat.message'])
    expect((await part(carl)).status).toBe(200)
    const letters = await mailed(anna)
    expect(letters).toContain('Ben sent you a message')
    expect(letters).not.toContain('Carl')
    expect(delivery.pushesTo(anna)).toEqual(['Ben sent you a message'])
  },
)

test('a guardian whose place has ended gets no mail about chats and playdates', {
  tags: ['TIME-73'],
}, async () => {
  const { id, roomId } = await addRequest(t.database, anna, ben)
  await t.call(sendMessage, { body: { chatRoom: roomId, message: { text: 'Hello!' } } }, { as: ben })
  expect((await accept(id, ben, 48)).status).toBe(200)
  const waiting = await delivery.dueOf(dev)
  expect(waiting.map(({ message }) => message)).toEqual(expect.arrayContaining(['chat.message']))
  expect(waiting.length).toBeGreaterThan(1)
  await endOfDev()
  expect(await mailed(dev)).toBe('')
  // A guardian whose place is live is mailed both.
  const letters = await mailed(anna)
  for (const words of ['Ben sent you a message', 'Ben confirmed your playdate'])
    expect(letters).toContain(words)
})

test('a grown-up whose place has ended gets no mail about cancelled or changed playdates', {
  tags: ['HOME-36', 'TIME-73'],
}, async () => {
  const [gran, sitter] = [
    await addParent(t.database, { name: 'Gran', children: [] }),
    await addParent(t.database, { name: 'Sitter', children: [] }),
  ]
  await addHelper(t.database, anna.children[0], gran, { adder: anna })
  await addHelper(t.database, anna.children[0], sitter, { adder: dev })
  const { id } = await addRequest(t.database, anna, ben)
  expect((await accept(id, ben, 48)).status).toBe(200)
  await sql('delete from notification')
  const gone = [dev, sitter]
  const here = [anna, gran]
  await sql(
    `insert into notification (id, user_id, message, params, title, url, playdate_id, starts_at, mail_due_at)
      select gen_random_uuid(), each, 'help.changed', '{"times": []}', '', '/', $2, now() + interval '20 hours', now()
      from unnest($1::uuid[]) each`,
    [...gone, ...here].map(({ userId }) => userId),
    id,
  )
  expect((await t.call(cancelPlaydate, { body: { id } }, { as: ben })).status).toBe(200)
  for (const each of [...gone, ...here]) expect(await delivery.dueOf(each)).toHaveLength(2)
  await endOfDev()
  for (const each of gone) expect(await mailed(each)).toBe('')
  for (const each of here) {
    const letters = await mailed(each)
    for (const words of ['was changed', 'cancelled']) expect(letters).toContain(words)
  }
})

test('a former guardian gets no mail that the child was changed', {
  tags: ['HOME-36', 'TIME-73'],
}, async () => {
  const lea = await addParent(t.database, { name: 'Lea', children: [] })
  const [id = ''] = anna.children
  await addGuardian(t.database, id, lea)
  const child = (await t.call(getChild, { params: { id } }, { as: anna })).body.data
  const body = { firstName: 'Xaverine', lastNameInitial: child.lastNameInitial }
  expect((await t.call(saveChild, { params: { id }, body }, { as: anna })).status).toBe(200)
  for (const each of [dev, lea]) {
    expect((await delivery.dueOf(each)).map(({ message }) => message)).toEqual(['child.changed'])
  }
  await endOfDev()
  expect(await mailed(dev)).toBe('')
  expect(await mailed(lea)).toContain('Anna')
})

test('a caregiver who has answered gets no mail that asks for an answer', { tags: ['TIME-73'] }, async () => {
  const made = await addRequest(t.database, anna, ben)
  const counter = async (as: Parent, version: number) => {
    const body = {
      type: 'single',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(48 + version).toISOString()],
      version,
    }
    expect((await t.call(counterPlaydate, { params: { id: made.id }, body }, { as })).status).toBe(200)
  }
  await counter(ben, 1)
  expect((await delivery.dueOf(anna)).map(({ message }) => message)).toEqual(['playdate.countered'])
  await counter(anna, 2)
  expect(await mailed(anna)).toBe('')
  expect(await mailed(ben)).toContain('Anna')
})

test('a guest who has answered an event gets no invite mail', { tags: ['TIME-73'] }, async () => {
  await makePremium(t.database, ben)
  const event = await addEvent(t.database, ben, [anna], inHours(72))
  await sql(
    `insert into notification (id, user_id, message, params, title, url, about_id, playdate_id, mail_due_at)
      values (gen_random_uuid(), $1, 'event.invited', '{"times": []}', '', '/', $2, $3, now())`,
    anna.userId,
    ben.caregiverId,
    event.id,
  )
  const body = { playdate: event.id, response: 'accepted' as const, version: 1 }
  expect((await t.call(respondToEvent, { body }, { as: anna })).status).toBe(200)
  expect(await mailed(anna)).toBe('')
})

test.each(['single', 'group'] as const)(
  'a series of %s dates is mailed while one of them awaits the reader’s answer',
  {
    tags: ['TIME-73', 'TIME-76'],
  },
  async (type) => {
    await makePremium(t.database, ben)
    const start = inHours(48)
    const body = {
      type,
      ownerChildren: ben.children,
      recipientChildren: anna.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [start.toISOString()],
      repeat: { everyWeeks: 1, until: dateAfterWeeks(start, 2) },
    }
    const ask = async () => {
      const { series } = (await t.call(createPlaydate, { body }, { as: ben })).body.data
      const params = { id: series?.id ?? '' }
      return { params, dates: (await t.call(getSeries, { params }, { as: anna })).body.data.dates }
    }
    const { dates } = await ask()
    const id = dates[0]?.playdate ?? ''
    const no =
      type === 'single'
        ? await t.call(rejectPlaydate, { body: { id } }, { as: anna })
        : await t.call(respondToEvent, { body: { playdate: id, response: 'rejected' } }, { as: anna })
    expect(no.status, no.text).toBe(200)
    expect(await mailed(anna)).toContain('Ben')

    await delivery.reset()
    const all = await ask()
    const answers = all.dates.map(({ playdate, version }) => ({
      playdate,
      version,
      response: 'accepted' as const,
    }))
    const yes = await t.call(answerSeries, { params: all.params, body: { dates: answers } }, { as: anna })
    expect(yes.status, yes.text).toBe(200)
    expect(await mailed(anna)).toBe('')
  },
)

test('an accepted invitation and an answered introduction are not mailed', {
  tags: ['TIME-73'],
}, async () => {
  const cleo = await addParent(t.database, { name: 'Cleo' })
  const invite = { inviteeName: 'Anna', inviteePhoneNumber: anna.phoneNumber }
  const { connection } = (await t.call(createConnection, { body: invite }, { as: cleo })).body.data
  const [child = ''] = anna.children
  const introduce = { child, to: dev.caregiverId, friends: [ben.caregiverId] }
  expect((await t.call(createIntroduction, { body: introduce }, { as: anna })).status).toBe(201)
  expect(
    (await t.call(acceptConnection, { params: { id: connection._id }, body: {} }, { as: anna })).status,
  ).toBe(200)
  const params = { from: anna.caregiverId }
  expect((await t.call(rejectIntroduction, { params, body: {} }, { as: dev })).status).toBe(200)
  expect(await mailed(anna)).toBe('')
  expect(await mailed(dev)).toBe('')
})

test('an accepted invitation is not mailed once the connection was removed', {
  tags: ['TIME-73'],
}, async () => {
  const cleo = await addParent(t.database, { name: 'Cleo' })
  const invite = { inviteeName: 'Anna', inviteePhoneNumber: anna.phoneNumber }
  const { connection } = (await t.call(createConnection, { body: invite }, { as: cleo })).body.data
  const params = { id: connection._id }
  expect((await t.call(acceptConnection, { params, body: {} }, { as: anna })).status).toBe(200)
  expect((await delivery.dueOf(cleo)).map(({ message }) => message)).toEqual(['connection.accepted'])
  expect((await t.call(removeConnection, { params }, { as: anna })).status).toBe(200)
  expect(await mailed(cleo)).toBe('')
})
