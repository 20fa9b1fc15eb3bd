import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createHub } from '#realtime/hub.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { type Instance, newInstance } from '#test/instance.ts'
import { ticketOf } from '#test/listening-page.ts'
import { addWriters } from '#test/load.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addRequest, addSession, type Parent } from '#test/world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-listeners-'))
/** Number of chats, written into in turn: two frames for one chat at once would count as one. A sample repeats none. */
const chats = sampleOrFull(60, 10)
/** Sockets per session, few enough that none is closed for another. */
const perSession = 10
const open: { terminate(): void }[] = []

beforeEach(() => resetDatabase())
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => {
  killLeftovers()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a socket that reads nothing is cut off before much waits for it, and the others miss nothing', async () => {
  const [silent, reading] = [4, 4]
  const hub = createHub()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) =>
    hub.add(socket, { userId: 'user', caregiverId: null, sessionId: crypto.randomUUID() }),
  )
  const { port } = server.address() as AddressInfo
  for (let socket = 0; socket < silent; socket += 1) await openSilent(port, '/')
  let frames = 0
  for (let socket = 0; socket < reading; socket += 1) {
    const page = new WebSocket(`ws://127.0.0.1:${port}`)
    open.push(page)
    page.on('message', () => {
      frames += 1
    })
    await once(page, 'open')
  }
  // Longer than any frame of ours, so that the system's own buffers are soon full.
  const frame = { text: 'x'.repeat(100_000) }
  let sent = 0
  let maxWaiting = 0
  while (server.clients.size > reading) {
    hub.send(['user'], frame)
    sent += 1
    maxWaiting = Math.max(maxWaiting, ...[...server.clients].map(({ bufferedAmount }) => bufferedAmount))
    await vi.waitFor(() => expect(frames).toBe(sent * reading), { interval: 1, timeout: 10_000 })
  }
  expect(maxWaiting).toBeLessThan(1_048_576 + 2 * 100_000)
  expect(server.clients.size).toBe(reading)
  server.close()
}, 60_000)

test('if some of many listeners never read, memory stays bounded and the others get frames in time', async () => {
  const [listening, silent] = [sampleOrFull(60, 500), sampleOrFull(6, 50)]
  const seconds = sampleOrFull(2, 90)
  // As `npm start` runs it.
  const memory = { NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_ARENA_MAX: '2' }
  const instance = await newInstance({ DATABASE_URL: await testDatabaseUrl(), DATA_DIR: dataDir, ...memory })
  await instance.start()
  const database = await testDatabase()
  const [writer] = await addWriters(database, 1)
  if (!writer) throw new Error('There is nobody to write.')
  // The memory that the process needs when it first works isn't the cost of listeners.
  for (let message = 0; message < sampleOrFull(20, 500); message += 1)
    await say(instance, writer.from, writer.roomId)
  const before = residentOf(instance)

  const rooms: { id: string; roomId: string }[] = []
  while (rooms.length < chats) rooms.push(await addRequest(database, writer.from, writer.to))
  const silentSockets: Socket[] = []
  const heard: Moment[][] = []
  const closes: number[] = []
  for (let at = 0; at < listening; at += perSession) {
    const session = await addSession(database, writer.to)
    const tickets = await Promise.all(
      Array.from({ length: perSession }, () => ticketOf(instance.url, session)),
    )
    for (const [offset, ticket] of tickets.entries()) {
      const path = `/api/app/websocket?ticket=${ticket}`
      if (at + offset < silent) silentSockets.push(await openSilent(instance.port, path))
      else heard.push(await openReading(instance.port, path, { rooms, closes }))
    }
  }
  // By then, the process has taken the memory that it needs when it is busy.
  const busyAt = performance.now() + seconds * 150
  let busy = before
  let max = before
  const sent: Moment[] = []
  const until = performance.now() + seconds * 1_000
  for (let next = performance.now(); next < until; next += 50) {
    await wait(Math.max(0, next - performance.now()))
    const room = rooms[sent.length % chats]
    if (!room) throw new Error('There is no such chat.')
    sent.push({ chat: room.id, at: performance.now() })
    await say(instance, writer.from, room.roomId)
    max = Math.max(max, residentOf(instance))
    if (performance.now() < busyAt) busy = max
  }
  await vi.waitFor(
    () => expect([...new Set(heard.map(({ length }) => length))], `closed: ${closes}`).toEqual([sent.length]),
    { timeout: 10_000 },
  )
  const delays = heard.flatMap((moments) => delaysOf(sent, moments)).toSorted((a, b) => a - b)
  const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN
  const [grown, inAll] = [max - busy, max - before].map((bytes) => Math.round(bytes / 1_048_576))
  expect(inAll).toBeLessThan(100)
  // Times only mean something if nothing else runs: `npm run assure`.
  if (process.env.ASSURE === '1') expect(p99).toBeLessThan(250)
  // A socket that sends nothing for a minute counts as dead.
  const cutOff = seconds > 60 ? await closedOf(silentSockets) : 0
  expect(cutOff).toBe(seconds > 60 ? silent : 0)
  instance.app.send('SIGTERM')
  expect(await instance.app.code).toBe(0)
  report(
    'slow listeners',
    `${listening} sockets on the same ${chats} chats, ${silent} of them never read, ${sent.length} messages in ${seconds} s: memory ${grown} MB more at max once it was busy, ${inAll} MB more than idle and without sockets; the others' p99 ${p99.toFixed(0)} ms, ${cutOff} dead ones closed`,
  )
}, 300_000)

