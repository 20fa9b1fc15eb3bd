import { createCalendarFeed } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { getRoom, markRoomRead, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  findAvailabilitySlots,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptConnection,
  createConnection,
  findUser,
  listConnections,
  listFriendsChildren,
  rejectConnection,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import {
  getGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  cancelPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  listEventResponses,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import {
  blockCaregiver,
  getBlock,
  unblockCaregiver,
} from '@tagalong/contract/features/safety/blocks.contract.ts'
import { mute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { createReport } from '@tagalong/contract/features/safety/reports.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen, notify, type Signal } from '#db/listen.ts'
import { eraseProfile } from '#features/erasure/erasure.service.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { about, givePhoto } from '#test/reports.ts'
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
let carl: Parent
let stranger: Parent
let listener: Listener
let frames: Extract<Signal, { kind: 'frame' }>[]
beforeAll(async () => {
  t = await testApp({ SAFETY_PROMISE: 'We read every report within a day.' })
  listener = await listen(t.database.url, {
    onSignal: (signal) => void (signal.kind === 'frame' && frames.push(signal)),
    onGap() {},
    onError() {},
  })
})
beforeEach(async () => {
  frames = []
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leo' }] })
  carl = await addParent(t.database, { name: 'Carl', children: [{ firstName: 'Zoe' }] })
  stranger = await addParent(t.database, { name: 'Nobody' })
  await connect(t.database, anna, ben)
  await connect(t.database, anna, carl)
  await connect(t.database, ben, carl)
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const byId = (other: Parent) => ({ params: { caregiver: other.caregiverId } })
const block = (as: Parent, other: Parent) => t.call(blockCaregiver, byId(other), { as })
const unblock = (as: Parent, other: Parent) => t.call(unblockCaregiver, byId(other), { as })
const preview = async (as: Parent, other: Parent) => (await t.call(getBlock, byId(other), { as })).body.data
const safetyOf = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data
const playdate = async (as: Parent, id: string) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const connections = async (as: Parent) => (await t.call(listConnections, {}, { as })).body.data
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const listed = async (as: Parent, status: 'pending' | 'accepted') =>
  (await t.call(listPlaydates, { query: { status } }, { as })).body.data.items.map(({ _id }) => _id)
const photoOf = async (parent: Parent) => (await givePhoto(t, parent)).key
const say = (as: Parent, chatRoom: string) =>
  t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello!' } } }, { as })
const settle = (id: string, time: Date) =>
  sql(
    `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = $2 where id = $1`,
    id,
    time,
  )
const pause = (whom: Parent, standing: 'suspended' | 'closed') =>
  sql(`update app_user set standing = $2, standing_until = 'infinity' where id = $1`, whom.userId, standing)
const heardBy = ({ caregiverId, userId }: Parent) =>
  frames.filter(({ to }) => to.includes(caregiverId) || to.includes(userId)).map(({ frame }) => frame)
/** Waits until everything sent before has arrived. */
async function allHeard(): Promise<void> {
  await notify(t.database.kysely, { kind: 'frame', to: [stranger.caregiverId], frame: { last: 'one' } })
  await vi.waitFor(() => expect(frames.at(-1)?.frame).toEqual({ last: 'one' }), { timeout: 10_000 })
}
describe('blocking', () => {
  test('ends the connection and cancels what is to come between the two, without a reason', {
    tags: ['SAFE-19'],
  }, async () => {
    const sent = await addRequest(t.database, anna, ben)
    const received = await addRequest(t.database, ben, anna)
    const coming = await addRequest(t.database, ben, anna)
    await settle(coming.id, inHours(48))
    const past = await addRequest(t.database, anna, ben)
    await settle(past.id, inHours(-48))
    const others = await addRequest(t.database, carl, ben)
    expect((await preview(anna, ben)).playdates).toBe(3)
    expect((await block(anna, ben)).status).toBe(200)
    for (const as of [anna, ben]) {
      for (const { id } of [sent, received, coming]) {
        expect(await playdate(as, id)).toMatchObject({
          status: 'cancelled',
          cancelReason: null,
          cancelCause: null,
          version: 2,
        })
      }
      expect(await listed(as, 'accepted')).toEqual([past.id])
      expect((await connections(as)).map(({ inviter }) => inviter.name)).toHaveLength(1)
    }
    expect([await listed(anna, 'pending'), await listed(ben, 'pending')]).toEqual([[], [others.id]])
    const between = await sql(
      'select from connection where $1 in (inviter_id, invitee_id) and $2 in (inviter_id, invitee_id)',
      anna.caregiverId,
      ben.caregiverId,
    )
    expect(between.rowCount).toBe(0)
  })

  test('is possible for the invitee of a pending invitation, and ends it', {
    tags: ['SAFE-19'],
  }, async () => {
    for (const [from, to] of [
      [anna, stranger],
      [stranger, ben],
    ] as const) {
      const id = await connect(t.database, from, to, 'pending')
      // Only the invitee sees a name.
      expect((await block(from, to)).status).toBe(404)
      expect((await block(to, from)).status).toBe(200)
      expect((await t.call(acceptConnection, { params: { id } }, { as: to })).status).toBe(404)
      expect([await connections(stranger)]).toEqual([[]])
    }
  })

  test('is possible for caregivers whose name one sees, 50 times a day', { tags: ['SAFE-20'] }, async () => {
    for (const other of [stranger, anna]) expect((await block(anna, other)).status).toBe(404)
    for (let n = 2; n < 50; n += 1) await block(anna, stranger)
    expect((await block(anna, ben)).status).toBe(429)
    expect((await block(carl, ben)).status).toBe(200)
    // A second time: the same answer.
    expect((await block(carl, ben)).status).toBe(200)
    expect((await sql('select from block')).rowCount).toBe(1)
  })

  test('sends the other nothing but the frame of the ended connection', {
    tags: ['SAFE-21'],
  }, async () => {
    const [connection] = await connections(ben)
    const { rows } = await sql(
      'select id from connection where inviter_id = $1 and invitee_id = $2',
      anna.caregiverId,
      ben.caregiverId,
    )
    expect(connection).toBeDefined()
    await block(anna, ben)
    await allHeard()
    expect(heardBy(ben)).toEqual([{ connection: rows[0].id }])
    expect([await titles(ben), await titles(anna)]).toEqual([[], []])
    const jobs = await sql(`select from pgboss.job where name like 'push%' or name like 'mail%'`)
    expect(jobs.rowCount).toBe(0)
  })

  test('notifies the other only of what is cancelled, by another family', {
    tags: ['SAFE-21', 'SAFE-22'],
  }, async () => {
    const { id } = await addRequest(t.database, anna, ben)
    await block(anna, ben)
    await allHeard()
    expect(heardBy(ben)).toHaveLength(3)
    expect(await titles(ben)).toEqual(['Another family cancelled your playdate'])
    expect((await playdate(ben, id)).cancelledBy).toMatchObject({ name: 'Another family', lastName: '' })
    expect(await titles(anna)).toEqual([])
  })
})

describe('an event that one of the two made', () => {
  const oneOf = async (owner: Parent, guests: Parent[]) => {
    await makePremium(t.database, owner)
    return addEvent(t.database, owner, guests)
  }
  const answer = (as: Parent, id: string) =>
    t.call(respondToEvent, { body: { playdate: id, response: 'accepted' } }, { as })
  const room = (as: Parent, id: string, recipientCaregiverId?: string) =>
    t.call(getRoom, { params: { id }, query: recipientCaregiverId ? { recipientCaregiverId } : {} }, { as })

  test('loses the other’s children, and the other sees it as it was, but cancelled', {
    tags: ['SAFE-22'],
  }, async () => {
    const annas = await oneOf(anna, [ben, carl])
    const bens = await oneOf(ben, [anna, carl])
    for (const [as, { id }] of [
      [ben, annas],
      [anna, bens],
    ] as const) {
      expect((await answer(as, id)).status).toBe(200)
    }
    const before = { [annas.id]: await playdate(ben, annas.id), [bens.id]: await playdate(anna, bens.id) }
    expect((await preview(anna, ben)).playdates).toBe(0)
    await allHeard()
    frames = []
    await block(anna, ben)
    for (const [as, { id }, owner] of [
      [ben, annas, anna],
      [anna, bens, ben],
    ] as const) {
      const whole = await playdate(owner, id)
      expect(whole).toMatchObject({ status: 'accepted', version: 1 })
      for (const who of [owner, carl]) {
        const seen = await playdate(who, id)
        expect(seen.recipientCaregivers.map(({ name }) => name)).toEqual(['Carl'])
        expect(seen.recipientChildren.map(({ firstName }) => firstName)).toEqual(['Zoe'])
      }
      const left = await playdate(as, id)
      const { proposedTimes, proposedLocations, description, recipientCaregivers } = before[id] ?? whole
      expect(left).toMatchObject({
        _id: id,
        status: 'cancelled',
        cancelReason: null,
        cancelCause: null,
        owner: { name: 'Another family' },
        cancelledBy: { name: 'Another family' },
        proposedTimes,
        proposedLocations,
        description,
        recipientCaregivers: expect.arrayContaining(recipientCaregivers),
        response: 'accepted',
      })
      expect(await listed(as, 'accepted')).not.toContain(id)
      // Later moves and answers are not for a caregiver who was taken off.
      expect((await answer(as, id)).status).toBe(409)
      expect(
        (await t.call(listEventResponses, { params: { playdateId: id } }, { as })).body.data,
      ).toHaveLength(1)
      await sql(`update playdate set location1 = 'Elsewhere' where id = $1`, id)
      expect((await playdate(as, id)).proposedLocations.option1).toBe('The zoo')
    }
    await allHeard()
    expect(heardBy(ben)).not.toContainEqual({ playdate: bens.id })
    expect(heardBy(ben)).toContainEqual({ playdate: annas.id })
    expect(await titles(ben)).toContain('Another family cancelled their event')
    expect(await titles(anna)).not.toContain('Another family cancelled their event')
  })

  test('keeps its id, calendar entry, spots and muted room for the caregiver who was taken off', {
    tags: ['SAFE-21', 'SAFE-22', 'TIME-29', 'TIME-30'],
  }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    await sql('update playdate set capacity = 8 where id = $1', id)
    expect((await answer(ben, id)).status).toBe(200)
    const feed = await t.call(createCalendarFeed, { body: { saysWhoAndWhere: false } }, { as: ben })
    const entries = async () => {
      const { text } = await t.send('GET', new URL(feed.body.data.url).pathname)
      const unfolded = text.replaceAll('\r\n ', '')
      return unfolded.match(/^(UID|URL).*/gm)
    }
    const { chatRoom } = (await room(ben, id, ben.caregiverId)).body.data
    await t.call(mute, { params: { kind: 'room', id: chatRoom._id } }, { as: ben })
    const read = async () => {
      const { capacity, spotsLeft } = await playdate(ben, id)
      const [muted] = (await safetyOf(ben)).muted
      return {
        entries: await entries(),
        room: { capacity, spotsLeft },
        muted: muted?.kind === 'room' && { playdate: muted.playdate, others: muted.caregivers.length },
      }
    }
    const before = await read()
    expect(before).toMatchObject({ room: { capacity: 8 }, muted: { playdate: id, others: 2 } })
    expect(before.entries?.filter((line) => line.includes(id))).toHaveLength(2)
    await block(anna, ben)
    expect((await playdate(ben, id)).status).toBe('cancelled')
    expect(await read()).toEqual(before)
  })

  test('its private chat can be read only by the caregiver who was taken off, and is closed', {
    tags: ['SAFE-22'],
  }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    const { chatRoom } = (await room(ben, id, ben.caregiverId)).body.data
    expect((await say(anna, chatRoom._id)).status).toBe(200)
    await block(anna, ben)
    const left = (await room(ben, id, ben.caregiverId)).body.data
    expect(left.readOnly).toBe(true)
    expect(left.messages).toMatchObject([{ sender: { name: 'Another family' } }])
    expect((await say(ben, chatRoom._id)).status).toBe(409)
    expect(
      (
        await t.call(
          markRoomRead,
          { params: { id }, query: { recipientCaregiverId: ben.caregiverId } },
          { as: ben },
        )
      ).status,
    ).toBe(200)
    expect((await room(anna, id, ben.caregiverId)).status).toBe(404)
    expect((await room(carl, id, carl.caregiverId)).body.data.readOnly).toBe(false)
  })

  test.each([
    ['the organiser has blocked the guest', () => block(anna, ben), () => [anna, ben]],
    ['the guest has blocked the organiser', () => block(ben, anna), () => [anna, ben]],
    ['the guest is suspended', () => pause(ben, 'suspended'), () => [anna]],
    ['the organiser’s account is closed', () => pause(anna, 'closed'), () => [ben]],
  ])(
    'once begun, has a private chat of the two that can be read but is closed once %s',
    { tags: ['SAFE-22', 'CHAT-16'] },
    async (_what, part, whoReads) => {
      const { id } = await addEvent(t.database, anna, [ben, carl], inHours(-1))
      const { chatRoom } = (await room(anna, id, ben.caregiverId)).body.data
      for (const as of [anna, ben]) expect((await say(as, chatRoom._id)).status).toBe(200)
      await part()
      for (const as of whoReads()) {
        const { data } = (await room(as, id, ben.caregiverId)).body
        expect([data.readOnly, data.messages.length]).toEqual([true, 2])
        expect((await say(as, chatRoom._id)).status).toBe(409)
      }
      // The room with the other guest is unchanged, unless the owner is apart from that guest, too.
      const isOpen = whoReads().includes(anna)
      expect((await room(carl, id, carl.caregiverId)).body.data.readOnly).toBe(!isOpen)
    },
  )

  test('is unchanged for the other guests, and an answer to the version they saw counts', {
    tags: ['SAFE-21', 'SAFE-22'],
  }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    const { version } = await playdate(carl, id)
    await block(anna, ben)
    expect((await playdate(carl, id)).version).toBe(version)
    expect((await playdate(ben, id)).version).toBe(version + 1)
    const body = { playdate: id, response: 'accepted', version } as const
    expect((await t.call(respondToEvent, { body }, { as: carl })).status).toBe(200)
  })

  test('a message that is sent while its writer is taken off is refused', {
    tags: ['SAFE-22'],
  }, async () => {
    const { id, roomId } = await oneOf(anna, [ben, carl])
    expect((await answer(ben, id)).status).toBe(200)
    const lock = `select from playdate where id = '${id}' for no key update`
    const calls = [() => block(anna, ben), () => say(ben, roomId)]
    const replies = await inTurn<Reply>(t.database, lock, calls)
    expect(replies.map(({ status }) => status)).toEqual([200, 404])
    expect((await room(anna, id)).body.data.messages).toEqual([])
  })

  test('is cancelled if there is no other guest', { tags: ['SAFE-22'] }, async () => {
    const [annas, bens] = [await oneOf(anna, [ben]), await oneOf(ben, [anna])]
    await block(anna, ben)
    for (const as of [anna, ben]) {
      expect(await playdate(as, annas.id)).toMatchObject({ status: 'cancelled', cancelCause: null })
      expect(await playdate(as, bens.id)).toMatchObject({ status: 'cancelled', cancelCause: 'children' })
    }
    expect((await titles(ben)).toSorted()).toEqual([
      'Another family cancelled their event',
      'Another family’s children can’t come any more, so the event is off',
    ])
  })

  test('the names of a deleted child are removed from the copy, too', { tags: ['SAFE-22'] }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    await sql(`update playdate set description = 'Mia and Zoe bring hats' where id = $1`, id)
    await block(anna, ben)
    await t.database.kysely.transaction().execute(async (db) => {
      await eraseProfile({ ...erasing(), db } as never, anna.caregiverId)
    })
    expect((await playdate(ben, id)).description).toBe('a child and Zoe bring hats')
  })

  test('the names of a deleted child that was taken off are removed from the event and from others’ copies', {
    tags: ['SAFE-22', 'API-087'],
  }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    await sql(`update playdate set description = 'Mia and Leo bring hats' where id = $1`, id)
    await block(anna, ben)
    await block(anna, carl)
    await t.database.kysely.transaction().execute(async (db) => {
      await eraseProfile({ ...erasing(), db } as never, ben.caregiverId)
    })
    for (const as of [anna, carl]) {
      expect((await playdate(as, id)).description).toBe('Mia and a child bring hats')
    }
  })

  test('a name that a deleted child shares with one that stays at the event is kept there', {
    tags: ['SAFE-22', 'API-087'],
  }, async () => {
    const { id } = await oneOf(anna, [ben, carl])
    await sql(`update child set first_name = 'Leo' where id = $1`, carl.children[0])
    await sql(`update playdate set description = 'Mia and Leo bring hats' where id = $1`, id)
    await block(anna, ben)
    await t.database.kysely.transaction().execute(async (db) => {
      await eraseProfile({ ...erasing(), db } as never, ben.caregiverId)
    })
    expect((await playdate(anna, id)).description).toBe('Mia and Leo bring hats')
  })
})

