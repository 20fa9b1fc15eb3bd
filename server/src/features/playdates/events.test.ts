import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  getEventResponse,
  listEventResponses,
  rejectEvent,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addGroup,
  addHelper,
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
let cleo: Parent
let dan: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }, { firstName: 'Noa' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }, { firstName: 'Zoe' }] })
  cleo = await addParent(t.database, { name: 'Cleo' })
  dan = await addParent(t.database, { name: 'Dan' })
  await connect(t.database, anna, ben)
  const group = await addGroup(t.database)
  for (const member of [anna, cleo]) await addMember(t.database, group, member)
  await makePremium(t.database, anna)
})
afterAll(() => t.close())

const guests = () => [...ben.children, cleo.children[0]]
const plan = (change: object = {}) => ({
  type: 'group',
  ownerChildren: [anna.children[0]],
  recipientChildren: guests(),
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: [inHours(48).toISOString()],
  description: 'Bring a hat',
  ...change,
})
const create = (change: object = {}, as = anna) => t.call(createPlaydate, { body: plan(change) }, { as })

async function planned(): Promise<Playdate> {
  const reply = await create()
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const seenBy = async (as: Parent, id: string) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const yes = (as: Parent, playdateId: string) => t.call(acceptEvent, { params: { playdateId } }, { as })
const no = (as: Parent, playdateId: string) => t.call(rejectEvent, { params: { playdateId } }, { as })
const own = async (as: Parent, playdateId: string) =>
  (await t.call(getEventResponse, { params: { playdateId } }, { as })).body.data
const all = async (as: Parent, playdateId: string) =>
  (await t.call(listEventResponses, { params: { playdateId } }, { as })).body.data
const upcoming = async (as: Parent) =>
  (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as })).body.data.items
const move = (event: Playdate, change: object = {}, as = anna) =>
  t.call(
    counterPlaydate,
    {
      params: { id: event._id },
      body: { ...plan({ proposedTimes: [inHours(72).toISOString()] }), version: event.version, ...change },
    },
    { as },
  )

async function refused(call: () => Promise<Reply>, status: number, text: string, field?: string) {
  const before = await fingerprint(t.database)
  const reply = await call()
  expect([reply.status, reply.body.error]).toEqual([status, text])
  if (field) expect(reply.body.fields).toEqual({ [field]: text })
  expect(await fingerprint(t.database)).toBe(before)
}

describe('planning an event', () => {
  test('makes it accepted at once, with one place, one time and guests of two families', {
    tags: ['PLAY-02', 'PLAY-79', 'CREATE-01', 'API-023', 'API-029', 'CONST-04'],
  }, async () => {
    const event = await planned()
    expect(event).toMatchObject({
      type: 'group',
      status: 'accepted',
      acceptedLocation: 'The zoo',
      acceptedTime: inHours(48).toISOString(),
      proposedLocations: { option1: 'The zoo', option2: null, option3: null },
      description: 'Bring a hat',
      version: 1,
    })
    expect(event.recipientChildren.map(({ _id }) => _id).sort()).toEqual(guests().sort())
    expect(event.recipientCaregivers.map(({ name }) => name)).toEqual(['Ben', 'Cleo'])
    for (const as of [anna, ben, cleo]) {
      expect((await upcoming(as)).map(({ _id }) => _id)).toEqual([event._id])
      const pending = await t.call(listPlaydates, { query: { status: 'pending' } }, { as })
      expect(pending.body.data.items).toEqual([])
    }
    expect((await t.call(getPlaydate, { params: { id: event._id } }, { as: dan })).status).toBe(404)
  })

  test('needs premium; an owner whose premium has ended may still move a planned event', {
    tags: ['API-045'],
  }, async () => {
    const event = await planned()
    await makePremium(t.database, anna, inHours(-1))
    await refused(() => create(), 402, refusalTexts.premiumNeeded())
    await refused(
      () => create({ recipientChildren: [anna.children[1]] }, ben),
      402,
      refusalTexts.premiumNeeded(),
    )
    expect((await move(event)).status).toBe(200)
  })

  test('is refused with two places or times, a past time, a child on the wrong side or a stranger’s child', {
    tags: ['CREATE-01', 'CONST-04'],
  }, async () => {
    const twoTimes = [inHours(48).toISOString(), inHours(50).toISOString()]
    await refused(() => create({ proposedTimes: twoTimes }), 400, m.prompt_playdate_one_time())
    await refused(
      () => create({ proposedLocations: { option1: 'a', option2: 'b' } }),
      400,
      m.prompt_playdate_one_location(),
    )
    await refused(
      () => create({ proposedLocations: { option2: 'b' } }),
      400,
      m.prompt_playdate_one_location(),
    )
    await refused(
      () => create({ recipientChildren: [anna.children[1]] }),
      400,
      m.prompt_playdate_recipient(),
      'recipientChildren',
    )
    await refused(
      () => create({ recipientChildren: [anna.children[0]] }),
      400,
      m.prompt_playdate_both_sides(),
      'recipientChildren',
    )
    await refused(
      () => create({ ownerChildren: [ben.children[0]], recipientChildren: [cleo.children[0]] }),
      400,
      m.prompt_playdate_not_yours(),
      'ownerChildren',
    )
    // One wrong child among right ones.
    const mixed = [anna.children[0], ben.children[0]]
    await refused(
      () => create({ recipientChildren: [...guests(), anna.children[1]] }),
      400,
      m.prompt_playdate_recipient(),
      'recipientChildren',
    )
    await refused(
      () => create({ recipientChildren: [...guests(), anna.children[0]] }),
      400,
      m.prompt_playdate_both_sides(),
      'recipientChildren',
    )
    await refused(
      () => create({ ownerChildren: mixed, recipientChildren: [cleo.children[0]] }),
      400,
      m.prompt_playdate_not_yours(),
      'ownerChildren',
    )
    await refused(
      () => create({ recipientChildren: [...guests(), dan.children[0]] }),
      404,
      refusalTexts.notFound(),
    )
    await refused(
      () => create({ proposedTimes: [inHours(-1).toISOString()] }),
      400,
      m.prompt_playdate_past_time(),
    )
  })
})

