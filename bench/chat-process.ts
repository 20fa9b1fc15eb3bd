import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

export interface RoomPlan {
  kind: 'baseline' | 'ours'
  url: string
  /** One per socket. */
  tickets: string[]
  /** What the sender posts; the baseline's sender uses a socket instead. */
  message?: { token: string; body: string }
  /** Messages per second; null for as many as possible. */
  pace: number | null
  seconds: number
}

export interface RoomFigures {
  /** Deliveries to single listeners. */
  perSecond: number
  /** From sending until each delivery. */
  p99Ms: number
}

/** How many messages may be underway, sent but not delivered to all, if `pace` is null. */
const maxUnderway = 8

if (process.argv[1]?.endsWith('chat-process.ts')) {
  const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RoomPlan
  console.log(JSON.stringify(await measure(plan)))
  process.exit(0)
}

async function measure({ kind, url, tickets, message, pace, seconds }: RoomPlan): Promise<RoomFigures> {
  const sent: number[] = []
  const delays: number[] = []
  let deliveries = 0
  const waiting: { until: number; resolve(): void }[] = []
  const delivered = (messages: number) =>
    new Promise<void>((resolve) => {
      const until = messages * tickets.length
      if (deliveries >= until) resolve()
      else waiting.push({ until, resolve })
    })
  const sockets = await Promise.all(tickets.map((ticket) => open(url, kind, ticket)))
  for (const socket of sockets) {
    let heard = 0
    socket.on('message', (data) => {
      // Members of the room also receive notifications.
      if (kind === 'ours' && !String(data).includes('chatroom')) return
      delays.push(performance.now() - (sent[heard] ?? Number.NaN))
      heard += 1
      deliveries += 1
      if (deliveries >= (waiting[0]?.until ?? Number.POSITIVE_INFINITY)) waiting.shift()?.resolve()
    })
  }
  const send = message ? sender(url, message) : await speaker(url, kind)
  // Warm-up: what is created by the first messages is not measured.
  for (let n = 0; n < 20; n += 1) {
    sent.push(performance.now())
    await send()
    await wait(50)
  }
  await delivered(sent.length)
  const before = deliveries
  delays.length = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  if (pace === null) {
    while (performance.now() < end) {
      sent.push(performance.now())
      void send()
      await delivered(sent.length - maxUnderway)
    }
  } else {
    for (let n = 0; performance.now() < end; n += 1) {
      await wait(Math.max(0, start + (n * 1_000) / pace - performance.now()))
      sent.push(performance.now())
      void send()
    }
    await wait(500)
  }
  const took = pace === null ? (performance.now() - start) / 1_000 : seconds
  const sorted = delays.filter((delay) => !Number.isNaN(delay)).sort((a, b) => a - b)
  return {
    perSecond: (deliveries - before) / took,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  }
}

async function open(url: string, kind: RoomPlan['kind'], ticket: string): Promise<WebSocket> {
  const path = kind === 'ours' ? `/api/app/websocket?ticket=${ticket}` : '/'
  const socket = new WebSocket(url.replace('http', 'ws') + path)
  await once(socket, 'open')
  return socket
}

/** The returned function resolves once the message has been sent. */
async function speaker(url: string, kind: RoomPlan['kind']): Promise<() => Promise<void>> {
  const socket = await open(url, kind, '')
  return () =>
    new Promise((resolve) =>
      socket.send('{"chatroom":"01234567-0123-7000-8000-0123456789ab"}', () => resolve()),
    )
}

/** The returned function resolves once the message is stored. @throws if it is refused */
function sender(url: string, { token, body }: { token: string; body: string }): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: maxUnderway })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return () =>
    new Promise((resolve, reject) => {
      const call = request(`${url}/api/app/message`, { method: 'POST', agent, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`A message was answered with ${reply.statusCode}.`))
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}
