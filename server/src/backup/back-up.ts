import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { makeFolder } from '#data-folder.ts'
import { type AppliedMigration, migrationLock } from '#db/migrate.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { pendingJobsQuery } from '#jobs/pending.ts'
import { listSequences, listTables, quoted } from './catalog.ts'
import { copyNewFiles, fileList, listFiles } from './files.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { packLines } from './packed-lines.ts'

export interface Backed {
  url: string
  files: FileStore
  /** `bucket`: it has copies of its own, so its files are only listed. */
  where: 'disk' | 'bucket'
}

/**
 * Writes everything to a new folder: all tables in one snapshot, jobs that have not ended, and the files. The app may
 * go on running. The folder appears once it is complete.
 * @throws Error if the folder is there already
 */
export async function backUp({ url, files, where }: Backed, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already. Name a new folder.`)
  const draft = `${folder}.part`
  await rm(draft, { recursive: true, force: true })
  makeFolder(draft)
  const client = new pg.Client({ connectionString: url, application_name: 'tagalong backup' })
  await client.connect()
  try {
    let data: Omit<Manifest, 'files'> | undefined
    async function* filesAndData(): AsyncGenerator<string> {
      // Files are copied before and after the data, so that all that its rows name are there although files come and
      // go.
      if (where === 'disk') yield* copyNewFiles(files, draft)
      data = await writeData(client, draft)
      yield* where === 'disk' ? copyNewFiles(files, draft) : listFiles(files)
    }
    const measured = await packLines(Readable.from(filesAndData()), fileList(draft))
    if (!data) throw new Error('The backup holds no data.')
    const manifest = { ...data, files: { where, ...measured } }
    await writeManifest(draft, manifest)
    await rename(draft, folder)
    return manifest
  } finally {
    await client.end()
  }
}

async function writeData(client: pg.Client, folder: string): Promise<Omit<Manifest, 'files'>> {
  // A migration that started in the middle would wait for the backup, and everybody else for the migration. Locked
  // before the transaction, whose first statement settles what it sees.
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
  await client.query('begin isolation level repeatable read read only')
  const { rows: migrations } = await client.query<AppliedMigration>(
    'select name, hash from schema_migration order by name',
  )
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await listTables(client)) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
    tables.push({ name, columns, ...(await packLines(rows, tableFile(folder, name))) })
  }
  const query = await pendingJobsQuery(client)
  const jobs = query ? client.query(copyTo(`copy (${query}) to stdout`)) : Readable.from([])
  const data = {
    format: 1 as const,
    madeAt: new Date().toISOString(),
    migrations,
    tables,
    jobs: await packLines(jobs, jobsFile(folder)),
    sequences: await listSequences(client),
  }
  await client.query('commit')
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock])
  return data
}

export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`)
}

export function jobsFile(folder: string): string {
  return join(folder, 'jobs.copy.gz')
}