describe('answering an event', () => {
  test('lets guests say yes or no, change their answer, and see each other’s', {
    tags: ['PLAY-80', 'PLAY-81', 'API-032', 'API-033', 'API-100', 'API-101', 'API-102', 'API-103'],
  }, async () => {
    const { _id: id } = await planned()
    expect([await own(ben, id), await all(ben, id)]).toEqual([null, []])
    const reply = await yes(ben, id)
    const caregiver = { _id: ben.caregiverId, name: 'Ben', lastName: 'Example' }
    expect(reply.body.data).toEqual({ caregiver, response: 'accepted', children: ben.children })
    expect(await own(ben, id)).toEqual({ caregiver, response: 'accepted', children: ben.children })
    expect(await own(cleo, id)).toBeNull()
    await no(cleo, id)
    for (const as of [anna, ben, cleo]) {
      expect((await all(as, id)).map(({ caregiver: { name }, response }) => [name, response])).toEqual([
        ['Ben', 'accepted'],
        ['Cleo', 'rejected'],
      ])
    }
    await no(ben, id)
    expect(await own(ben, id)).toMatchObject({ response: 'rejected' })
    expect((await seenBy(ben, id)).response).toBe('rejected')
    expect((await seenBy(cleo, id)).response).toBe('rejected')
    expect('response' in (await seenBy(anna, id))).toBe(false)
  })

  test('takes one call, which is refused if the event has changed since it was seen', {
    tags: ['API-134'],
  }, async () => {
    const event = await planned()
    const answer = (version?: number) =>
      t.call(
        respondToEvent,
        { body: { playdate: event._id, response: 'accepted', ...(version && { version }) } },
        { as: ben },
      )
    expect((await answer(event.version)).body.data.response).toBe('accepted')
    await move(event)
    expect((await own(ben, event._id)) ?? 'none').toBe('none')
    await refused(() => answer(event.version), 409, m.prompt_playdate_changed())
    await refused(() => answer(), 409, m.prompt_playdate_changed())
    expect((await answer(event.version + 1)).status).toBe(200)
  })

  test('after a move is refused with the old version; without a version only a no is accepted', {
    tags: ['API-100', 'API-101', 'PLAY-81'],
  }, async () => {
    const event = await planned()
    const params = { playdateId: event._id }
    const said = (call: typeof acceptEvent | typeof rejectEvent, version: number | undefined) =>
      t.call(call, { params, body: { version } }, { as: ben })
    expect((await said(acceptEvent, undefined)).status).toBe(200)
    await move(event)
    for (const call of [acceptEvent, rejectEvent]) {
      await refused(() => said(call, event.version), 409, m.prompt_playdate_changed())
    }
    await refused(() => said(acceptEvent, undefined), 409, m.prompt_playdate_changed())
    expect((await said(rejectEvent, undefined)).body.data.response).toBe('rejected')
    expect((await said(acceptEvent, event.version + 1)).body.data.response).toBe('accepted')
  })

  test('is refused if it is past or cancelled, and to its owner; a guest can neither move nor confirm it', {
    tags: ['PLAY-80', 'API-097'],
  }, async () => {
    const event = await planned()
    const { _id: id } = event
    await refused(() => yes(anna, id), 403, refusalTexts.forbidden())
    await refused(() => move(event, {}, ben), 403, refusalTexts.forbidden())
    const accept = { id, acceptedLocation: 'The zoo', acceptedTime: event.acceptedTime }
    await refused(
      () => t.call(acceptPlaydate, { body: accept }, { as: ben }),
      409,
      m.prompt_playdate_changed(),
    )
    const past = await addEvent(t.database, anna, [ben], inHours(-2))
    await refused(() => yes(ben, past.id), 409, m.prompt_playdate_not_future())
    await t.call(cancelPlaydate, { body: { id, reason: 'Rain' } }, { as: anna })
    await refused(() => yes(ben, id), 409, m.prompt_playdate_changed())
    expect(await seenBy(cleo, id)).toMatchObject({ status: 'cancelled', cancelReason: 'Rain' })
  })

  test('the answers are listed for events only, and not to helpers', {
    tags: ['API-101', 'HOME-25'],
  }, async () => {
    const { _id: id } = await planned()
    const nana = await addParent(t.database, { name: 'Nana', children: [] })
    await addHelper(t.database, ben.children[0], nana, { adder: ben })
    // A helper sees it once the family has said yes.
    expect((await yes(ben, id)).status).toBe(200)
    expect(await seenBy(nana, id)).toMatchObject({ _id: id })
    const request = await addRequest(t.database, anna, ben)
    for (const [as, playdateId] of [
      [nana, id],
      [anna, request.id],
      [ben, request.id],
    ] as const) {
      expect((await t.call(listEventResponses, { params: { playdateId } }, { as })).status).toBe(404)
    }
    expect((await t.call(listEventResponses, { params: { playdateId: id } }, { as: ben })).status).toBe(200)
  })

  test('is possible for a guest who is no longer a friend; no guest can cancel it', {
    tags: ['PLAY-80'],
  }, async () => {
    const { _id: id } = await planned()
    await refused(() => t.call(cancelPlaydate, { body: { id } }, { as: ben }), 403, refusalTexts.forbidden())
    const { rows } = await t.database.pool.query('select id from connection')
    await t.call(removeConnection, { params: { id: rows[0].id } }, { as: ben })
    expect((await yes(ben, id)).status).toBe(200)
  })
})

