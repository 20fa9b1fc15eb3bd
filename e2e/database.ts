import pg from 'pg'

/** What no screen and no call can bring about is written into the journeys' database. */
export async function inDatabase(sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await client.connect()
  await client.query(sql, [...values])
  await client.end()
}
