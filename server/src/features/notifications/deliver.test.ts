import { sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  listNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  type NoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import {
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery, zoneBeforeMail } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { withoutTokens } from '#test/outbox.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addMember,
  addParent,
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
const zone = zoneBeforeMail()
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
  delivery = await watchDelivery(t, push)
})
beforeEach(async () => {
  await t.reset()
  await delivery.reset()
  anna = await addParent(t.database, { name: 'Anna', timeZone: zone })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
})
afterAll(async () => {
  await delivery.close()
  await t.close()
  await push.close()
})

const choose = (mail: NoticeSettings['mail'], as = anna) =>
  t.call(setNoticeSettings, { body: { mail, quietFrom: null, quietTo: null } }, { as })
const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const body = (from: Parent, time = inHours(72)) => ({
  type: 'single',
  ownerChildren: from.children,
  recipientChildren: anna.children,
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: [time.toISOString()],
})
async function request(from = ben, time = inHours(72)): Promise<string> {
  const { status, body: reply } = await t.call(createPlaydate, { body: body(from, time) }, { as: from })
  expect(status).toBe(200)
  return reply.data._id
}
async function confirmedIn(hours: number): Promise<{ id: string; roomId: string }> {
  const made = await addRequest(t.database, ben, anna)
  await sql(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = $2 where id = $1`,
    made.id,
    inHours(hours),
  )
  return made
}
const cancel = (id: string, as = ben) => t.call(cancelPlaydate, { body: { id } }, { as })
const say = (chatRoom: string) =>
  t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello!' } } }, { as: ben })
const muteBen = () => t.call(mute, { params: { kind: 'caregiver', id: ben.caregiverId } }, { as: anna })
/** When each is to be mailed: after how many minutes, or at which hour of Anna's clock; null if never. */
const mails = async () =>
  (await delivery.dueOf(anna)).map(({ message, created_at, mail_due_at }) => {
    if (!mail_due_at) return [message, null]
    const minutes = (mail_due_at.getTime() - created_at.getTime()) / 60_000
    const { hour, minute } = wallTime(mail_due_at.getTime(), zone)
    return [message, minutes === 10 ? minutes : `${hour}:0${minute}`]
  })
const lettersToAnna = () => delivery.lettersTo(anna)

/** A request, a message and news of a group. */
async function oneOfEach(): Promise<void> {
  const { roomId } = await addRequest(t.database, ben, anna)
  const group = await addGroup(t.database, { name: 'Maple' })
  await addMember(t.database, group, anna, { isGroupAdmin: true })
  await request()
  await say(roomId)
  const join = { groupId: group.id, code: group.code, childSubGroups: [] }
  expect((await t.call(joinGroup, { body: join }, { as: ben })).status).toBe(200)
}

describe('when a notice is mailed', () => {
  test.each([
    ['soon', [10, '18:00', '18:00']],
    ['daily', ['18:00', '18:00', '18:00']],
    ['off', [null, null, null]],
  ] as const)('with the choice %s', { tags: ['TIME-115', 'TIME-73', 'TIME-79'] }, async (choice, due) => {
    await choose(choice)
    await oneOfEach()
    const messages = ['playdate.sent', 'chat.message', 'group.joined']
    expect(await mails()).toEqual(messages.map((message, index) => [message, due[index]]))
    await delivery.settled()
    expect(await lettersToAnna()).toEqual([])
  })

  test('a waiting notice follows a new choice', { tags: ['TIME-71', 'TIME-115'] }, async () => {
    await choose('daily')
    await request()
    expect(await mails()).toEqual([['playdate.sent', '18:00']])
    await choose('soon')
    expect(await mails()).toEqual([['playdate.sent', 10]])
    await choose('off')
    expect(await mails()).toEqual([['playdate.sent', null]])
  })

  test('a notice older than ten minutes is mailed at once after the choice soon', {
    tags: ['TIME-73', 'TIME-115'],
  }, async () => {
    await choose('daily')
    await request()
    await sql(`update notification set created_at = created_at - interval '1 hour'`)
    await choose('soon')
    const [first] = await delivery.dueOf(anna)
    expect(first?.mail_due_at?.getTime()).toBeLessThanOrEqual(Date.now())
    await delivery.settled()
    expect(await lettersToAnna()).toHaveLength(1)
  })

  test('a notice that is due isn’t put off, and isn’t mailed once mails are off', {
    tags: ['TIME-79', 'TIME-115'],
  }, async () => {
    await choose('daily')
    await say((await addRequest(t.database, ben, anna)).roomId)
    await sql(
      `update notification set mail_due_at = now() - interval '1 second' where mail_due_at is not null`,
    )
    const before = await delivery.dueOf(anna)
    for (const choice of ['soon', 'daily'] as const) {
      await choose(choice)
      expect(await delivery.dueOf(anna)).toEqual(before)
    }
    await choose('off')
    await delivery.settled()
    expect(await lettersToAnna()).toEqual([])
  })
})

describe('a mail sent soon', () => {
  test('is sent once about what is unread', { tags: ['TIME-73'] }, async () => {
    await request()
    await delivery.later()
    expect(await lettersToAnna()).toEqual([expect.stringContaining('Ben sent you a playdate request')])
    await delivery.later()
    expect(await lettersToAnna()).toHaveLength(1)
  })

  const read = () => t.call(readNotifications, { body: {} }, { as: anna })
  const pause = ({ userId }: Parent) =>
    sql(`update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`, userId)
  const block = (as: Parent, other: Parent) =>
    t.call(blockCaregiver, { params: { caregiver: other.caregiverId } }, { as })
  test.each([
    ['it is read', read],
    ['its sender is muted', muteBen],
    ['its sender is blocked', () => block(anna, ben)],
    ['mails are off', () => sql(`update app_user set mail = 'off' where id = $1`, anna.userId)],
    ['the account is paused', () => pause(anna)],
  ])('isn’t sent once %s', { tags: ['TIME-73', 'SAFE-29'] }, async (_what, end) => {
    await say((await addRequest(t.database, ben, anna)).roomId)
    await end()
    await delivery.later()
    expect(await lettersToAnna()).toEqual([])
  })

  test('says that a request was cancelled, and not that it was sent', { tags: ['TIME-73'] }, async () => {
    await cancel(await request())
    await delivery.later()
    const [letter = '', ...others] = await lettersToAnna()
    expect(letter).toContain('Ben cancelled your playdate')
    expect(letter).not.toContain('sent you a playdate request')
    expect(others).toEqual([])
  })

  test('says without a name that a block cancelled a request', {
    tags: ['TIME-73', 'SAFE-21'],
  }, async () => {
    await say((await addRequest(t.database, ben, anna)).roomId)
    await block(ben, anna)
    await delivery.later()
    const [letter = '', ...others] = await lettersToAnna()
    expect(letter).toContain('Another family cancelled your playdate')
    expect(withoutTokens(letter)).not.toContain('Ben')
    expect(others).toEqual([])
  })

  test('isn’t sent about a request whose times have passed', { tags: ['TIME-73'] }, async () => {
    const id = await request()
    await sql(`update playdate set proposed_times = array[now() - interval '1 minute'] where id = $1`, id)
    await delivery.later()
    expect(await lettersToAnna()).toEqual([])
  })

  test('is a single one, however many notices there are', { tags: ['TIME-73'] }, async () => {
    const spammers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => addParent(t.database, { name: `Spammer ${n}` })),
    )
    for (const as of spammers) {
      const invite = { inviteeName: 'x', inviteePhoneNumber: anna.phoneNumber }
      expect((await t.call(createConnection, { body: invite }, { as })).status).toBe(200)
    }
    await delivery.later()
    expect(await lettersToAnna()).toHaveLength(1)
  })
})

test('a mail to a guardian who sees only the card says no more than the list', {
  tags: ['TIME-73'],
}, async () => {
  const dev = await addParent(t.database, { name: 'Dev', children: [] })
  await addGuardian(t.database, anna.children[0], dev)
  await sql('update guardianship set shares_places = false where caregiver_id = $1', anna.caregiverId)
  await cancel((await confirmedIn(20)).id, anna)
  await delivery.later()
  const [{ title = '' } = {}] = (await t.call(listNotifications, { query: {} }, { as: dev })).body.data
  expect(title).toBe('Anna cancelled a playdate for your child')
  const [letter = '', ...others] = await delivery.lettersTo(dev)
  expect(letter).toContain(title)
  for (const hidden of ['The park', 'Ben', 'Mia']) expect(withoutTokens(letter)).not.toContain(hidden)
  expect(others).toEqual([])
})

describe('the day’s mail', () => {
  test('lists all that is unread in one mail, and isn’t sent if nothing is unread', {
    tags: ['TIME-79'],
  }, async () => {
    await choose('daily')
    await request()
    const { roomId } = await addRequest(t.database, ben, anna)
    await say(roomId)
    await delivery.later()
    await delivery.later()
    const [letter, ...others] = await lettersToAnna()
    expect(letter).toContain('Ben sent you a playdate request')
    expect(letter).toContain('Ben sent you a message')
    expect(others).toEqual([])
    await request()
    await t.call(readNotifications, { body: {} }, { as: anna })
    await delivery.later()
    expect(await lettersToAnna()).toHaveLength(1)
  })
})

describe('notices that can’t be switched off', () => {
  test('a cancellation within a day is pushed and mailed at once, though muted and with mails off', {
    tags: ['TIME-74', 'SAFE-29'],
  }, async () => {
    await choose('off')
    await delivery.addDevice(anna)
    const { id, roomId } = await confirmedIn(20)
    await muteBen()
    await t.call(mute, { params: { kind: 'room', id: roomId } }, { as: anna })
    await say(roomId)
    await request()
    const later = await confirmedIn(50)
    await cancel(later.id)
    expect(await delivery.dueOf(anna)).toEqual([])
    await cancel(id)
    await delivery.settled()
    expect(delivery.pushesTo(anna)).toEqual(['Ben cancelled your playdate'])
    expect(await lettersToAnna()).toEqual([expect.stringContaining('Ben cancelled your playdate')])
    expect(await delivery.lettersTo(ben)).toEqual([])
  })

  const move = (id: string, to: { version: number; hours: number; guests: Parent[] }) => {
    const moved = {
      ...body(ben, inHours(to.hours)),
      type: 'group',
      recipientChildren: to.guests.flatMap(({ children }) => children),
      version: to.version,
    }
    return t.call(counterPlaydate, { params: { id }, body: moved }, { as: ben })
  }

  test('a move out of or into the next day is mailed, to guests who said yes alone', {
    tags: ['TIME-74'],
  }, async () => {
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await connect(t.database, ben, cleo)
    await makePremium(t.database, ben)
    const guests = [anna, cleo]
    for (const as of guests) await choose('off', as)
    const event = await addEvent(t.database, ben, guests, inHours(3))
    await t.call(respondToEvent, { body: { playdate: event.id, response: 'accepted' } }, { as: anna })
    expect((await move(event.id, { version: 1, hours: 80, guests })).status).toBe(200)
    await delivery.settled()
    const moved = [expect.stringContaining('Ben moved an event. Please answer again')]
    expect([await lettersToAnna(), await delivery.lettersTo(cleo)]).toEqual([moved, []])
    // Nobody has answered again, so nobody goes.
    expect((await move(event.id, { version: 2, hours: 70, guests })).status).toBe(200)
    expect((await move(event.id, { version: 3, hours: 60, guests })).status).toBe(200)
    const yes = { playdate: event.id, response: 'accepted', version: 4 }
    expect((await t.call(respondToEvent, { body: yes }, { as: anna })).status).toBe(200)
    expect((await move(event.id, { version: 4, hours: 22, guests })).status).toBe(200)
    await delivery.settled()
    expect([await lettersToAnna(), await delivery.lettersTo(cleo)]).toEqual([[...moved, ...moved], []])
  })

  test.each([
    ['accepted', true],
    ['rejected', false],
  ] as const)(
    'a block that takes a guest off an event within a day, only if they said yes: %s',
    {
      tags: ['TIME-74'],
    },
    async (response, isCertain) => {
      const cleo = await addParent(t.database, { name: 'Cleo' })
      // Always quiet, except for one hour that is far off.
      const hour = wallTime(Date.now(), zone).hour
      const quiet = { mail: 'off', quietFrom: (hour + 13) % 24, quietTo: (hour + 12) % 24 } as const
      await t.call(setNoticeSettings, { body: quiet }, { as: anna })
      await delivery.addDevice(anna)
      const event = await addEvent(t.database, ben, [anna, cleo], inHours(10))
      await t.call(respondToEvent, { body: { playdate: event.id, response } }, { as: anna })
      const block = { params: { caregiver: anna.caregiverId } }
      expect((await t.call(blockCaregiver, block, { as: ben })).status).toBe(200)
      const [due] = await delivery.dueOf(anna)
      expect(due?.message).toBe('event.cancelled')
      expect([due?.starts_at !== null, due?.push_due_at === null]).toEqual([isCertain, isCertain])
      await delivery.settled()
      // They are apart by now.
      const titles = isCertain ? ['Another family cancelled their event'] : []
      expect(delivery.pushesTo(anna)).toEqual(titles)
      expect(await lettersToAnna()).toEqual(titles.map((title) => expect.stringContaining(title)))
    },
  )

  test('a cancelled request without an answer is not one of them', { tags: ['TIME-74'] }, async () => {
    await choose('off')
    const id = await request(ben, inHours(5))
    await cancel(id)
    await delivery.settled()
    expect(await lettersToAnna()).toEqual([])
  })
})