/** What erasing needs besides the database. */
function erasing() {
  return { clock: t.clock, queue: { enqueue: async () => undefined }, files: {} }
}

/** Expects each call about the other to answer as for a caregiver one never met. */
async function expectStranger(
  as: Parent,
  other: Parent,
  photos: Map<Parent, string>,
  except: readonly AnyEndpoint[] = [],
): Promise<void> {
  const playdateWith = (type: string, { children }: Parent) => ({
    type,
    ownerChildren: as.children,
    recipientChildren: children,
    proposedLocations: { option1: 'The zoo' },
    proposedTimes: [inHours(50).toISOString()],
  })
  const span = { from: inHours(1).toISOString(), to: inHours(30).toISOString() }
  const calls: [AnyEndpoint, (other: Parent) => object][] = [
    [listChildrenOfCaregiver, ({ caregiverId }) => ({ params: { caregiverId } })],
    [
      findAvailabilitySlots,
      ({ children }) => ({ body: { children: [...as.children, ...children], ...span } }),
    ],
    [signView, (who) => ({ params: { fileKey: photos.get(who) } })],
    [findUser, ({ phoneNumber }) => ({ query: { phoneNumber } })],
    [getBlock, byId],
    [blockCaregiver, byId],
    [mute, ({ caregiverId }) => ({ params: { kind: 'caregiver', id: caregiverId } })],
    [createReport, (who) => ({ body: { ...about(who), reason: 'spam' } })],
    [createReport, ({ children }) => ({ body: { kind: 'photo', target: children[0], reason: 'spam' } })],
    [createPlaydate, (who) => ({ body: playdateWith('single', who) })],
    [createPlaydate, (who) => ({ body: playdateWith('group', who) })],
  ]
  for (const [endpoint, input] of calls) {
    if (except.includes(endpoint)) continue
    const [apart, never] = [
      await t.call(endpoint, input(other) as never, { as }),
      await t.call(endpoint, input(stranger) as never, { as }),
    ]
    const unproven = endpoint === findUser ? '{"status":200,"data":{"found":false}}' : never.text
    expect(`${endpoint.name} ${apart.text}`).toBe(`${endpoint.name} ${unproven}`)
  }
}

