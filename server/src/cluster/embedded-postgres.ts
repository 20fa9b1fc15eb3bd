import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { adoptDraft, giveTo, type Location, locate, makeDraft } from './embedded-location.ts'
import {
  clearSocketDir,
  findRunning,
  lastStarted,
  launch,
  makeSocketDir,
  type Postmaster,
  serves,
  stop,
} from './embedded-process.ts'

/** The app's own Postgres. */
export interface EmbeddedPostgres {
  readonly url: string
  /** The folder that holds the cluster. */
  readonly folder: string
  /** True if an app that died had left it running. */
  readonly tookOver: boolean
  stop(): Promise<void>
}

interface Options {
  /** Absolute. The caller has locked it (`acquireAppLock`), or is its only user anyway. */
  readonly dataDir: string
  /** False for tests: nothing has to survive a crash of the machine. */
  readonly durable?: boolean
  readonly log?: (line: string) => void
}

const name = 'tagalong'
const major = '18'
const watchMs = 200

/**
 * Starts the cluster of a data folder, making it first if there is none, or takes over the one that is still running. A
 * server process that ends unexpectedly is started again at the same address.
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  log = () => undefined,
}: Options): Promise<EmbeddedPostgres> {
  const found = locate(dataDir)
  if (!found.exists) await createCluster(found, durable)
  const location: Location = { ...found, cluster: realpathSync(found.link) }
  refuseOtherVersion(location)
  const left = await takeOver(location)
  const first = left ?? (await launch(location, { durable, socketDir: makeSocketDir(location) }))
  const url = urlOf(first, location)
  try {
    await createDatabase(url)
  } catch (error) {
    await stop(first, location)
    throw error
  }
  const stopWatched = watch(first, { location, durable, log })
  return { url, folder: location.cluster, tookOver: left !== undefined, stop: stopWatched }
}

/** Returns the address of the Postgres that another process runs for this data folder; undefined if there is none. */
export async function runningPostgresUrl(dataDir: string): Promise<string | undefined> {
  const found = locate(dataDir)
  if (!found.exists) return undefined
  const running = await findRunning(found)
  return running && urlOf(running, found)
}

async function createCluster(found: ReturnType<typeof locate>, durable: boolean): Promise<void> {
  const draft = makeDraft(found)
  const password = join(draft, 'password')
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  giveTo(found.runAs, password)
  const flags = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--data-checksums']
  // The same rules for text on every machine, whatever its locales.
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durable ? [] : ['--no-sync']
  const data = join(draft, 'data')
  await promisify(execFile)(join(found.native, 'bin/initdb'), ['-D', data, ...flags, ...text, ...sync], {
    cwd: draft,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...found.runAs,
  })
  // All or nothing: after a kill before this line, the next start deletes the draft.
  adoptDraft(draft, found)
}

async function takeOver(location: Location): Promise<Postmaster | undefined> {
  const running = await findRunning(location)
  if (!running) return undefined
  try {
    await query(urlOf(running, location, 'postgres'), 'select 1')
    return running
  } catch {
    // It runs but can't be reached, for example because its socket was cleaned out of /tmp.
    await stop(running, location)
    return undefined
  }
}

/** Starts Postgres again if it ends unexpectedly. Returns the function that stops it for good. */
function watch(
  first: Postmaster,
  { location, durable, log }: { location: Location; durable: boolean; log: (line: string) => void },
): () => Promise<void> {
  const data = join(location.cluster, 'data')
  let current = first
  const stopped = new AbortController()
  const { signal } = stopped
  let restarting: Promise<void> | undefined
  const restart = async () => {
    log('The database process ended; starting it again.')
    try {
      // A server that took longer to start than we waited, as with much to recover after a crash, is there by now.
      const late = await findRunning(location, signal)
      if (!late) clearSocketDir(first.socketDir, location)
      current = late ?? (await launch(location, { durable, socketDir: first.socketDir, signal }))
    } catch (error) {
      if (!signal.aborted) log(`${error instanceof Error ? error.message : error}. Trying again.`)
    }
    restarting = undefined
  }
  const timer = setInterval(() => {
    if (signal.aborted || restarting || serves(current.pid, data)) return
    restarting = restart()
  }, watchMs).unref()
  return async () => {
    stopped.abort()
    clearInterval(timer)
    await restarting
    // A restart that failed may have left a server that takes longer to start than we waited.
    await stop(lastStarted(location) ?? current, location)
  }
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = url.replace(`/${name}?`, '/postgres?')
  const known = await query(maintenance, `select 1 from pg_database where datname = '${name}'`)
  if (known === 0) await query(maintenance, `create database ${name}`)
}

async function query(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A connection that breaks between queries reports it here; the query itself then fails too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows.length
  } finally {
    await client.end()
  }
}

function urlOf({ socketDir }: Postmaster, location: Location, database = name): string {
  const password = readFileSync(join(location.cluster, 'password'), 'utf8').trim()
  // The host in the query wins; the one in front keeps the address readable for every URL parser.
  return `postgres://postgres:${password}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

function refuseOtherVersion({ cluster }: Location): void {
  const version = readFileSync(join(cluster, 'data/PG_VERSION'), 'utf8').trim()
  if (version === major) return
  throw new Error(`${cluster} was made by PostgreSQL ${version}, and this program brings ${major}`)
}
