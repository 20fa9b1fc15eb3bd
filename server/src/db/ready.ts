import { sql } from 'kysely'
import type { Db } from './db.ts'
import { migrationNames } from './migrate.ts'

/** True if every migration of this program has run in the database. Throws if that doesn't answer. */
export async function migrationsAreCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).every((name) => done.has(name))
}