/** When a message was written in a chat, or its frame arrived. */
interface Moment {
  chat: string
  at: number
}

/** Returns the delays in milliseconds; frames of one chat arrive in the order of its messages. */
function delaysOf(sent: readonly Moment[], heard: readonly Moment[]): number[] {
  const heardOf = Map.groupBy(heard, ({ chat }) => chat)
  const next = new Map<string, number>()
  return sent.map(({ chat, at }) => {
    const number = next.get(chat) ?? 0
    next.set(chat, number + 1)
    return (heardOf.get(chat)?.[number]?.at ?? Number.POSITIVE_INFINITY) - at
  })
}

/** Opens a socket that is then neither read nor written. */
async function openSilent(port: number, path: string): Promise<Socket> {
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('error', () => undefined)
  open.push({ terminate: () => socket.destroy() })
  const key = Buffer.from(crypto.randomUUID().slice(0, 16)).toString('base64')
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
  ]
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain(' 101 ')
  socket.pause()
  return socket
}

/**
 * Opens a socket, and collects the moments at which frames of messages in the rooms arrive. If the server closes it,
 * the code is added to `closes`.
 */
async function openReading(
  port: number,
  path: string,
  { rooms, closes }: { rooms: readonly { id: string }[]; closes: number[] },
): Promise<Moment[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  open.push(socket)
  const moments: Moment[] = []
  socket.on('message', (data) => {
    if (!String(data).includes('chatroom')) return
    const { chatroom } = JSON.parse(String(data)) as { chatroom: string }
    // Frames of the first chat may still be on their way.
    if (rooms.some(({ id }) => id === chatroom)) moments.push({ chat: chatroom, at: performance.now() })
  })
  const beat = setInterval(() => socket.send('ping'), 25_000)
  socket.on('close', (code) => {
    clearInterval(beat)
    closes.push(code)
  })
  await once(socket, 'open')
  return moments
}

async function say({ url }: Instance, as: Parent, roomId: string): Promise<void> {
  const reply = await fetch(`${url}/api/app/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.accessToken}` },
    body: JSON.stringify({ chatRoom: roomId, message: { text: 'Hello' } }),
  })
  expect(reply.status).toBe(200)
  await reply.arrayBuffer()
}

/** Returns the resident memory in bytes. */
function residentOf({ app }: Instance): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** Returns how many of the sockets the server has closed: they find out once they are read again. */
async function closedOf(sockets: readonly Socket[]): Promise<number> {
  let closed = 0
  for (const socket of sockets) {
    socket.once('close', () => {
      closed += 1
    })
    socket.resume()
  }
  await wait(2_000)
  return closed
}