describe('caregivers who are apart', () => {
  test('are answered like strangers by every call', { tags: ['SAFE-20'] }, async () => {
    const group = await addGroup(t.database, { pods: ['Bees'] })
    for (const each of [anna, ben, carl]) await addMember(t.database, group, each, { pod: group.pods[0] })
    await makePremium(t.database, ben)
    const past = await addRequest(t.database, anna, ben)
    await settle(past.id, inHours(-48))
    const photos = new Map([
      [anna, await photoOf(anna)],
      [ben, await photoOf(ben)],
      [stranger, await photoOf(stranger)],
    ])
    await block(anna, ben)
    await makePremium(t.database, anna)
    for (const [as, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      // Blocking again succeeds for the blocker: their own block is no news to them.
      await expectStranger(as, other, photos, as === anna ? [blockCaregiver] : [])
      for (const list of [listCombinedChildren, listFriendsChildren]) {
        expect((await t.call(list, {}, { as })).body.data.map(({ firstName }) => firstName)).toEqual(['Zoe'])
      }
      for (const query of [{}, { subgroup: group.pods[0] }]) {
        const seen = await t.call(listGroupChildren, { params: { groupId: group.id }, query }, { as })
        expect(seen.body.data.map(({ caregiver }) => caregiver.name).toSorted()).toEqual(
          [as.name, 'Carl'].toSorted(),
        )
      }
      const invited = await t.call(
        createConnection,
        { body: { inviteeName: 'Kim', inviteePhoneNumber: other.phoneNumber } },
        { as },
      )
      expect(invited.body.data).toMatchObject({
        message: 'Connection created with new invitee',
        connection: { invitee: null },
        inviteUrl: expect.any(String),
      })
    }
    expect([await titles(anna), await titles(ben)]).toEqual([[], []])
  })

  test.each([
    ['suspended', 'infinity'],
    ['closed', '2100-01-01'],
  ])(
    'are answered like strangers because one account is %s, too',
    { tags: ['SAFE-47'] },
    async (...standing) => {
      await makePremium(t.database, anna)
      const photos = new Map([
        [ben, await photoOf(ben)],
        [stranger, await photoOf(stranger)],
      ])
      await sql(
        'update app_user set standing = $2, standing_until = $3 where id = $1',
        ben.userId,
        ...standing,
      )
      await expectStranger(anna, ben, photos)
    },
  )

  test('see each other’s photos neither by an old link nor from the browser’s cache', {
    tags: ['SAFE-20', 'SAFE-47'],
  }, async () => {
    const kept = async (as: Parent, of: Parent) => {
      const { key } = await givePhoto(t, of)
      const { signedUrl } = (await t.call(signView, { params: { fileKey: key } }, { as })).body.data
      const url = signedUrl.slice(new URL(signedUrl).origin.length)
      const { statusCode, headers } = await t.app.inject({ method: 'GET', url })
      // The cached photo must be revalidated before it is shown.
      expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache'])
      return { url, headers: { 'if-none-match': String(headers.etag) } }
    }
    const links = [await kept(anna, ben), await kept(ben, anna), await kept(anna, carl)]
    const statuses = () =>
      Promise.all(
        links.flatMap(({ url, headers }) =>
          [{}, headers].map(async (each) => (await t.app.inject({ url, headers: each })).statusCode),
        ),
      )
    expect(await statuses()).toEqual([200, 304, 200, 304, 200, 304])
    await block(anna, ben)
    await sql(
      `update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`,
      carl.userId,
    )
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('appear as another family in what they still share, as erased caregivers do', {
    tags: ['SAFE-23'],
  }, async () => {
    const dora = await addParent(t.database, { name: 'Dora', children: [{ firstName: 'Emil' }] })
    const eve = await addParent(t.database, { name: 'Eve', children: [{ firstName: 'Finn' }] })
    await makePremium(t.database, carl)
    const event = await addEvent(t.database, carl, [anna, ben, dora, eve])
    const [past, pastOfEve] = [
      await addRequest(t.database, anna, ben),
      await addRequest(t.database, eve, ben),
    ]
    for (const each of [ben, anna, dora, eve]) {
      await t.call(respondToEvent, { body: { playdate: event.id, response: 'accepted' } }, { as: each })
      await say(each, event.roomId)
    }
    for (const each of [anna, eve]) await say(each, each === anna ? past.roomId : pastOfEve.roomId)
    for (const { id } of [past, pastOfEve]) await settle(id, inHours(-48))
    const photo = await photoOf(anna)
    await block(anna, ben)
    await t.database.kysely.transaction().execute(async (db) => {
      await eraseProfile({ ...erasing(), db } as never, eve.caregiverId)
    })
    await sql(
      `update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`,
      dora.userId,
    )
    const replies = [
      await t.call(getPlaydate, { params: { id: event.id } }, { as: ben }),
      await t.call(getRoom, { params: { id: event.id } }, { as: ben }),
      await t.call(listEventResponses, { params: { playdateId: event.id } }, { as: ben }),
      await t.call(getPlaydate, { params: { id: past.id } }, { as: ben }),
      await t.call(getRoom, { params: { id: past.id } }, { as: ben }),
      await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: ben }),
    ].map(({ text }) => text)
    for (const secret of ['Anna', 'Mia', 'Dora', 'Emil', 'Eve', 'Finn', photo]) {
      expect(replies.join('\n')).not.toContain(secret)
    }
    /** What must be equal for all three: everything except ids. */
    const without = (what: unknown) => JSON.stringify(what).replaceAll(/"_id":"[^"]*"/g, '')
    const seen = await playdate(ben, event.id)
    const apart = seen.recipientCaregivers.filter(({ _id }) => _id !== ben.caregiverId)
    expect(new Set(apart.map(without)).size).toBe(1)
    const children = seen.recipientChildren.filter(({ _id }) => !ben.children.includes(_id))
    // Eve's child is in no event to come any more.
    expect([children.length, new Set(children.map(without)).size]).toEqual([2, 1])
    const [withAnna, withEve] = [await playdate(ben, past.id), await playdate(ben, pastOfEve.id)]
    expect([withAnna.owner, withAnna.ownerChildren].map(without)).toEqual(
      [withEve.owner, withEve.ownerChildren].map(without),
    )
    for (const { id, roomId } of [past, pastOfEve]) {
      const { data } = (await t.call(getRoom, { params: { id } }, { as: ben })).body
      expect(data.readOnly).toBe(true)
      expect(data.messages).toMatchObject([{ sender: { name: 'Another family', lastName: '' } }])
      expect((await say(ben, roomId)).status).toBe(409)
    }
    // Nothing has changed for everybody else.
    expect((await playdate(carl, event.id)).recipientCaregivers.map(({ name }) => name)).toContain('Anna')
  })

  test('are not revealed by the order of a list', { tags: ['SAFE-23'] }, async () => {
    const zed = await addParent(t.database, { name: 'Zed' })
    await connect(t.database, ben, zed)
    const event = await addEvent(t.database, carl, [anna, ben, zed])
    const order = async () =>
      (await playdate(ben, event.id)).recipientCaregivers.map(({ _id }) => _id === ben.caregiverId)
    await block(ben, zed)
    expect((await playdate(ben, event.id)).recipientCaregivers.map(({ name }) => name)).toEqual([
      'Another family',
      'Anna',
      'Ben',
    ])
    await block(ben, anna)
    expect(await order()).toEqual([false, false, true])
  })

  test('are not notified of each other’s messages, but of what others do', {
    tags: ['SAFE-21'],
  }, async () => {
    const event = await addEvent(t.database, carl, [anna, ben])
    for (const each of [anna, ben]) {
      await t.call(respondToEvent, { body: { playdate: event.id, response: 'accepted' } }, { as: each })
    }
    await block(anna, ben)
    await sql('delete from notification')
    expect((await say(anna, event.roomId)).status).toBe(200)
    expect([await titles(ben), await titles(carl)]).toEqual([[], ['Anna sent you a message']])
    // The message is in the chat, so it is counted.
    expect((await playdate(ben, event.id)).unread).toBe(1)
    await sql('delete from notification')
    await t.call(cancelPlaydate, { body: { id: event.id } }, { as: carl })
    expect([await titles(ben), await titles(anna)]).toEqual([
      ['Carl cancelled their event'],
      ['Carl cancelled their event'],
    ])
  })

  test('are no longer named in earlier notices', { tags: ['SAFE-20'] }, async () => {
    await addRequest(t.database, anna, stranger)
    await connect(t.database, anna, stranger)
    await t.call(
      createPlaydate,
      {
        body: {
          type: 'single',
          ownerChildren: anna.children,
          recipientChildren: ben.children,
          proposedLocations: { option1: 'The zoo' },
          proposedTimes: [inHours(50).toISOString()],
        },
      },
      { as: anna },
    )
    expect(await titles(ben)).toEqual(['Anna sent you a playdate request'])
    await block(ben, anna)
    expect(await titles(ben)).toEqual(['Another family sent you a playdate request'])
  })

  test('only the blocker sees that both are invited', { tags: ['SAFE-24'] }, async () => {
    const event = await addEvent(t.database, carl, [anna, ben])
    const past = await addEvent(t.database, carl, [anna, ben], inHours(-48))
    await block(anna, ben)
    expect((await playdate(anna, event.id)).blockedInvited).toBe(true)
    for (const [as, id] of [
      [ben, event.id],
      [carl, event.id],
      [anna, past.id],
    ] as const) {
      expect(await playdate(as, id)).not.toHaveProperty('blockedInvited')
    }
  })

  test('a group admin still sees the other’s name and membership, without children', {
    tags: ['SAFE-20'],
  }, async () => {
    const group = await addGroup(t.database, { name: 'Maple' })
    await addMember(t.database, group, anna)
    await addMember(t.database, group, ben, { isGroupAdmin: true })
    expect(await preview(anna, ben)).toEqual({ playdates: 0, groups: [{ name: 'Maple', isAdmin: true }] })
    expect((await preview(ben, anna)).groups).toEqual([{ name: 'Maple', isAdmin: false }])
    await block(anna, ben)
    const members = (await t.call(listMembers, { params: { groupId: group.id } }, { as: ben })).body.data
    expect(members).toMatchObject([
      { caregiver: { name: 'Anna' }, status: 'approved', children: [] },
      { caregiver: { name: 'Ben' }, children: [{ child: { firstName: 'Leo' } }] },
    ])
    const named = (await t.call(getGroup, { params: { id: group.id } }, { as: ben })).body.data.members
    expect(named?.map(({ name }) => name)).toEqual(['Anna', 'Ben'])
  })
})

describe('a block', () => {
  test('is listed for the blocker with the name at that time, and with the operator’s promise', {
    tags: ['SAFE-28', 'SAFE-87'],
  }, async () => {
    expect((await block(anna, ben)).status).toBe(200)
    await sql(`update caregiver set name = 'Benjamin' where id = $1`, ben.caregiverId)
    expect(await safetyOf(anna)).toMatchObject({
      promise: 'We read every report within a day.',
      blocked: [{ _id: ben.caregiverId, name: 'Ben', lastName: 'Example' }],
      muted: [],
      reports: [],
    })
    expect((await safetyOf(ben)).blocked).toEqual([])
  })

  test('can be ended only by the blocker, which restores nothing', { tags: ['SAFE-28'] }, async () => {
    const { id } = await addRequest(t.database, anna, ben)
    await block(anna, ben)
    expect([(await unblock(ben, anna)).status, (await unblock(anna, ben)).status]).toEqual([404, 200])
    expect((await unblock(anna, ben)).status).toBe(404)
    expect((await safetyOf(anna)).blocked).toEqual([])
    expect(await connections(anna)).toHaveLength(1)
    expect((await playdate(ben, id)).status).toBe('cancelled')
    const invited = await t.call(
      createConnection,
      { body: { inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber } },
      { as: anna },
    )
    expect(invited.body.data.message).toBe('Connection created with existing user')
    expect(await titles(ben)).toContain('Anna wants to connect with you')
  })

  test('leaves a rejected invitation as it was: it stays hidden and can’t be repeated', {
    tags: ['SAFE-28', 'CONN-43'],
  }, async () => {
    const group = await addGroup(t.database)
    for (const each of [anna, stranger]) await addMember(t.database, group, each)
    const body = { inviteeName: 'Nobody', inviteePhoneNumber: stranger.phoneNumber }
    const invite = () => t.call(createConnection, { body }, { as: anna })
    const { _id: id } = (await invite()).body.data.connection
    expect((await t.call(rejectConnection, { params: { id } }, { as: stranger })).status).toBe(200)
    expect(await titles(anna)).toEqual(['Nobody declined your invite'])
    expect((await invite()).status).toBe(409)
    const before = await connections(anna)
    expect((await block(anna, stranger)).status).toBe(200)
    expect(await titles(anna)).toEqual(['Another family declined your invite'])
    expect([await connections(anna), await connections(stranger)]).toEqual([before, []])
    expect((await invite()).status).toBe(409)
    expect((await unblock(anna, stranger)).status).toBe(200)
    expect((await invite()).status).toBe(409)
    expect(await titles(stranger)).toEqual(['Anna wants to connect with you'])
  })

  test('is deleted with the account of a caregiver without a proven number', {
    tags: ['SAFE-27'],
  }, async () => {
    await block(anna, ben)
    await block(ben, carl)
    await t.database.kysely.transaction().execute(async (db) => {
      await eraseProfile({ ...erasing(), db } as never, ben.caregiverId)
    })
    expect((await sql('select from block')).rowCount).toBe(0)
  })
})
