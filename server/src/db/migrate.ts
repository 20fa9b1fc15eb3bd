import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
/** An arbitrary advisory lock: one process migrates at a time, and none while a backup reads. */
export const migrationLock = 7_241_966

/** A migration that ran: the name of its file and the hash of its contents. */
export interface AppliedMigration {
  name: string
  hash: string
}

/**
 * Brings the database up to the newest migration file, or to the one named. Each file runs in a transaction of its own,
 * so that a process killed half-way leaves only whole migrations.
 * @throws Error if a file was edited after it ran, or a newer program removed something that this one needs.
 */
export async function migrate(url: string, { upTo }: { upTo?: string } = {}): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const files = await migrationFiles()
    const wanted = files.filter(({ name }) => upTo === undefined || name <= upTo)
    let done = await listDone(client)
    const isDone = ({ name }: AppliedMigration) => done.some((each) => each.name === name)
    // Otherwise a start with nothing to migrate would wait for a backup.
    if (!wanted.every(isDone)) {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
      await client.query(
        `create table if not exists schema_migration (
          name text primary key, hash text not null, applied_at timestamptz not null default now())`,
      )
      await client.query(
        'alter table schema_migration add column if not exists breaking boolean not null default false',
      )
      done = await listDone(client)
    }
    refuseChanged(files, done)
    // Migrations of a newer program that only add something don't hinder this one.
    refuseUnknown(
      'database',
      files,
      done.filter(({ breaking }) => breaking),
    )
    const applied: string[] = []
    for (const file of wanted) {
      if (isDone(file)) continue
      await client.query('begin')
      await client.query(file.sql)
      await client.query('insert into schema_migration (name, hash, breaking) values ($1, $2, $3)', [
        file.name,
        file.hash,
        file.breaking,
      ])
      await client.query('commit')
      applied.push(file.name)
    }
    return { applied }
  } finally {
    await client.end()
  }
}

/** Returns none if the table doesn't exist yet, or is one that an old program left. */
async function listDone(client: pg.Client): Promise<(AppliedMigration & { breaking: boolean })[]> {
  const table = await client.query(
    `select from pg_attribute where attrelid = to_regclass('schema_migration') and attname = 'breaking'`,
  )
  if (table.rowCount === 0) return []
  const { rows } = await client.query('select name, hash, breaking from schema_migration order by name')
  return rows
}

/** Returns the names of all migrations, oldest first; /ready compares them with the database's. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** @throws Error if a backup was made by a newer program, or by one with different migrations. */
export async function refuseOtherSchema(migrations: readonly AppliedMigration[]): Promise<void> {
  const files = await migrationFiles()
  refuseUnknown('backup', files, migrations)
  refuseChanged(files, migrations)
}

interface MigrationFile extends AppliedMigration {
  sql: string
  /** Earlier releases can't work with its result; its first line says so: `-- breaking: why`. */
  breaking: boolean
}

/** Reads all migrations, oldest first. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const names = await migrationNames()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex')
      return { name, sql, hash, breaking: sql.startsWith('-- breaking:') }
    }),
  )
}

function refuseUnknown(
  what: 'database' | 'backup',
  files: readonly MigrationFile[],
  done: readonly AppliedMigration[],
): void {
  const unknown = done.find(({ name }) => !files.some((each) => each.name === name))
  if (!unknown) return
  throw new Error(`The ${what} is newer than this version of the app: it knows ${unknown.name}.`)
}

function refuseChanged(files: readonly MigrationFile[], done: readonly AppliedMigration[]): void {
  for (const { name, hash } of done) {
    const file = files.find((each) => each.name === name)
    if (file && file.hash !== hash) throw new Error(`The migration ${name} was changed after it ran here.`)
  }
}
