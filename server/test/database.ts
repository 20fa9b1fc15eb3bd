import type pg from 'pg'
import { inject, vi } from 'vitest'
import { type Database, isConflict, openDatabase } from '#db/database.ts'
import { createDatabase, namePrefix } from './postgres.ts'
import { recordStatements } from './statements.ts'

if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS)

let url: Promise<string> | undefined
let database: Promise<Database> | undefined

/** Returns the address of this worker's own copy of the migrated database. */
export function testDatabaseUrl(): Promise<string> {
  url ??= createDatabase(
    inject('postgresUrl'),
    `${namePrefix()}_${process.env.VITEST_POOL_ID ?? '0'}`,
    inject('templateDatabase'),
  )
  return url
}

/** Returns this worker's own copy, opened once. */
export function testDatabase(): Promise<Database> {
  database ??= testDatabaseUrl().then(openDatabase)
  return database
}

/** Tables without data: the migrations that ran, and the keys that a running app has already read. */
const kept = ['schema_migration', 'app_secret']
let emptying: Promise<string> | undefined

/** Empties the migrated database: for `beforeEach`. */
export async function resetDatabase(): Promise<void> {
  const { pool } = await testDatabase()
  emptying ??= emptyingOf(pool)
  for (let left = 5; ; left -= 1) {
    try {
      return void (await pool.query(await emptying))
    } catch (error) {
      // A job of the test before may still be running, and lock the tables in another order.
      if (left === 0 || !isConflict(error)) throw error
      await pool.query('rollback').catch(() => undefined)
    }
  }
}

const keeping = new Map<string, Promise<{ keep: string; putBack: string }>>()

/**
 * Keeps all rows as they are now, in place of those kept under that name before. Returns the function that puts them
 * back, in a tenth of the time that making them took.
 */
export async function keepRows(name: string): Promise<() => Promise<void>> {
  const { pool } = await testDatabase()
  const statements = keeping.get(name) ?? keepingOf(pool, `kept_${name}`)
  keeping.set(name, statements)
  const { keep, putBack } = await statements
  await pool.query(keep)
  return async () => {
    await endJobs(pool)
    await resetDatabase()
    await pool.query(putBack)
  }
}

/**
 * Waits for the jobs that are running, since they would find the rows that are put back by their ids, and deletes all
 * others.
 */
async function endJobs(pool: pg.Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      await pool.query(`delete from pgboss.job where state <> 'active'`)
      const { rowCount } = await pool.query('select from pgboss.job')
      if (rowCount !== 0) throw new Error(`${rowCount} jobs are at work`)
    },
    { timeout: 20_000, interval: 5 },
  )
}

async function keepingOf(pool: pg.Pool, schema: string): Promise<{ keep: string; putBack: string }> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [kept],
  )
  const each = (statement: (name: string) => string) => rows.map(({ name }) => statement(name)).join(' ')
  await pool.query(
    `create schema ${schema}; ${each((name) => `create unlogged table ${schema}.${name} as table public.${name};`)}`,
  )
  const keep = each(
    (name) => `delete from ${schema}.${name}; insert into ${schema}.${name} table public.${name};`,
  )
  const inserts = each((name) => `insert into public.${name} table ${schema}.${name};`)
  return { keep, putBack: `begin; set local session_replication_role = replica; ${inserts} commit` }
}

/**
 * Returns the statements that empty all tables. Deleting from small tables takes a tenth of the time of TRUNCATE; as a
 * replica, Postgres doesn't check foreign keys.
 */
async function emptyingOf(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname = 'public' and tablename <> all($1)) or (schemaname = 'pgboss' and tablename = 'job')`,
    [kept],
  )
  const deletions = tables.rows.map(({ name }) => `delete from ${name};`).join(' ')
  return `begin; set local session_replication_role = replica; ${deletions} commit`
}
