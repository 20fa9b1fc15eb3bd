import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { deliverAtCommit, keepForCommit } from './after-commit.ts'
import type { Db } from './db.ts'

/** What one process sends to all: it leaves only if the transaction commits. */
export type Signal =
  | { kind: 'frame'; to: string[]; frame: Record<string, string> }
  | { kind: 'revoked'; session: string }
  | { kind: 'changed'; user: string }
  | { kind: 'paused'; user: string }

/** What processes listen to. */
export const channel = 'tagalong'
const heartbeatMs = 15_000
/** NOTIFY takes 8,000 bytes; an id takes 39. */
const recipientsAtOnce = 150

/**
 * By the database's `publish` where it has one (Redis), otherwise by Postgres: frames after the commit, since commits with
 * a NOTIFY in them wait for each other's disk, and what ends a right in the very transaction. This process hears of
 * that with the commit itself: the reply that tells it must not be followed by one that still grants it.
 */
export async function notify(db: Db, signal: Signal): Promise<void> {
  if (signal.kind !== 'frame') await deliverAtCommit(db, signal)
  const isKept = await keepForCommit(db, signal, { mayRelay: signal.kind === 'frame' })
  if (!isKept) await notifyByPostgres(db, signal)
}

async function notifyByPostgres(db: Db, signal: Signal): Promise<void> {
  for (const text of textsOf(signal)) {
    await sql`select pg_notify(${channel}, ${text})`.execute(db)
  }
}

/** As they travel. */
export function textsOf(signal: Signal): string[] {
  return inParts(signal).map((each) => JSON.stringify(each))
}

function inParts(signal: Signal): Signal[] {
  if (signal.kind !== 'frame') return [signal]
  const parts: Signal[] = []
  for (let at = 0; at < signal.to.length; at += recipientsAtOnce) {
    parts.push({ ...signal, to: signal.to.slice(at, at + recipientsAtOnce) })
  }
  return parts
}

export interface Listener {
  close(): Promise<void>
}

interface ListenOptions {
  onSignal(signal: Signal): void
  /** After a lost connection came back: signals may have been missed. */
  onGap(): void
  onError(error: unknown): void
}

/** Keeps one connection on LISTEN, for the life of the process. Resolves once it listens. */
export async function listen(url: string, options: ListenOptions): Promise<Listener> {
  let closed = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'tagalong listen',
    })
    fresh.on('notification', ({ payload }) => {
      if (payload) options.onSignal(JSON.parse(payload) as Signal)
    })
    fresh.on('error', options.onError)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    const beat = setInterval(() => void check(fresh), heartbeatMs)
    fresh.once('end', () => {
      clearInterval(beat)
      void reconnect()
    })
    return fresh
  }

  /** A peer that is gone without a word is noticed, and its connection given up. */
  async function check(current: pg.Client): Promise<void> {
    const late = new AbortController()
    const answer = current.query('select 1').then(
      () => true,
      () => false,
    )
    const isThere = await Promise.race([
      answer,
      wait(heartbeatMs / 3, false, { signal: late.signal }).catch(() => false),
    ])
    late.abort()
    if (!isThere) current.connection.stream.destroy()
  }

  async function reconnect(): Promise<void> {
    for (let pause = 50; !closed; pause = Math.min(pause * 2, 1_000)) {
      await wait(pause)
      if (closed) return
      try {
        client = await connect()
        options.onGap()
        return
      } catch (error) {
        options.onError(error)
      }
    }
  }

  return {
    async close() {
      closed = true
      await client.end()
    },
  }
}
