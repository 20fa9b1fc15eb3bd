import { createHash } from 'node:crypto'
import type { Text } from '@tagalong/contract/messages.ts'
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#db/database.ts'
import type { RedisCounts } from '#integrations/redis.ts'
import { type Refusal, tooMany } from '../refusal.ts'

/** How often something may happen: `points` in `seconds`. `name` stands in the stored key. */
export interface Limit {
  name: string
  points: number
  seconds: number
  /** What is said beyond that; the same for all by default. */
  text?: Text
}

/** Counts so that restarts keep the count and all processes share it; outside of any transaction. */
export interface Limits {
  /** Counts one; a refusal once there were more than allowed. */
  use(limit: Limit, key: string): Promise<Refusal | null>
  /** Takes one back that was counted, and turned out not to matter. */
  restore(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

const connections = 3

/**
 * Postgres counts what is allowed, and has the last word. With Redis, whatever is over its limit is refused there and
 * never gets as far: a flood costs Postgres nothing. A Redis that is unavailable, hangs or has forgotten everything
 * allows what it can't refuse, so the limits hold all the same.
 *
 * On connections of its own: a call counts while its transaction holds one of the others, and if it had to wait for
 * another of those, a handful of calls at once would wait for each other.
 */
export function createLimits(url: string, counts?: RedisCounts): Limits {
  // A count that a crash takes along does no harm, and nobody waits for the disk.
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

/** One limiter for each limit, made when it is first asked for. */
function byName<Limiter>(make: (limit: Limit) => Limiter): (limit: Limit) => Limiter {
  const made = new Map<string, Limiter>()
  return (limit) => {
    const limiter = made.get(limit.name) ?? make(limit)
    made.set(limit.name, limiter)
    return limiter
  }
}

/** @throws where the store can't say. */
async function refusalOf(consumed: Promise<RateLimiterRes>, { text }: Limit): Promise<Refusal | null> {
  try {
    await consumed
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return tooMany(refused.msBeforeNext / 1_000, text)
    throw refused
  }
}

/** Keys hold addresses, of any length; what is stored names nobody. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
