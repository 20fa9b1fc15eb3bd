import { setTimeout as wait } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import './value-parsers.ts'
import { CommitDialect, type Publish, type Subscriber } from './after-commit.ts'
import type { Db } from './db.ts'
import { PreparingClient, shareReads } from './prepared.ts'
import { createRelay } from './relay.ts'
import { createSharedConnections, type SharedConnections } from './shared-connections.ts'
import { giveUpSilent } from './silence.ts'
import type { DB } from './types.ts'

export interface Database {
  readonly url: string
  readonly pool: pg.Pool
  readonly kysely: Db
  /** The connections for prepared reads outside of transactions. */
  readonly shared: SharedConnections
  /** Sets what sends committed signals; null for Postgres itself. */
  setPublish(publish: Publish | null): void
  /**
   * Subscribes to signals that end a right, delivered as soon as this process commits them. Returns the unsubscribe
   * function.
   */
  subscribe(subscriber: Subscriber): () => void
  /** Sends signals by Postgres, as soon as that accepts them. */
  readonly relay: Publish
  close(): Promise<void>
}

const firstConnectionMs = 30_000
/** Longer than any query of ours may take; a slower one is ended, and its call answered with 503. */
const statementTimeoutMs = 5_000
/**
 * If Postgres hasn't even reported that timeout by then, it is gone, and reads on its connection would wait for ever.
 */
const silenceMs = 10_000
/** The same for a connection held by code that may do something else between two statements. */
export const heldSilenceMs = 60_000

/**
 * Opens a pool on `url`. The first connection is tried for up to 30 s, since the database may still be starting.
 * @throws the last connection error after that.
 */
export async function openDatabase(url: string, { max = 10 }: { max?: number } = {}): Promise<Database> {
  const pool = openPool(url, max)
  await firstConnection(pool)
  const relay = createRelay(pool)
  const dialect = new CommitDialect(pool, relay.take)
  const kysely = new Kysely<DB>({ dialect })
  const shared = createSharedConnections(() => new PreparingClient(clientOptions(url)), silenceMs)
  shareReads(kysely, shared)
  return {
    url,
    pool,
    kysely,
    shared,
    setPublish(publish) {
      dialect.publish = publish
    },
    subscribe(subscriber) {
      dialect.subscribers.add(subscriber)
      return () => void dialect.subscribers.delete(subscriber)
    },
    relay: relay.take,
    async close() {
      await relay.close()
      await shared.close()
      await kysely.destroy()
    },
  }
}

/**
 * Opens a pool whose connections end slow statements themselves. A broken connection fails its query, not the process.
 */
export function openPool(url: string, max: number, options?: string): pg.Pool {
  const pool = new pg.Pool({
    ...clientOptions(url),
    ...(options && { options }),
    Client: PreparingClient,
    max,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  giveUpSilent(pool, heldSilenceMs)
  return pool
}

function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'tagalong',
  }
}

async function firstConnection(pool: pg.Pool): Promise<void> {
  const until = Date.now() + firstConnectionMs
  for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isUnavailable(error) || Date.now() + pause > until) {
        await pool.end()
        throw error
      }
      await wait(pause)
    }
  }
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02', // crashed
  '57P03', // starting up
  '25006', // no longer the leader, so read-only; the new leader is reached soon
  '25P03', // idle in transaction for too long
])
const unavailableTexts =
  /Connection terminated|timeout exceeded when trying to connect|connection timeout|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|not currently accepting connections/

/** True if the database couldn't be reached or gave up, rather than refused the statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (unavailableCodes.has(code) || /^(08|53)/.test(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return unavailableTexts.test(error.message)
}

const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** True if a disk is full: the database's, or the one with our files. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
}

/** True if the statement violated the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}

/** True if a text holds a character that Postgres can't store, such as NUL: bad input, in whichever field. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05')
}

/** True if Postgres ended a transaction in favour of another: it should be run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
}
