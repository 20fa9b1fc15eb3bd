import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { addParent, addRequest, connect, type Parent } from './world.ts'

/** Somebody who writes into a chat. */
export interface Writer {
  from: Parent
  to: Parent
  playdateId: string
  roomId: string
}

/** Their sessions last for longer than any stress test. */
export async function addWriters(database: Database, count: number): Promise<Writer[]> {
  const writers: Writer[] = []
  for (let number = 0; number < count; number += 1) {
    const [from, to] = [await addParent(database), await addParent(database)]
    await connect(database, from, to)
    const { id, roomId } = await addRequest(database, from, to)
    writers.push({ from, to, playdateId: id, roomId })
  }
  await database.pool.query(`update access_token set expires_at = now() + interval '1 day'`)
  await letWrite(database, writers)
  return writers
}

/** They write more in a second than a person may in a minute: as if each had a million messages to spare. */
async function letWrite({ pool }: Database, writers: readonly Writer[]): Promise<void> {
  const keys = writers.map(
    ({ from }) => `messages:${createHash('sha256').update(from.caregiverId).digest('base64url')}`,
  )
  await pool.query(
    `insert into rate_limit (key, points, expire) select key, -1000000, $2 from unnest($1::text[]) key`,
    [keys, Date.now() + 86_400_000],
  )
}

/** What came of all that was sent so far. */
export interface Load {
  /** The texts that the server said it has. */
  readonly acknowledged: Set<string>
  /** How often each status was answered. */
  readonly statuses: Map<number, number>
  /** 503 without word of when to come back. */
  readonly withoutRetryAfter: number
  /** How often there was no answer at all. */
  readonly unanswered: number
  /** When the last message was acknowledged, by performance.now(). */
  readonly lastAcknowledged: number
  stop(): Promise<void>
}

/**
 * Each writer sends one message after the other. What is not acknowledged is sent again under the same key, as the web
 * app does, until it is. Two loads on one database have different names, or the second says again what the first did.
 * @param pauseMs how soon what was not taken is sent again
 */
export function startLoad(url: string, writers: readonly Writer[], name = '', pauseMs = 20): Load {
  const load = {
    acknowledged: new Set<string>(),
    statuses: new Map<number, number>(),
    withoutRetryAfter: 0,
    unanswered: 0,
    lastAcknowledged: 0,
  }
  let stopped = false

  async function write(writer: Writer, text: string): Promise<void> {
    for (;;) {
      const reply = await send(url, writer, text).catch(() => undefined)
      if (!reply) load.unanswered += 1
      else {
        load.statuses.set(reply.status, (load.statuses.get(reply.status) ?? 0) + 1)
        if (reply.status === 503 && !reply.headers.has('retry-after')) load.withoutRetryAfter += 1
        if (reply.status === 200) {
          load.acknowledged.add(text)
          load.lastAcknowledged = performance.now()
          return
        }
        // Anything else will stay as it is, and the stress test will see it among the statuses.
        if (reply.status !== 503) return
      }
      if (stopped) return
      await wait(pauseMs)
    }
  }
  const working = writers.map(async (writer, at) => {
    for (let number = 0; !stopped; number += 1) await write(writer, `${name}${at} ${number}`)
  })

  return Object.assign(load, {
    async stop() {
      stopped = true
      await Promise.all(working)
    },
  })
}

async function send(url: string, { from, roomId }: Writer, text: string): Promise<Response> {
  const reply = await fetch(`${url}/api/app/message`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': text.replaceAll(' ', '-'),
      authorization: `Bearer ${from.accessToken}`,
    },
    body: JSON.stringify({ chatRoom: roomId, message: { text } }),
  })
  // An answer that breaks off is none.
  await reply.arrayBuffer()
  return reply
}

/** Texts that the server said it has and hasn't, and texts that are there more than once. */
export async function lostAndDoubled(
  { pool }: Database,
  { acknowledged }: Load,
): Promise<{ lost: string[]; doubled: string[] }> {
  const { rows } = await pool.query<{ text: string; times: number }>(
    'select text, count(*)::int as times from message group by text',
  )
  const there = new Set(rows.map(({ text }) => text))
  return {
    lost: [...acknowledged].filter((text) => !there.has(text)),
    doubled: rows.filter(({ times }) => times > 1).map(({ text }) => text),
  }
}

/** `1,234 × 200, 5 × 503`. */
export function statusesOf({ statuses }: Load): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times.toLocaleString('en')} × ${status}`)
    .join(', ')
}
