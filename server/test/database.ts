import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { createDatabase, namePrefix } from './postgres.ts'

let url: Promise<string> | undefined
let database: Promise<Database> | undefined

/** The address of this worker's own copy of the migrated database. */
export function testDatabaseUrl(): Promise<string> {
  url ??= createDatabase(
    inject('postgresUrl'),
    `${namePrefix()}_${process.env.VITEST_POOL_ID ?? '0'}`,
    inject('templateDatabase'),
  )
  return url
}

/** This worker's own copy, opened once. */
export function testDatabase(): Promise<Database> {
  database ??= testDatabaseUrl().then(openDatabase)
  return database
}

/** Not data: what ran, and the keys that a running app has read already. */
const kept = ['schema_migration', 'app_secret']

/** Back to an empty, migrated database: for `beforeEach`. */
export async function resetDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: await testDatabaseUrl() })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where (schemaname = 'public' and tablename <> all($1)) or (schemaname = 'pgboss' and tablename = 'job')`,
      [kept],
    )
    if (tables.rows.length === 0) return
    await client.query(`truncate ${tables.rows.map(({ name }) => name).join(', ')} restart identity cascade`)
  } finally {
    await client.end()
  }
}
