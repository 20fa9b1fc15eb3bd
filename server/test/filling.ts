import type pg from 'pg'
import { testDatabase } from './database.ts'

/** Works on a connection whose statements may take longer than any of the app's. */
export async function withoutTimeLimit(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await work(client)
  } finally {
    client.release(true)
  }
}

/** Fills tables with many rows, and updates the planner's statistics. */
export function fillTables(statements: readonly string[]): Promise<void> {
  return withoutTimeLimit(async (client) => {
    await client.query('set default_statistics_target = 10')
    // Without it, pages that other tests emptied make the planner take each table for empty, however many rows are
    // added.
    await client.query('vacuum')
    for (const statement of statements) {
      await client.query(statement)
      await client.query('analyze')
    }
    // All rows are counted, not a sample, and the pending entries of the search indexes are merged, as would happen
    // sooner or later in the background: plans are the same each time.
    await client.query('set default_statistics_target = 1000')
    await client.query('vacuum analyze')
  })
}
