import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * Makes it as if so many hours had passed for the places of that child; jobs that wait for their end come that much
 * sooner.
 */
export async function hoursPass({ database }: TestApp, child: string, hours: number): Promise<void> {
  await database.pool.query(
    `update guardianship set since = since - make_interval(hours => $2), until = until - make_interval(hours => $2)
      where child_id = $1`,
    [child, hours],
  )
  await database.pool.query(
    `update pgboss.job set start_after = start_after - make_interval(hours => $2)
      where name = 'place-over' and data ->> 'child' = $1 and state = 'created'`,
    [child, hours],
  )
}

/** Resolves once the queue has handed over what the places that are over by now left. */
export function allHandedOver({ database }: TestApp): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select name from pgboss.job
          where name = 'place-over' and state < 'completed' and start_after <= now()`,
      )
      if (rows.length > 0) throw new Error(`${rows.length} places wait`)
    },
    { timeout: 10_000 },
  )
}
