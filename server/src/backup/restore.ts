import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, refuseOtherSchema } from '#db/migrate.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { insertPendingJobs } from '#jobs/pending.ts'
import { migrateQueue } from '#jobs/queue.ts'
import { jobsFile, tableFile } from './back-up.ts'
import { findFilledTable, quoted } from './catalog.ts'
import { restoreFiles } from './files.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { unpackLines } from './packed-lines.ts'

export interface Restored {
  manifest: Manifest
  /** Names of files that the bucket should have but lacks. */
  missing: string[]
}

/**
 * Fills an empty database and the file store from a backup, then migrates to this program's newest migration. All rows
 * appear at once; if it was interrupted before that, it can be run again.
 * @throws Error if the database is not empty, or the backup is damaged or newer than this program
 */
export async function restore(
  { url, files }: { url: string; files: FileStore },
  folder: string,
): Promise<Restored> {
  const manifest = await readManifest(folder)
  await refuseOtherSchema(manifest.migrations)
  const client = new pg.Client({ connectionString: url, application_name: 'tagalong restore' })
  await client.connect()
  try {
    await refuseFilled(client)
    await refuseBesideApp(client)
    const { missing } = await restoreFiles(files, folder, manifest.files)
    await migrate(url, { upTo: manifest.migrations.at(-1)?.name ?? '' })
    await migrateQueue(url)
    await client.query('begin')
    await fillTables(client, folder, manifest)
    await insertPendingJobs(client, url, (into) => unpackLines(jobsFile(folder), into, manifest.jobs))
    await client.query('commit')
    await migrate(url)
    await client.query('analyze')
    return { manifest, missing }
  } finally {
    await client.end()
  }
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const filled = await findFilledTable(client)
  if (filled === undefined) return
  throw new Error(`The database is not empty: there are rows in ${filled}. Nothing was changed.`)
}

/**
 * Refuses to run beside the app, which would go on with the keys that it read before, and whose rows would be in the
 * way.
 */
async function refuseBesideApp(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name in ('tagalong', 'tagalong listen', 'tagalong queue')`,
  )
  if (rows.length === 0) return
  throw new Error('The app still runs on this database: stop it. Nothing was changed.')
}

async function fillTables(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  // The backup holds when each migration ran.
  await client.query('delete from schema_migration')
  for (const { name, columns, ...measured } of tables) {
    // The backup also holds what triggers wrote.
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    const into = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
    await unpackLines(tableFile(folder, name), into, measured)
  }
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, value])
  }
}
