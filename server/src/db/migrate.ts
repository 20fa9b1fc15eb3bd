import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
/** Any number that nothing else locks: one process migrates at a time. */
const lockKey = 7_241_966

/** A migration that ran: the name of its file, and the hash of what stood in it. */
export interface AppliedMigration {
  name: string
  hash: string
}

/**
 * Brings the database up to the newest migration file, or to the one named. Each file runs in a transaction of its
 * own, so that a process killed half-way leaves whole migrations only.
 * @throws Error where a file that ran was edited since, or the database is newer than this program.
 */
export async function migrate(url: string, { upTo }: { upTo?: string } = {}): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      `create table if not exists schema_migration (
        name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const files = await migrationFiles()
    const done = await client.query<AppliedMigration>('select name, hash from schema_migration')
    refuseStrangers('database', files, done.rows)
    const applied: string[] = []
    for (const file of files) {
      if (upTo !== undefined && file.name > upTo) break
      if (done.rows.some(({ name }) => name === file.name)) continue
      await client.query('begin')
      await client.query(file.sql)
      await client.query('insert into schema_migration (name, hash) values ($1, $2)', [file.name, file.hash])
      await client.query('commit')
      applied.push(file.name)
    }
    return { applied }
  } finally {
    await client.end()
  }
}

/** The names of all migrations, oldest first; /ready compares them with the database's. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** @throws Error where a backup holds the data of a newer program, or of one whose migrations were others. */
export async function refuseOtherSchema(migrations: readonly AppliedMigration[]): Promise<void> {
  refuseStrangers('backup', await migrationFiles(), migrations)
}

interface MigrationFile extends AppliedMigration {
  sql: string
}

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = await migrationNames()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function refuseStrangers(
  what: 'database' | 'backup',
  files: readonly MigrationFile[],
  done: readonly AppliedMigration[],
): void {
  for (const { name, hash } of done) {
    const file = files.find((each) => each.name === name)
    if (!file) throw new Error(`The ${what} is newer than this version of the app: it knows ${name}.`)
    if (file.hash !== hash) throw new Error(`The migration ${name} was changed after it ran here.`)
  }
}
