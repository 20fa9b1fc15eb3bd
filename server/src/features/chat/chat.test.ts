import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { logout } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  createWebsocketTicket,
  getRoom,
  markRoomRead,
  sendMessage,
} from '@tagalong/contract/features/chat/chat.contract.ts'
import { createConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  acceptPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addParent, addRequest, connect, fingerprint, type Parent, type Person } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let playdate: { id: string; roomId: string }
let port: number
let sockets: WebSocket[] = []

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://play.example.org' })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  playdate = await addRequest(t.database, anna, ben)
})
afterEach(() => {
  for (const socket of sockets) socket.terminate()
  sockets = []
})
afterAll(() => t.close())

const room = (as: Parent, cursor?: string) =>
  t.call(getRoom, { params: { id: playdate.id }, query: cursor ? { cursor } : {} }, { as })
const say = (as: Parent, text: string, headers = {}) =>
  t.call(sendMessage, { body: { chatRoom: playdate.roomId, message: { text } } }, { as, headers })
const ticketOf = async (as: Person) => (await t.call(createWebsocketTicket, {}, { as })).body.data.ticket

interface Heard {
  socket: WebSocket
  frames: unknown[]
}

function open(ticket: string, origin?: string): Heard {
  const url = `ws://127.0.0.1:${port}/api/app/websocket?ticket=${ticket}`
  const socket = new WebSocket(url, origin ? { origin } : {})
  sockets.push(socket)
  const frames: unknown[] = []
  socket.on('message', (data) => frames.push(String(data) === 'pong' ? 'pong' : JSON.parse(String(data))))
  return { socket, frames }
}

async function listening(as: Person): Promise<Heard> {
  const heard = open(await ticketOf(as))
  await once(heard.socket, 'open')
  return heard
}

async function refusedWith(heard: Heard): Promise<number> {
  heard.socket.on('error', () => undefined)
  const [, response] = await once(heard.socket, 'unexpected-response')
  return response.statusCode
}

describe('the room', () => {
  test('both sides read what either sends, newest first', {
    tags: ['CHAT-01', 'CHAT-02', 'CHAT-04', 'CHAT-08', 'CHAT-10', 'CHAT-16', 'API-034', 'API-035'],
  }, async () => {
    const sent = await say(anna, '  Hello Ben 👋\nsecond line ')
    expect(sent.status).toBe(200)
    expect(sent.body.data).toMatchObject({
      sender: { _id: anna.caregiverId, name: 'Anna' },
      message: { text: 'Hello Ben 👋\nsecond line' },
    })
    await say(ben, 'Hi!')
    for (const as of [anna, ben]) {
      const { data } = (await room(as)).body
      expect(data).toMatchObject({ chatRoom: { _id: playdate.roomId }, nextCursor: null, readOnly: false })
      expect(data.messages.map(({ message }) => message.text)).toEqual(['Hi!', 'Hello Ben 👋\nsecond line'])
    }
  })

  test('the newest 50 messages are returned first, older ones by the cursor', {
    tags: ['CHAT-08'],
  }, async () => {
    for (let n = 0; n < 52; n += 1) await say(n % 2 ? anna : ben, `message ${n}`)
    const first = (await room(anna)).body.data
    expect(first.messages).toHaveLength(50)
    expect(first.messages[0]?.message.text).toBe('message 51')
    const second = (await room(anna, first.nextCursor ?? '')).body.data
    expect(second.messages.map(({ message }) => message.text)).toEqual(['message 1', 'message 0'])
    expect(second.nextCursor).toBeNull()
  })

  test('fifty messages fill exactly one page', { tags: ['CHAT-08'] }, async () => {
    for (let n = 0; n < 50; n += 1) await say(anna, `message ${n}`)
    const full = (await room(ben)).body.data
    expect([full.messages.length, full.nextCursor]).toEqual([50, null])
    await say(ben, 'message 50')
    const first = (await room(ben)).body.data
    expect([first.messages.length, first.nextCursor]).toEqual([50, first.messages[49]?._id])
    const second = (await room(ben, first.nextCursor ?? '')).body.data
    expect([second.messages.map(({ message }) => message.text), second.nextCursor]).toEqual([
      ['message 0'],
      null,
    ])
  })

  test.each([['   '], [''], ['x'.repeat(2_001)], [7], [null]])(
    'the text %j is refused and stores nothing',
    { tags: ['CHAT-06', 'API-001'] },
    async (text) => {
      const before = await fingerprint(t.database)
      const reply = await t.call(
        sendMessage,
        { body: { chatRoom: playdate.roomId, message: { text } } },
        { as: anna },
      )
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['message.text']])
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('a message repeated with its Idempotency-Key is stored once', { tags: ['CHAT-10'] }, async () => {
    const headers = { 'idempotency-key': 'm1' }
    const replies = await Promise.all([
      say(anna, 'Once', headers),
      say(anna, 'Once', headers),
      say(anna, 'Once', headers),
    ])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await room(ben)).body.data.messages).toHaveLength(1)
  })

  test('a message is unread until the other side has read it', { tags: ['API-034'] }, async () => {
    await say(anna, 'One')
    await say(anna, 'Two')
    const unread = async (as: Parent) =>
      (await t.call(getPlaydate, { params: { id: playdate.id } }, { as })).body.data.unread
    expect([await unread(anna), await unread(ben)]).toEqual([0, 2])
    await t.call(markRoomRead, { params: { id: playdate.id } }, { as: ben })
    expect(await unread(ben)).toBe(0)
    await say(anna, 'Three')
    expect(await unread(ben)).toBe(1)
  })

  test('once the playdate is rejected, the chat can be read but not written', {
    tags: ['CHAT-04', 'API-045'],
  }, async () => {
    await say(anna, 'Hello')
    await t.call(rejectPlaydate, { body: { id: playdate.id } }, { as: ben })
    expect((await say(anna, 'Too late')).status).toBe(409)
    expect((await room(anna)).body.data).toMatchObject({
      readOnly: true,
      messages: [{ message: { text: 'Hello' } }],
    })
  })
})

