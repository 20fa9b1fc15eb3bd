import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { joinGroup } from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute, unmute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addGroup,
  addMember,
  addParent,
  addRequest,
  connect,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let request: { id: string; roomId: string }
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  await makePremium(t.database, ben)
  request = await addRequest(t.database, anna, ben)
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const person = (who = ben) => ({ params: { kind: 'caregiver', id: who.caregiverId } })
const chat = () => ({ params: { kind: 'room', id: request.roomId } })
const mutedBy = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data.muted
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const say = (as: Parent, chatRoom = request.roomId) =>
  t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello!' } } }, { as })
const cancel = (as: Parent, id: string) => t.call(cancelPlaydate, { body: { id } }, { as })
async function comingIn(hours: number): Promise<string> {
  const { id } = await addRequest(t.database, ben, anna)
  await sql(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = $2 where id = $1`,
    id,
    inHours(hours),
  )
  return id
}
const invite = (type: 'single' | 'group') =>
  t.call(
    createPlaydate,
    {
      body: {
        type,
        ownerChildren: ben.children,
        recipientChildren: anna.children,
        proposedLocations: { option1: 'The zoo' },
        proposedTimes: [inHours(3).toISOString()],
      },
    },
    { as: ben },
  )

describe('a mute', () => {
  test('of a person or a chat is listed once until it is ended', {
    tags: ['SAFE-29'],
  }, async () => {
    for (const target of [person(), chat(), person(), chat()]) {
      expect((await t.call(mute, target, { as: anna })).status).toBe(200)
    }
    expect(await mutedBy(anna)).toMatchObject([
      { kind: 'room', _id: request.roomId, type: 'single', time: null, caregivers: [{ name: 'Ben' }] },
      { kind: 'caregiver', _id: ben.caregiverId, caregiver: { name: 'Ben' } },
    ])
    expect(await mutedBy(ben)).toEqual([])
    for (const target of [person(), chat()]) {
      expect((await t.call(unmute, target, { as: ben })).status).toBe(404)
      expect((await t.call(unmute, target, { as: anna })).status).toBe(200)
      expect((await t.call(unmute, target, { as: anna })).status).toBe(404)
    }
    expect(await mutedBy(anna)).toEqual([])
  })

  test('is possible only for people whose name one sees, and for one’s own chats', {
    tags: ['SAFE-29'],
  }, async () => {
    const stranger = await addParent(t.database)
    for (const who of [stranger, anna]) {
      expect((await t.call(mute, person(who), { as: anna })).status).toBe(404)
    }
    expect((await t.call(mute, chat(), { as: stranger })).status).toBe(404)
  })

  test('of a person silences what they do for the muting caregiver only, and nobody sees it', {
    tags: ['SAFE-29'],
  }, async () => {
    const carl = await addParent(t.database, { name: 'Carl' })
    const group = await addGroup(t.database, { name: 'Maple' })
    await addMember(t.database, group, anna, { isGroupAdmin: true })
    const event = await addEvent(t.database, carl, [anna, ben])
    for (const as of [anna, ben]) {
      await t.call(respondToEvent, { body: { playdate: event.id, response: 'accepted' } }, { as })
    }
    const quiet = await say(ben)
    expect((await t.call(mute, person(), { as: anna })).status).toBe(200)
    await sql('delete from notification')
    const muted = await say(ben)
    expect(Object.keys(muted.body.data)).toEqual(Object.keys(quiet.body.data))
    expect((await say(ben, event.roomId)).status).toBe(200)
    expect((await invite('single')).status).toBe(200)
    expect((await invite('group')).status).toBe(200)
    const join = { groupId: group.id, code: group.code, childSubGroups: [] }
    expect((await t.call(joinGroup, { body: join }, { as: ben })).status).toBe(200)
    expect((await cancel(ben, await comingIn(26))).status).toBe(200)
    // Pushes are made from these alone.
    expect([await titles(anna), await titles(carl)]).toEqual([[], ['Ben sent you a message']])
    // Unread messages are counted as before.
    expect((await t.call(getPlaydate, { params: { id: request.id } }, { as: anna })).body.data.unread).toBe(2)
    expect(
      (await t.call(getRoom, { params: { id: request.id } }, { as: anna })).body.data.messages,
    ).toHaveLength(2)
    // Notifications in the other direction continue.
    await say(anna)
    expect(await titles(ben)).toEqual(['Anna sent you a message'])
  })

  test('of a chat silences only its messages', { tags: ['SAFE-29'] }, async () => {
    await t.call(mute, chat(), { as: anna })
    await say(ben)
    expect(await titles(anna)).toEqual([])
    await invite('single')
    expect(await titles(anna)).toEqual(['Ben sent you a playdate request'])
  })

  test('doesn’t silence changes of playdates that begin within 24 hours', { tags: ['SAFE-29'] }, async () => {
    const [soon, later] = [await comingIn(3), await comingIn(26)]
    const event = await addEvent(t.database, ben, [anna], inHours(3))
    const far = await addEvent(t.database, ben, [anna], inHours(72))
    await t.call(mute, person(), { as: anna })
    await say(ben)
    const move = (id: string, hours: number) =>
      t.call(
        counterPlaydate,
        {
          params: { id },
          body: {
            type: 'group',
            ownerChildren: ben.children,
            recipientChildren: anna.children,
            proposedLocations: { option1: 'The lake' },
            proposedTimes: [inHours(hours).toISOString()],
            version: 1,
          },
        },
        { as: ben },
      )
    expect((await move(far.id, 96)).status).toBe(200)
    expect((await cancel(ben, later)).status).toBe(200)
    expect(await titles(anna)).toEqual([])
    // Changes to what would have begun soon matter, wherever it is moved.
    expect((await move(event.id, 120)).status).toBe(200)
    expect((await cancel(ben, soon)).status).toBe(200)
    expect(await titles(anna)).toEqual([
      'Ben cancelled your playdate',
      'Ben moved an event. Please answer again',
    ])
  })

  test('of a caregiver who is apart by now shows no name', { tags: ['SAFE-29', 'SAFE-23'] }, async () => {
    for (const target of [person(), chat()]) await t.call(mute, target, { as: anna })
    await t.call(blockCaregiver, { params: { caregiver: anna.caregiverId } }, { as: ben })
    expect(await mutedBy(anna)).toMatchObject([
      { kind: 'room', caregivers: [{ name: 'Another family', lastName: '' }] },
      { kind: 'caregiver', caregiver: { name: 'Another family', lastName: '' } },
    ])
    expect((await t.call(unmute, person(), { as: anna })).status).toBe(200)
  })
})
