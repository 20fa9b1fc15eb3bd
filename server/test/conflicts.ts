import type pg from 'pg'
import { type Database, isConflict } from '#db/database.ts'

const totals = new WeakMap<pg.Pool, { count: number }>()

/**
 * Counts the transactions that Postgres ends from now on because they wait for each other in a circle. Returns a
 * function that returns the count.
 */
export function countConflicts({ pool }: Database): () => number {
  const total = totals.get(pool) ?? watchConflicts(pool)
  const before = total.count
  return () => total.count - before
}

/** Watches a pool, which all files of a worker share, once. */
function watchConflicts(pool: pg.Pool): { count: number } {
  const total = { count: 0 }
  totals.set(pool, total)
  const watched = new WeakSet<pg.PoolClient>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query
    client.query = ((...asked: unknown[]) => {
      const answer = Reflect.apply(query, client, asked)
      Promise.resolve(answer).catch((error) => {
        if (isConflict(error)) total.count += 1
      })
      return answer
    }) as typeof client.query
  }
  pool.on('acquire', watch)
  return total
}
