import { createHash } from 'node:crypto'
import type { Text } from '@tagalong/contract/messages.ts'
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#db/database.ts'
import type { RedisCounts } from '#integrations/redis.ts'
import { type Refusal, tooMany } from '../refusal.ts'

/** How often something may happen: `points` in `seconds`. `name` is part of the stored key. */
export interface Limit {
  name: string
  points: number
  seconds: number
  /** The text of the refusal; a common one by default. */
  text?: Text
}

/** Counts outside of any transaction. All processes share the counts, and restarts keep them. */
export interface Limits {
  /** Counts one; returns a refusal if there were more than allowed. */
  use(limit: Limit, key: string): Promise<Refusal | null>
  /** Takes back one that turned out not to matter. */
  restore(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

const connections = 3

/**
 * Postgres counts what is allowed, and has the last word. With Redis, whatever is over its limit is refused there
 * first, so that a flood costs Postgres nothing. A Redis that is unavailable, hangs or has lost its counts lets
 * everything through, and Postgres still holds the limits.
 *
 * Limits have connections of their own: a call counts while its transaction holds one of the pool's, and if counting
 * needed another of these, a handful of calls at once would wait for each other.
 */
export function createLimits(url: string, counts?: RedisCounts): Limits {
  // A count lost in a crash does no harm, and no call has to wait for the disk.
  const pool = openPool(url, connections, '-c synchronous_commit=off')
  const inPostgres = byName(
    (limit) =>
      new RateLimiterPostgres({
        ...optionsOf(limit),
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
  )
  const inRedis = counts && byName((limit) => redisLimiter(limit, counts))
  return {
    async use(limit, key) {
      const hash = hashOf(key)
      const refused = inRedis && (await refusalOf(inRedis(limit).consume(hash), limit).catch(() => null))
      return refused ?? refusalOf(inPostgres(limit).consume(hash), limit)
    },
    async restore(limit, key) {
      const hash = hashOf(key)
      await Promise.all([
        inPostgres(limit).reward(hash),
        inRedis?.(limit)
          .reward(hash)
          .catch(() => undefined),
      ])
    },
    close: () => pool.end(),
  }
}

function redisLimiter(limit: Limit, { redis, prefix }: RedisCounts): RateLimiterRedis {
  const options = optionsOf(limit)
  return new RateLimiterRedis({
    ...options,
    keyPrefix: `${prefix}:${options.keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  })
}

function optionsOf({ name, points, seconds }: Limit) {
  return { keyPrefix: name, points, duration: seconds }
}

/** Makes one limiter for each limit, when it is first needed. */
function byName<Limiter>(make: (limit: Limit) => Limiter): (limit: Limit) => Limiter {
  const made = new Map<string, Limiter>()
  return (limit) => {
    const limiter = made.get(limit.name) ?? make(limit)
    made.set(limit.name, limiter)
    return limiter
  }
}

/** @throws if the store fails. */
async function refusalOf(consumed: Promise<RateLimiterRes>, { text }: Limit): Promise<Refusal | null> {
  try {
    await consumed
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return tooMany(refused.msBeforeNext / 1_000, text)
    throw refused
  }
}

/** Hashes a key, since keys hold addresses of any length, and the stored one must name nobody. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
