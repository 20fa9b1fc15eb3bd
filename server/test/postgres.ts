import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import pg from 'pg'
import { type AppLock, acquireAppLock } from '#cluster/app-lock.ts'
import { startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { migrate } from '#db/migrate.ts'

const root = resolve(import.meta.dirname, '../..')
const maxRuns = 8

export interface TestPostgres {
  /** The address of the maintenance database, only for creating and dropping others. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a cluster for tests under .test/, never the app's. Each purpose has its own, so that journeys can run beside
 * unit tests. With TEST_DATABASE_URL, uses a server that already runs instead, for example an older one.
 */
export async function startTestPostgres(purpose: string): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const { dataDir, lock } = claimFolder(purpose)
  try {
    // Nothing here has to survive a crash, so it doesn't wait for the disk.
    const cluster = await startEmbeddedPostgres({ dataDir, durable: false })
    return { url: cluster.url, stop: () => cluster.stop().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Locks the first folder that no other run of the same tests is using. */
function claimFolder(purpose: string): { dataDir: string; lock: AppLock } {
  for (let number = 1; number <= maxRuns; number += 1) {
    const dataDir = resolve(root, '.test', number === 1 ? purpose : `${purpose}-${number}`)
    const lock = acquireAppLock(dataDir, 'busy')
    if (lock) return { dataDir, lock }
  }
  throw new Error(`${maxRuns} runs use .test/${purpose} already.`)
}

/** Creates an empty database, in place of any other of that name. */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists "${name}" with (force)`)
    await client.query(`create database "${name}"${template ? ` template "${template}"` : ''}`)
  })
  return databaseUrl(serverUrl, name)
}

/** Creates a migrated database. */
export async function createMigratedDatabase(serverUrl: string, name: string): Promise<string> {
  const url = await createDatabase(serverUrl, name)
  await migrate(url)
  return url
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(serverUrl, (client) => client.query(`drop database if exists "${name}" with (force)`))
}

/**
 * Returns the address of another database on the same server. A connection over a socket has no host, which the URL
 * class would drop.
 */
function databaseUrl(serverUrl: string, name: string): string {
  const [, start, query = ''] = /^([a-z]+:\/\/[^/]*)\/[^?]*(\?.*)?$/.exec(serverUrl) ?? []
  if (start === undefined) throw new Error(`Not the address of a database: ${serverUrl}`)
  return `${start}/${name}${query}`
}

/** Returns a prefix for database names, so that two checkouts on a shared server don't share any. */
export function namePrefix(): string {
  return `tagalong_test_${createHash('sha256').update(root).digest('hex').slice(0, 6)}`
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
