import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { changeMembership, joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { acceptEvent, rejectEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addGroup,
  addMember,
  addParent,
  addRequest,
  connect,
  fingerprint,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Xaverine' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Ottokar' }] })
})
afterAll(() => t.close())

const notificationsOf = async (as: Parent, cursor?: string): Promise<Notification[]> =>
  (await t.call(listNotifications, { query: cursor ? { cursor } : {} }, { as })).body.data
const newest = async (as: Parent) => {
  const [first] = await notificationsOf(as)
  return first && { title: first.title, url: first.url }
}

describe('users are notified of', () => {
  test('a connection that is asked for, accepted and declined', {
    tags: ['NOTIF-05', 'NOTIF-06', 'API-036', 'API-123'],
  }, async () => {
    const ask = async (inviter: Parent, invitee: Parent) => {
      const body = { inviteeName: 'Benny', inviteePhoneNumber: invitee.phoneNumber }
      return (await t.call(createConnection, { body }, { as: inviter })).body.data.connection._id
    }
    const id = await ask(anna, ben)
    const [asked] = await notificationsOf(ben)
    expect(asked).toMatchObject({
      title: 'Anna wants to connect with you',
      url: '/connections?t=pending',
      readAt: null,
    })
    expect(Math.abs(Date.parse(asked?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
    await t.call(acceptConnection, { params: { id } }, { as: ben })
    expect(await newest(anna)).toEqual({ title: 'Ben accepted your invite', url: '/connections' })
    const cleo = await addParent(t.database, { name: 'Cleo' })
    // The name behind a number isn't revealed until they accept.
    await t.call(rejectConnection, { params: { id: await ask(anna, cleo) } }, { as: cleo })
    expect(await newest(anna)).toMatchObject({ title: 'Benny declined your invite' })
  })

  test('a playdate that is sent, countered, confirmed, rejected and cancelled', {
    tags: ['NOTIF-05'],
  }, async () => {
    await connect(t.database, anna, ben)
    const proposal = {
      type: 'single',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const { _id: id } = (await t.call(createPlaydate, { body: proposal }, { as: anna })).body.data
    expect(await newest(ben)).toEqual({
      title: 'Anna sent you a playdate request',
      url: `/view-playdate-request/${id}`,
    })
    await t.call(counterPlaydate, { params: { id }, body: { ...proposal, version: 1 } }, { as: ben })
    expect(await newest(anna)).toEqual({
      title: 'Ben suggested something else for your playdate',
      url: `/view-playdate-request/${id}`,
    })
    const accepted = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    await t.call(acceptPlaydate, { body: accepted }, { as: anna })
    expect(await newest(ben)).toEqual({
      title: 'Anna confirmed your playdate',
      url: `/view-playdate-information/${id}`,
    })
    await t.call(cancelPlaydate, { body: { id } }, { as: ben })
    expect(await newest(anna)).toMatchObject({ title: 'Ben cancelled your playdate' })
    const { id: other } = await addRequest(t.database, anna, ben)
    await t.call(rejectPlaydate, { body: { id: other } }, { as: ben })
    expect(await newest(anna)).toMatchObject({ title: 'Ben can’t make it to your playdate' })
    // Nobody is notified of their own actions.
    expect((await notificationsOf(anna)).map(({ title }) => title)).not.toContain(
      'Anna confirmed your playdate',
    )
  })

  test('an event’s invite, answers and move, and its end when a child is deleted', {
    tags: ['NOTIF-05'],
  }, async () => {
    await connect(t.database, anna, ben)
    await makePremium(t.database, anna)
    const event = {
      type: 'group',
      ownerChildren: anna.children,
      recipientChildren: ben.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const { _id: id } = (await t.call(createPlaydate, { body: event }, { as: anna })).body.data
    const url = `/view-playdate-information/${id}`
    expect(await newest(ben)).toEqual({ title: 'Anna invited you to an event', url })
    await t.call(acceptEvent, { params: { playdateId: id } }, { as: ben })
    expect(await newest(anna)).toEqual({ title: 'Ben is coming to your event', url })
    await t.call(rejectEvent, { params: { playdateId: id } }, { as: ben })
    expect(await newest(anna)).toEqual({ title: 'Ben can’t come to your event', url })
    await t.call(counterPlaydate, { params: { id }, body: { ...event, version: 1 } }, { as: anna })
    expect(await newest(ben)).toEqual({ title: 'Anna moved an event. Please answer again', url })
    await t.call(deleteChild, { params: { id: anna.children[0] } }, { as: anna })
    expect(await newest(ben)).toEqual({
      title: 'Anna’s children can’t come any more, so the event is off',
      url,
    })
    const { rows } = await t.database.pool.query('select title from notification')
    expect(rows.map(({ title }) => title).join()).not.toMatch(/Xaverine|Ottokar/)
  })

  test('a joined group, a removed member and the new access code', {
    tags: ['NOTIF-05'],
  }, async () => {
    const group = await addGroup(t.database, { name: 'Oak Street' })
    await addMember(t.database, group, anna, { isGroupAdmin: true })
    const join = {
      groupId: group.id,
      code: group.code,
      childSubGroups: [{ child: ben.children[0], subGroup: null }],
    }
    const joined = await t.call(joinGroup, { body: join }, { as: ben })
    expect(await newest(anna)).toEqual({ title: 'Ben joined Oak Street', url: `/group/${group.id}` })
    const body = { membership: joined.body.data._id, status: 'rejected' }
    await t.call(changeMembership, { body }, { as: anna })
    expect(await newest(ben)).toEqual({
      title: 'You are no longer a member of Oak Street',
      url: `/group/${group.id}`,
    })
    expect(await newest(anna)).toMatchObject({ title: 'Oak Street has a new access code' })
  })

  test('messages once per burst, which are marked read when the chat is read', {
    tags: ['NOTIF-05'],
  }, async () => {
    await connect(t.database, anna, ben)
    const { id } = await addRequest(t.database, anna, ben)
    const { chatRoom } = (await t.call(getRoom, { params: { id } }, { as: anna })).body.data
    const say = (text: string, as = anna) =>
      t.call(sendMessage, { body: { chatRoom: chatRoom._id, message: { text } } }, { as })
    for (const text of ['Hello', 'Are you there?', 'Well then']) await say(text)
    expect(await notificationsOf(ben)).toHaveLength(1)
    expect(await newest(ben)).toEqual({
      title: 'Anna sent you a message',
      url: `/view-playdate-information/${id}`,
    })
    await t.database.pool.query(`update notification set touched_at = now() - interval '16 minutes'`)
    await say('Still waiting')
    expect(await notificationsOf(ben)).toHaveLength(2)
    await t.call(markRoomRead, { params: { id }, body: {} }, { as: ben })
    expect((await notificationsOf(ben)).filter(({ readAt }) => readAt === null)).toEqual([])
    await say('One more')
    expect(await notificationsOf(ben)).toHaveLength(3)
    expect(await notificationsOf(anna)).toEqual([])
  })

  test('nothing if the call was refused', { tags: ['NOTIF-05'] }, async () => {
    await connect(t.database, anna, ben)
    const { id } = await addRequest(t.database, anna, ben)
    await t.call(rejectPlaydate, { body: { id, version: 9 } }, { as: ben })
    expect((await t.call(getPlaydate, { params: { id } }, { as: ben })).body.data.status).toBe('pending')
    expect(await notificationsOf(anna)).toEqual([])
  })
})

describe('the list', () => {
  test('is newest first, fifty at a time, and can be marked read in one call', {
    tags: ['NOTIF-03', 'API-036'],
  }, async () => {
    await t.database.pool.query(
      `insert into notification (id, user_id, title, url)
       select ('0190000000007000800' || lpad(to_hex(n), 13, '0'))::uuid, $1, 'News ' || n, '/' from generate_series(1, 120) n`,
      [anna.userId],
    )
    const first = await notificationsOf(anna)
    expect(first.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, n) => `News ${120 - n}`))
    const second = await notificationsOf(anna, first.at(-1)?._id)
    const third = await notificationsOf(anna, second.at(-1)?._id)
    expect([second.length, third.length, third.at(-1)?.title]).toEqual([50, 20, 'News 1'])
    expect(await notificationsOf(ben)).toEqual([])
    await t.call(readNotifications, {}, { as: anna })
    expect((await notificationsOf(anna)).every(({ readAt }) => readAt !== null)).toBe(true)
  })

  test('can be marked read up to the newest notification shown', { tags: ['API-036'] }, async () => {
    const add = (person: typeof anna, ...titles: string[]) =>
      t.database.pool.query(
        `insert into notification (id, user_id, title, url, created_at)
         select gen_random_uuid(), $1, title, '/', now() + n * interval '1 microsecond'
         from unnest($2::text[]) with ordinality each (title, n) order by n desc`,
        [person.userId, titles],
      )
    await add(anna, 'One', 'Two', 'Three')
    await add(ben, 'Of Ben')
    const unread = async (person: typeof anna) =>
      (await notificationsOf(person)).filter(({ readAt }) => readAt === null).map(({ title }) => title)
    const [, shown] = await notificationsOf(anna)
    await t.call(readNotifications, { body: { upTo: shown?._id } }, { as: anna })
    expect([await unread(anna), await unread(ben)]).toEqual([['Three'], ['Of Ben']])
    const before = await fingerprint(t.database)
    const [ofBen] = await notificationsOf(ben)
    const missing = await t.call(readNotifications, { body: { upTo: newId() } }, { as: anna })
    expect(missing.status).toBe(404)
    const foreign = await t.call(readNotifications, { body: { upTo: ofBen?._id } }, { as: anna })
    expect(foreign.text).toBe(missing.text)
    expect(await fingerprint(t.database)).toBe(before)
    await t.call(readNotifications, {}, { as: anna })
    expect([await unread(anna), await unread(ben)]).toEqual([[], ['Of Ben']])
  })

  test('shows a caregiver’s current name, and none after they are deleted', {
    tags: ['NOTIF-05'],
  }, async () => {
    const body = { inviteeName: 'x', inviteePhoneNumber: ben.phoneNumber }
    await t.call(createConnection, { body }, { as: anna })
    const change = (set: string) =>
      t.database.pool.query(`update caregiver set ${set} where id = $1`, [anna.caregiverId])
    await change(`name = 'Annabel'`)
    expect(await newest(ben)).toMatchObject({ title: 'Annabel wants to connect with you' })
    await change(`deleted_at = now()`)
    expect(await newest(ben)).toMatchObject({ title: 'Another family wants to connect with you' })
  })
})
