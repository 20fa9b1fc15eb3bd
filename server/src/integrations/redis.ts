import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Database } from '#db/database.ts'
import type { Signal } from '#db/listen.ts'
import { carryByRedis } from './redis-signals.ts'

export interface RedisOptions {
  database: Database
  /** Known to all processes of one installation: several may share a Redis. */
  installation: Buffer
  onSignal(signal: Signal): void
  /** After Redis was unavailable: signals may have been missed. */
  onGap(): void
  onError(error: unknown): void
}

/** A server on the same network answers within a few; whatever takes longer is done without it. */
const answerMs = 250
const longestPauseMs = 1_000
const watchMs = 1_000

/** Where Redis refuses before Postgres is asked, and the start of its keys. */
export interface RedisCounts {
  redis: Redis
  prefix: string
}

/** Carries the signals of this process by Redis, and counts limits there. Never fails because Redis is unavailable. */
export async function useRedis(
  url: string,
  { database, installation, onSignal, onGap, onError }: RedisOptions,
): Promise<{ counts: RedisCounts; close(): Promise<void> }> {
  const prefix = `tagalong:${createHash('sha256').update('redis').update(installation).digest('hex').slice(0, 12)}`
  const redis = await openRedis(url, onError)
  const carrier = await carryByRedis({
    publisher: redis,
    subscriber: await openRedis(url, onError),
    // The name that processes of the release before listen to.
    channel: `${prefix}:notices`,
    database,
    onSignal,
    onGap,
    onError,
  })
  return {
    counts: { redis, prefix },
    async close() {
      await carrier.close()
      redis.disconnect()
    },
  }
}

/**
 * A connection that fails at once rather than waits: while Redis is unavailable or hangs, each command is rejected, and
 * the caller does without. It comes back by itself.
 */
async function openRedis(url: string, onError: (error: unknown) => void): Promise<Redis> {
  // Only those who have one wait for its library.
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(url, {
    connectTimeout: 1_000,
    commandTimeout: answerMs,
    disconnectTimeout: 50,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, longestPauseMs),
    connectionName: 'tagalong',
  })
  // What the library throws bears the command, and with it the password.
  redis.on('error', (error: Error) => onError(new Error(error.message)))
  // One that hangs is given up, so that it fails at once and begins anew.
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => redis.status === 'ready' && redis.disconnect(true))
  }, watchMs)
  redis.on('end', () => clearInterval(timer))
  return redis
}
