import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { addParent, addRequest, connect, type Parent } from './world.ts'

/** A parent who writes into a chat. */
export interface Writer {
  from: Parent
  to: Parent
  playdateId: string
  roomId: string
}

/** Adds writers, whose sessions last longer than any stress test. */
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

/** Gives each writer a million messages to spare: they write more in a second than a user may in a minute. */
async function letWrite({ pool }: Database, writers: readonly Writer[]): Promise<void> {
  const keys = writers.map(
    ({ from }) => `messages:${createHash('sha256').update(from.caregiverId).digest('base64url')}`,
  )
  await pool.query(
    `insert into rate_limit (key, points, expire) select key, -1000000, $2 from unnest($1::text[]) key`,
    [keys, Date.now() + 86_400_000],
  )
}

/** The results of all that was sent so far. */
export interface Load {
  /** The texts that the server has acknowledged. */
  readonly acknowledged: Set<string>
  /** How often each status was returned. */
  readonly statuses: Map<number, number>
  /** How often 503 came without Retry-After. */
  readonly withoutRetryAfter: number
  /** How often there was no answer. */
  readonly unanswered: number
  /** When the last message was acknowledged, by performance.now(). */
  readonly lastAcknowledged: number
  stop(): Promise<void>
}

/**
 * Makes each writer send one message after the other. A message that isn't acknowledged is sent again with the same
 * key, as the web app does, until it is. Two loads on one database need different names, or the second repeats the
 * first one's messages.
 * @param pauseMs before a message that wasn't taken is sent again
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
        // Any other status is final, and the stress test will find it among the statuses.
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
  // An answer that breaks off counts as none.
  await reply.arrayBuffer()
  return reply
}

/**
 * Waits for that many more acknowledged messages, bounded only by the test's own timeout. Each writer may still get a
 * reply to what it sent before, so only more messages than writers show that one sent from now on was acknowledged.
 */
export async function more({ acknowledged }: Load, messages: number): Promise<void> {
  const until = acknowledged.size + messages
  while (acknowledged.size < until) await wait(10)
}

/** Returns texts that were acknowledged but aren't stored, and texts that are stored more than once. */
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

/** Returns for example `1,234 × 200, 5 × 503`. */
export function statusesOf({ statuses }: Load): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times.toLocaleString('en')} × ${status}`)
    .join(', ')
}