describe('moving an event', () => {
  test('lets its owner set another place and time, and resets all answers', {
    tags: ['API-097', 'PLAY-81'],
  }, async () => {
    const event = await planned()
    await yes(ben, event._id)
    const moved = await move(event, {
      proposedLocations: { option1: 'The lake' },
      ownerChildren: anna.children,
    })
    expect(moved.body.data).toMatchObject({
      status: 'accepted',
      acceptedLocation: 'The lake',
      acceptedTime: inHours(72).toISOString(),
      version: 2,
    })
    expect(moved.body.data.ownerChildren).toHaveLength(2)
    expect(await all(anna, event._id)).toEqual([])
    await refused(() => move(event), 409, m.prompt_playdate_changed())
  })

  test('can’t change its guests, and is refused once it is past or cancelled', {
    tags: ['API-097'],
  }, async () => {
    const event = await planned()
    await refused(
      () => move(event, { recipientChildren: [ben.children[0]] }),
      400,
      m.prompt_playdate_guests_fixed(),
      'recipientChildren',
    )
    for (const others of [
      [...guests(), anna.children[1]],
      [...ben.children, anna.children[1]],
    ]) {
      await refused(
        () => move(event, { recipientChildren: others }),
        400,
        m.prompt_playdate_guests_fixed(),
        'recipientChildren',
      )
    }
    for (const own of [[ben.children[0]], [anna.children[0], ben.children[0]]]) {
      await refused(
        () => move(event, { ownerChildren: own }),
        400,
        m.prompt_playdate_not_yours(),
        'ownerChildren',
      )
    }
    await refused(
      () => move(event, { type: 'single', recipientChildren: [ben.children[0]] }),
      409,
      m.prompt_playdate_changed(),
    )
    const past = await seenBy(anna, (await addEvent(t.database, anna, [ben], inHours(-2))).id)
    await refused(
      () => move(past, { recipientChildren: [ben.children[0]] }),
      409,
      m.prompt_playdate_not_future(),
    )
    await t.call(cancelPlaydate, { body: { id: event._id } }, { as: anna })
    await refused(() => move(event), 409, m.prompt_playdate_changed())
  })

  test('at the same moment as an answer leaves no answer behind', {
    tags: ['API-097'],
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const event = await planned()
      const answer = { playdate: event._id, response: 'accepted', version: event.version }
      const [moved, answered] = await Promise.all([
        move(event),
        t.call(respondToEvent, { body: answer }, { as: ben }),
      ])
      expect(moved.status).toBe(200)
      expect([200, 409]).toContain(answered.status)
      expect(await all(anna, event._id)).toEqual([])
    }
  })
})

