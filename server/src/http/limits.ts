import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
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
  /** A refusal when the next one would be too many; counts nothing. */
  peek(limit: Limit, key: string): Promise<Refusal | null>
}

export function createLimits(pool: pg.Pool): Limits {
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
        await limiterOf(limit).consume(key)
        return null
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return tooMany(refused.msBeforeNext / 1_000)
        throw refused
      }
    },
    async restore(limit, key) {
      await limiterOf(limit).reward(key)
    },
    async peek(limit, key) {
      const counted = await limiterOf(limit).get(key)
      if (!counted || counted.consumedPoints < limit.points) return null
      return tooMany(counted.msBeforeNext / 1_000)
    },
  }
}