describe('the websocket', () => {
  test('a ticket opens a connection only once', { tags: ['CHAT-15'] }, async () => {
    const ticket = await ticketOf(anna)
    await once(open(ticket).socket, 'open')
    expect(await refusedWith(open(ticket))).toBe(401)
    expect(await refusedWith(open('nonsense'))).toBe(401)
  })

  test('a ticket is valid for 30 seconds', { tags: ['CHAT-15'] }, async () => {
    const ticket = await ticketOf(anna)
    await t.database.pool.query(`update websocket_ticket set expires_at = expires_at - interval '31 seconds'`)
    expect(await refusedWith(open(ticket))).toBe(401)
  })

  test('a page of another origin is refused, and ours is not', { tags: ['CHAT-15'] }, async () => {
    expect(await refusedWith(open(await ticketOf(anna), 'https://evil.example.org'))).toBe(400)
    await once(open(await ticketOf(anna), 'https://play.example.org').socket, 'open')
  })

  /** Also sent to those who get a notification of it. */
  const notified = { notification: expect.any(String) }

  test('ping is answered with pong', { tags: ['CHAT-11', 'CONST-24'] }, async () => {
    const heard = await listening(anna)
    heard.socket.send('ping')
    await vi.waitFor(() => expect(heard.frames).toEqual(['pong']), { timeout: 10_000 })
  })

  test('a message reaches both sides as ids, and nobody else', {
    tags: ['CHAT-12', 'CHAT-13', 'CHAT-15'],
  }, async () => {
    const carl = await addParent(t.database)
    const heard = await Promise.all([listening(anna), listening(ben), listening(carl)])
    await say(anna, 'Secret words')
    await vi.waitFor(
      () =>
        expect(heard.map(({ frames }) => frames)).toEqual([
          [{ chatroom: playdate.id }],
          [{ chatroom: playdate.id }, notified],
          [],
        ]),
      { timeout: 10_000 },
    )
  })

  test('changes of playdates and connections send their ids to those concerned', {
    tags: ['CHAT-15'],
  }, async () => {
    const [first, second] = await Promise.all([listening(anna), listening(ben)])
    const body = { id: playdate.id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
    await t.call(acceptPlaydate, { body }, { as: ben })
    await vi.waitFor(
      () =>
        expect([first.frames, second.frames]).toEqual([
          [{ playdate: playdate.id }, notified],
          [{ playdate: playdate.id }],
        ]),
      { timeout: 10_000 },
    )
    const carl = await addParent(t.database)
    const created = await t.call(
      createConnection,
      { body: { inviteeName: 'Carl', inviteePhoneNumber: carl.phoneNumber } },
      { as: anna },
    )
    await vi.waitFor(
      () => expect(first.frames.at(-1)).toEqual({ connection: created.body.data.connection._id }),
      { timeout: 10_000 },
    )
    expect(second.frames).toHaveLength(1)
  })

  test('a refused change sends nothing', { tags: ['CHAT-15'] }, async () => {
    const heard = await listening(ben)
    await t.call(
      acceptPlaydate,
      { body: { id: playdate.id, acceptedLocation: 'Nowhere', acceptedTime: inHours(48).toISOString() } },
      { as: ben },
    )
    await say(anna, 'after')
    await vi.waitFor(() => expect(heard.frames).toEqual([{ chatroom: playdate.id }, notified]), {
      timeout: 10_000,
    })
  })

  // On its own, a socket checks only every five minutes whether its session lives.
  test('a revoked session loses its sockets at once', { tags: ['CHAT-15'] }, async () => {
    const heard = await listening(anna)
    const closed = once(heard.socket, 'close')
    await t.call(logout, {}, { as: anna })
    expect((await closed)[0]).toBe(1008)
  })
})