describe('the chats of an event', () => {
  const room = (as: Parent, id: string, recipientCaregiverId?: string) =>
    t.call(getRoom, { params: { id }, query: recipientCaregiverId ? { recipientCaregiverId } : {} }, { as })
  const say = (as: Parent, chatRoom: string, text: string) =>
    t.call(sendMessage, { body: { chatRoom, message: { text } } }, { as })
  const textsIn = async (as: Parent, id: string, recipient?: string) =>
    (await room(as, id, recipient)).body.data.messages.map(({ message }) => message.text)

  test('the room of all is open to the owner, and to guests while their answer is yes', {
    tags: ['CHAT-02', 'CHAT-03', 'CHAT-05'],
  }, async () => {
    const { _id: id } = await planned()
    expect((await room(anna, id)).status).toBe(200)
    for (const as of [ben, cleo, dan]) expect((await room(as, id)).status).toBe(404)
    await yes(ben, id)
    await no(cleo, id)
    const { chatRoom } = (await room(ben, id)).body.data
    expect((await say(ben, chatRoom._id, 'Looking forward!')).status).toBe(200)
    expect((await seenBy(anna, id)).unread).toBe(1)
    expect((await seenBy(cleo, id)).unread).toBe(0)
    for (const as of [cleo, dan]) {
      expect((await room(as, id)).status).toBe(404)
      expect((await say(as, chatRoom._id, 'me too')).status).toBe(404)
    }
    await no(ben, id)
    expect((await room(ben, id)).status).toBe(404)
    expect((await say(ben, chatRoom._id, 'still here?')).status).toBe(404)
  })

  test('a private room is open only to the owner and one guest, and to the guest until they say no', {
    tags: ['CHAT-09', 'CHAT-16'],
  }, async () => {
    const { _id: id } = await planned()
    await yes(cleo, id)
    const mine = (await room(ben, id, ben.caregiverId)).body.data.chatRoom._id
    expect((await say(ben, mine, 'May I bring cake?')).status).toBe(200)
    expect(await textsIn(anna, id, ben.caregiverId)).toEqual(['May I bring cake?'])
    expect(await textsIn(anna, id)).toEqual([])
    expect((await room(cleo, id, ben.caregiverId)).status).toBe(404)
    expect((await say(cleo, mine, 'psst')).status).toBe(404)
    expect((await room(anna, id, dan.caregiverId)).status).toBe(404)
    expect([(await seenBy(anna, id)).unread, (await seenBy(cleo, id)).unread]).toEqual([1, 0])
    const ofAll = (await room(cleo, id)).body.data.chatRoom._id
    for (const text of ['Hello', 'all']) await say(cleo, ofAll, text)
    expect((await seenBy(anna, id)).unreadRooms).toEqual([
      { recipientCaregiverId: ben.caregiverId, unread: 1 },
      { recipientCaregiverId: null, unread: 2 },
    ])
    expect((await seenBy(ben, id)).unreadRooms).toEqual([])
    expect((await seenBy(anna, id)).unread).toBe(3)
    await t.call(
      markRoomRead,
      { params: { id }, query: { recipientCaregiverId: ben.caregiverId }, body: {} },
      { as: anna },
    )
    expect((await seenBy(anna, id)).unreadRooms).toEqual([{ recipientCaregiverId: null, unread: 2 }])
    await no(ben, id)
    expect((await room(ben, id, ben.caregiverId)).status).toBe(404)
    expect((await room(anna, id, ben.caregiverId)).status).toBe(200)
  })

  test('the room of a cancelled event is read-only', { tags: ['CHAT-16'] }, async () => {
    const { _id: id } = await planned()
    await yes(ben, id)
    const { chatRoom } = (await room(ben, id)).body.data
    await t.call(cancelPlaydate, { body: { id } }, { as: anna })
    expect((await room(ben, id)).body.data.readOnly).toBe(true)
    expect((await say(ben, chatRoom._id, 'oh')).status).toBe(409)
  })
})
