import type pg from 'pg'
import { type Database, isConflict } from '#db/database.ts'

/**
 * Counts the transactions that Postgres ends from now on because they wait for each other in a circle. Returns a
 * function that returns the count.
 */
export function countConflicts({ pool }: Database): () => number {
  let count = 0
  const watched = new WeakSet<pg.PoolClient>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query
    client.query = ((...asked: unknown[]) => {
      const answer = Reflect.apply(query, client, asked)
      Promise.resolve(answer).catch((error) => {
        if (isConflict(error)) count += 1
      })
      return answer
    }) as typeof client.query
  }
  pool.on('acquire', watch)
  return () => count
}
