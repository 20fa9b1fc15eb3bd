import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { lines } from '#http/server/logging.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, type Parent } from '#test/world.ts'

let t: TestApp
let port: number
let anna: Parent

beforeAll(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
})
afterEach(() => vi.useRealTimers())
afterAll(() => t.close())

async function openSocket(options: ClientOptions = {}): Promise<WebSocket> {
  const { ticket } = (await t.call(createWebsocketTicket, {}, { as: anna })).body.data
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/app/websocket?ticket=${ticket}`, options)
  await once(socket, 'open')
  return socket
}

test('a session that was revoked without a signal still loses its socket', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const socket = await openSocket()
  const closed = once(socket, 'close')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(socket.readyState).toBe(socket.OPEN)
  // As if a process was killed between the commit and its signal.
  await t.database.pool.query('update session set revoked_at = now() where id = $1', [anna.sessionId])
  await vi.advanceTimersByTimeAsync(300_000)
  expect((await closed)[0]).toBe(1008)
})

describe('a socket that sends nothing itself', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }),
  )

  test('stays open as long as it answers pings, however many frames arrive', {
    tags: ['CONST-24'],
  }, async () => {
    const socket = await openSocket()
    const atServer = [...t.app.websocketServer.clients].at(-1) as WebSocket
    for (let n = 0; n < 6; n += 1) {
      const answered = once(atServer, 'pong')
      await vi.advanceTimersByTimeAsync(25_000)
      await answered
      const heard = once(socket, 'message')
      atServer.send('{"chatroom":"1"}')
      await heard
    }
    expect(socket.readyState).toBe(socket.OPEN)
    socket.terminate()
  })

  test('is cut off after 60 s if it answers no ping', { tags: ['CONST-25'] }, async () => {
    const socket = await openSocket({ autoPong: false })
    const closed = once(socket, 'close')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(socket.readyState).toBe(socket.OPEN)
    await vi.advanceTimersByTimeAsync(1)
    expect((await closed)[0]).toBe(1006)
  })
})

test('a socket that doesn’t answer the close is cut off', async () => {
  const socket = await openSocket()
  // The client reads nothing, so it answers no close.
  socket.pause()
  t.app.closeSockets(0)
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 })
  socket.terminate()
})

test.each([
  ['too large', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', (socket: WebSocket) => socket.send('x'.repeat(1_025))],
  [
    'no text',
    'WS_ERR_INVALID_UTF8',
    (socket: WebSocket) => socket.send(Buffer.from([0xff]), { binary: false }),
  ],
])(
  'a frame that is %s closes its sender’s socket and adds one log line and one count',
  async (_what, code, send) => {
    const count = async () => {
      const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
      return Number(
        body.match(new RegExp(`^websocket_frames_refused_total\\{code="${code}"\\} (\\d+)$`, 'm'))?.[1] ?? 0,
      )
    }
    const before = await count()
    const written: string[] = []
    const spy = vi.spyOn(lines, 'write').mockImplementation((line) => written.push(line) > 0)
    t.app.log.level = 'info'
    for (const _each of [1, 2, 3]) {
      const socket = await openSocket()
      const closed = once(socket, 'close')
      send(socket)
      await closed
    }
    await vi.waitFor(async () => expect(await count()).toBe(before + 3), { timeout: 10_000 })
    t.app.log.level = 'silent'
    spy.mockRestore()
    const logged = written.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual(
      [1, 2, 3].map(() => [40, 'a websocket frame was refused']),
    )
    expect(written.join('')).not.toContain('stack')
  },
)

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    t.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
