import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#db/database.ts'
import { type Refusal, tooMany } from './refusal.ts'

/** How often something may happen: `points` in `seconds`. `name` stands in the stored key. */
export interface Limit {
  name: string
  points: number
  seconds: number
}

/** Counts in Postgres, so that restarts keep the count and all processes share it; outside of any transaction. */
export interface Limits {
  /** Counts one; a refusal once there were more than allowed. */
  use(limit: Limit, key: string): Promise<Refusal | null>
  /** Takes one back that was counted, and turned out not to matter. */
  restore(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

const connections = 3

/**
 * On connections of its own: a call counts while its transaction holds one of the others, and if it had to wait for
 * another of those, a handful of calls at once would wait for each other.
 */
export function createLimits(url: string): Limits {
  const pool = openPool(url, connections)
  const limiters = new Map<string, RateLimiterPostgres>()
  function limiterOf({ name, points, seconds }: Limit): RateLimiterPostgres {
    let limiter = limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        clearExpiredByTimeout: false,
      })
      limiters.set(name, limiter)
    }
    return limiter
  }
  return {
    async use(limit, key) {
      try {
        await limiterOf(limit).consume(hashOf(key))
        return null
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return tooMany(refused.msBeforeNext / 1_000)
        throw refused
      }
    },
    async restore(limit, key) {
      await limiterOf(limit).reward(hashOf(key))
    },
    close: () => pool.end(),
  }
}

/** Keys hold addresses, of any length; what is stored names nobody. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
