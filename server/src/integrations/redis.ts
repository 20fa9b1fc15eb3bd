import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Database } from '#db/database.ts'
import type { Signal } from '#db/listen.ts'
import { carryByRedis } from './redis-signals.ts'

export interface RedisOptions {
  database: Database
  /** Known to all processes of one installation; several installations may share a Redis. */
  installation: Buffer
  onSignal(signal: Signal): void
  /** Called when Redis is available again: signals may have been missed. */
  onGap(): void
  onError(error: unknown): void
}

/** A server on the same network answers within a few milliseconds; what takes longer is done without it. */
const answerMs = 250
const longestPauseMs = 1_000
const watchMs = 1_000

/** The connection to the Redis that refuses before Postgres is asked, and the prefix of its keys. */
export interface RedisCounts {
  redis: Redis
  prefix: string
}

/** Sends the signals of this process by Redis, and counts limits there. Never fails because Redis is unavailable. */
export async function useRedis(
  url: string,
  { database, installation, onSignal, onGap, onError }: RedisOptions,
): Promise<{ counts: RedisCounts; close(): Promise<void> }> {
  const prefix = `tagalong:${createHash('sha256').update('redis').update(installation).digest('hex').slice(0, 12)}`
  const redis = await openRedis(url, onError)
  const carrier = await carryByRedis({
    publisher: redis,
    subscriber: await openRedis(url, onError),
    // Processes of the release before listen to this name.
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
 * Opens a connection that fails at once rather than waits: while Redis is unavailable or hangs, each command is
 * rejected, and the caller does without. It reconnects by itself.
 */
async function openRedis(url: string, onError: (error: unknown) => void): Promise<Redis> {
  // Loaded only if there is a Redis.
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
  // The library's errors hold the command, and with it the password.
  redis.on('error', (error: Error) => onError(new Error(error.message)))
  // A connection that hangs is closed: commands fail at once, and it reconnects.
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => redis.status === 'ready' && redis.disconnect(true))
  }, watchMs)
  redis.on('end', () => clearInterval(timer))
  return redis
}
