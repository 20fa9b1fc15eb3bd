import { sql } from 'kysely'
import type { Db } from './db.ts'
import { migrationNames } from './migrate.ts'

/** True where the database answers and every migration of this program has run in it. */
export async function migrationsAreCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).every((name) => done.has(name))
}
