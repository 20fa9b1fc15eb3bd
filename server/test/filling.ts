import { testDatabase } from './database.ts'

/**
 * Fills tables with many rows, on a connection that lets a statement take longer than anything that the app asks, and
 * tells the planner of all of it.
 */
export async function fillTables(statements: readonly string[]): Promise<void> {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set default_statistics_target = 10')
    // Pages that other tests emptied make the planner take each table for empty, however many rows a statement adds.
    await client.query('vacuum')
    for (const statement of statements) {
      await client.query(statement)
      await client.query('analyze')
    }
    // All rows are counted, not a sample, and what the search indexes hold back is put in its place, as it would be
    // sooner or later in the background: plans are the same each time.
    await client.query('set default_statistics_target = 1000')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
