import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  findAvailabilitySlots,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import { listConnections } from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  getGroup,
  listCombinedChildren,
  listGroupChildren,
  listMembers,
  listMemberships,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { type TestApp, testApp } from './app.ts'
import { inHours } from './full-hours.ts'
import { addEvent, addGroup, addMember, addParent, addRequest, connect, type Parent } from './world.ts'

/** A parent with one or twenty of everything. */
interface Circle {
  viewer: Parent
  friend: Parent
  group: string
  playdate: string
  room: string
}

let t: TestApp
let few: Circle
let many: Circle
const asked: string[] = []

beforeAll(async () => {
  t = await testApp()
  await t.reset()
  few = await circleOf(1)
  many = await circleOf(20)
  noteQueries(t.database)
})
afterAll(() => t.close())

async function circleOf(size: number): Promise<Circle> {
  const { database } = t
  const viewer = await addParent(database)
  const group = await addGroup(database, { pods: ['Sparrows'] })
  await addMember(database, group, viewer, { isGroupAdmin: true })
  const friends: Parent[] = []
  let playdate = { id: '', roomId: '' }
  for (let n = 0; n < size; n += 1) {
    const friend = await addParent(database, { children: [{}, {}] })
    friends.push(friend)
    await connect(database, viewer, friend)
    await addMember(database, group, friend)
    playdate = await addRequest(database, viewer, friend)
    await addEvent(database, viewer, friends)
    await addEvent(database, viewer, friends, inHours(-48 - n))
    await t.call(
      sendMessage,
      { body: { chatRoom: playdate.roomId, message: { text: 'Hello!' } } },
      { as: friend },
    )
  }
  const [friend] = friends
  if (!friend) throw new Error('a circle of nobody')
  return { viewer, friend, group: group.id, playdate: playdate.id, room: playdate.roomId }
}

/**
 * Records the statements of the app's pool and shared connections, except those that begin and end transactions, or are
 * sent after the reply. Limits are counted by a pool of their own.
 */
function noteQueries({ pool, shared }: Database): void {
  const read = shared.query
  shared.query = (text, values) => {
    asked.push(text)
    return read(text, values)
  }
  const noted = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (noted.has(client)) return
    noted.add(client)
    const query = client.query
    client.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
      if (!/^(begin|commit|rollback)$|pg_notify/i.test(text)) asked.push(text)
      return Reflect.apply(query, client, args)
    }) as typeof client.query
  })
}

/** Counts the queries of a call whose session isn't cached. */
async function queriesOf(call: () => Promise<{ status: number }>): Promise<number> {
  // Sessions are cached for less than a second; the signal of a change empties the cache at once.
  await t.database.pool.query(`select pg_notify('tagalong', '{"kind":"changed","user":"nobody"}')`)
  await expect
    .poll(async () => {
      asked.length = 0
      expect((await call()).status).toBe(200)
      return asked.some((text) => text.includes('access_token'))
    })
    .toBe(true)
  return asked.length
}

type Call = (circle: Circle) => Promise<{ status: number }>
const today = new Date().toISOString()
const tomorrow = inHours(24).toISOString()

describe('a read sends the same few queries, however many rows there are', () => {
  test.each<[string, number, Call]>([
    [
      'confirmed playdates',
      2,
      ({ viewer }) => t.call(listPlaydates, { query: { status: 'accepted' } }, { as: viewer }),
    ],
    ['requests', 2, ({ viewer }) => t.call(listPlaydates, { query: { status: 'pending' } }, { as: viewer })],
    [
      'one playdate',
      2,
      ({ viewer, playdate }) => t.call(getPlaydate, { params: { id: playdate } }, { as: viewer }),
    ],
    [
      'slots',
      2,
      ({ viewer, friend }) =>
        t.call(
          findAvailabilitySlots,
          { body: { children: [...viewer.children, ...friend.children], from: today, to: tomorrow } },
          { as: viewer },
        ),
    ],
    ['a group', 3, ({ viewer, group }) => t.call(getGroup, { params: { id: group } }, { as: viewer })],
    [
      "a group's children",
      3,
      ({ viewer, group }) => t.call(listGroupChildren, { params: { groupId: group } }, { as: viewer }),
    ],
    [
      "a group's members",
      3,
      ({ viewer, group }) => t.call(listMembers, { params: { groupId: group } }, { as: viewer }),
    ],
    ['memberships', 2, ({ viewer }) => t.call(listMemberships, {}, { as: viewer })],
    ['connections', 3, ({ viewer }) => t.call(listConnections, {}, { as: viewer })],
    ["everybody's children", 2, ({ viewer }) => t.call(listCombinedChildren, {}, { as: viewer })],
    [
      "a friend's children",
      2,
      ({ viewer, friend }) =>
        t.call(listChildrenOfCaregiver, { params: { caregiverId: friend.caregiverId } }, { as: viewer }),
    ],
    ['a chat', 3, ({ viewer, playdate }) => t.call(getRoom, { params: { id: playdate } }, { as: viewer })],
    ['notifications', 2, ({ viewer }) => t.call(listNotifications, {}, { as: viewer })],
  ])('%s: %i queries, including the session’s', async (_what, count, call) => {
    expect(await queriesOf(() => call(few)), asked.join('\n')).toBe(count)
    expect(await queriesOf(() => call(many)), asked.join('\n')).toBe(count)
  })
})

describe('a change sends a fixed number of queries', () => {
  test.each<[string, number, Call]>([
    [
      'a message',
      5,
      ({ friend, room }) =>
        t.call(sendMessage, { body: { chatRoom: room, message: { text: 'Hello!' } } }, { as: friend }),
    ],
    [
      'a new playdate',
      9,
      ({ viewer, friend }) => {
        const body = {
          type: 'single',
          ownerChildren: viewer.children,
          recipientChildren: friend.children.slice(0, 1),
          proposedLocations: { option1: 'The park' },
          proposedTimes: [tomorrow],
        }
        return t.call(createPlaydate, { body }, { as: viewer })
      },
    ],
  ])('%s: %i queries, including the session’s', async (_what, count, call) => {
    expect(await queriesOf(() => call(few)), asked.join('\n')).toBe(count)
  })
})
