import { expect } from 'vitest'
import type { Database } from '#db/database.ts'

/**
 * Starts each call once those before it wait for a lock or are done; the first ones wait for what `lock` holds.
 * Releases that lock when the last one waits or is done, and after `look` has run. Returns the calls' results in order.
 */
export async function inTurn<T>(
  { pool }: Database,
  lock: string,
  calls: readonly (() => Promise<T>)[],
  look?: () => Promise<void>,
): Promise<T[]> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock)
    const started: Promise<T>[] = []
    let done = 0
    for (const call of calls) {
      const each = call()
      started.push(each)
      const count = () => {
        done += 1
      }
      each.then(count, count)
      await expect
        .poll(async () => done + (await waiting(pool)), { interval: 10 })
        .toBeGreaterThanOrEqual(started.length)
    }
    await look?.()
    await holder.query('commit')
    return await Promise.all(started)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/**
 * Counts the connections that wait for a lock in this database, not those of other tests on the same server, nor those
 * that wait for another test's NOTIFY ('object'), since a server's databases notify in turn. Must be asked outside of
 * the holder's transaction, in which Postgres would return the same count each time.
 */
export async function waiting(pool: Database['pool']): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`,
  )
  return rows[0]?.waiting ?? 0
}
