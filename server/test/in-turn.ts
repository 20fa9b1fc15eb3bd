import type pg from 'pg'
import { expect } from 'vitest'
import type { Database } from '#db/database.ts'

/**
 * Starts each call once those before it wait for a lock or are done; the first ones wait for what `lock` holds.
 * Releases that lock when the last one waits or is done, and after `look` has run with the statements that wait.
 * Returns the calls' results in order.
 */
export async function inTurn<T>(
  { pool }: Database,
  lock: string,
  calls: readonly (() => Promise<T>)[],
  look?: (waiting: readonly string[]) => Promise<void>,
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
        .poll(async () => done + (await waitingFor(holder)).length, { interval: 10 })
        .toBeGreaterThanOrEqual(started.length)
    }
    await look?.(await waitingFor(holder))
    await holder.query('commit')
    return await Promise.all(started)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/**
 * Returns the statements that wait for the holder's transaction, or for another one that waits for it. Jobs and
 * Postgres's own work, which wait for something else for a moment, don't count.
 */
export async function waitingFor(holder: pg.ClientBase): Promise<string[]> {
  // Without this, a transaction sees only the connections of its first look.
  await holder.query('select pg_stat_clear_snapshot()')
  const { rows } = await holder.query<{ query: string }>(
    `with recursive behind (pid) as (
       select pg_backend_pid()
       union
       select waiting.pid from behind
         join pg_stat_activity waiting on behind.pid = any(pg_blocking_pids(waiting.pid))
        where waiting.wait_event_type = 'Lock'
     )
     select query from behind join pg_stat_activity using (pid) where pid <> pg_backend_pid()`,
  )
  return rows.map(({ query }) => query)
}
