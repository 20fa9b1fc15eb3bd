import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { deliverAtCommit, keepForCommit } from './after-commit.ts'
import type { Db } from './db.ts'

/** What one process sends to all, if its transaction commits. */
export type Signal =
  | { kind: 'frame'; to: string[]; frame: Record<string, string> }
  | { kind: 'revoked'; session: string }
  | { kind: 'changed'; user: string }
  | { kind: 'paused'; user: string }

/** The channel that all processes listen to. */
export const channel = 'tagalong'
const heartbeatMs = 15_000
/** The payload of a NOTIFY has at most 8,000 bytes; an id takes 39. */
const recipientsAtOnce = 150

/**
 * Sends a signal by the database's `publish` (Redis) if there is one, otherwise by Postgres: a frame after the commit,
 * since commits with a NOTIFY wait for each other's disk writes, and a signal that ends a right within the transaction.
 * This process gets the latter at the commit itself: once the change has been answered, no other reply may still grant
 * the right.
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

/** Returns the signal as JSON, in parts that each fit into one NOTIFY. */
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
  /** Called when a lost connection is back: signals may have been missed. */
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

  /** Closes the connection if the server doesn't answer on it. */
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
        if (closed) return void client.end()
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
