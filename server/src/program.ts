import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { relaxedSafety } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { buildApp } from '#app.ts'
import { type AppLock, acquireAppLock, readHolder } from '#cluster/app-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { makeDataFolder } from '#data-folder.ts'
import { type Database, isUnavailable, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { describeDatabase, oldestServer, tooOldVersion, unknownZones } from '#db/postgres-server.ts'
import { type Env, EnvError, readEnv, rootFolder } from '#env.ts'
import { demoAccounts, findPublicPassword, seedDemo } from '#seed/demo.ts'

/** Together with the time that Postgres may take (`embedded-process.ts`), a stop takes less than ten seconds. */
const appStopMs = 5_000
const databaseStopMs = 400
/** Ctrl-C reaches this process from the terminal and again from npm; only a later signal is a second Ctrl-C. */
const sameSignalMs = 1_000
/** How long to wait for a holder that will end by itself (npm run admin, an app that stops). */
const holderPatienceMs = 20_000

/** An error whose message is all that the user needs to see. */
class Refused extends Error {}

const publicDemo =
  'The demo accounts have a public password, and others can reach this address: remove them with npm run admin -- remove-demo'

/** The steps that undo the start, run in reverse order. */
const undo: (() => Promise<void>)[] = []
const stopping = new AbortController()
let exitCode = 0

listenForStops()
try {
  await start()
  await stopped()
} catch (error) {
  if (!stopping.signal.aborted) logError(error)
}
for (const step of undo.toReversed()) {
  // A step that fails must not keep the database from being stopped.
  await step().catch(logError)
}
process.exit(exitCode)

async function start(): Promise<void> {
  // All modules are compiled by now; an image keeps the result for its starts.
  if (process.argv.includes('--compile')) return stopping.abort()
  const env = readEnv()
  const lock = env.databaseUrl ? undefined : await claim(env)
  // Photos, mails or codes are written there.
  if (!env.s3 || !env.smtpUrl || env.phoneProvider?.kind === 'outbox') makeDataFolder(env.dataDir)
  if (process.argv.includes('--build')) await buildWeb()
  const cluster = lock && (await startCluster(env))
  const url = cluster?.url ?? env.databaseUrl
  if (url === undefined) throw new Refused('There is no database to use.')
  if (!cluster) say(`Connecting to ${describe(url)}.`)
  const database = await open(url)
  await migrate(url)
  const zones = await unknownZones(database.pool)
  if (zones.length > 0)
    say(`This PostgreSQL doesn’t know the time zones ${zones.join(', ')} and counts by UTC there.`)
  const seeded = cluster && env.seedDemo ? await seedDemo(database, env.isPublic) : null
  if (env.isPublic && (await findPublicPassword(database))) throw new Refused(publicDemo)
  stopping.signal.throwIfAborted()
  await serve(env, database, lock)
  say(`${env.brandName} runs at ${env.publicUrl}`)
  printAddress(env, database, cluster)
  if (env.safety === 'relaxed') say(relaxedSafety)
  printDemo(seeded ?? (cluster && env.seedDemo ? await findPublicPassword(database) : null))
  lock?.announce('listening', env.publicUrl)
}

async function claim(env: Env): Promise<AppLock> {
  const until = Date.now() + holderPatienceMs
  for (; ; await wait(50)) {
    const lock = acquireAppLock(env.dataDir, 'starting')
    if (lock) {
      undo.push(async () => lock.release())
      stopping.signal.addEventListener('abort', () => lock.announce('stopping'))
      return lock
    }
    stopping.signal.throwIfAborted()
    const holder = readHolder(env.dataDir)
    if (holder?.state === 'listening' || holder?.state === 'starting') {
      const where = holder.url
        ? `is already running from this folder at ${holder.url}`
        : 'is already starting here'
      throw new Refused(`${env.brandName} ${where} (process ${holder.pid}). Nothing was changed.`)
    }
    if (Date.now() > until) throw new Refused(`Another process is using ${env.dataDir}. Nothing was changed.`)
  }
}

// Called while holding the lock, so that a second start can't replace the web app of the running one.
async function buildWeb(): Promise<void> {
  const build = spawn(process.execPath, [join(rootFolder, 'scripts/build.ts'), '--if-stale'], {
    stdio: 'inherit',
  })
  stopping.signal.addEventListener('abort', () => build.kill())
  const [code] = await once(build, 'exit')
  stopping.signal.throwIfAborted()
  if (code !== 0) throw new Refused('The web app could not be built.')
}

async function startCluster({ dataDir }: Env): Promise<EmbeddedPostgres> {
  const cluster = await startEmbeddedPostgres({ dataDir, log: say })
  undo.push(() => cluster.stop())
  stopping.signal.throwIfAborted()
  return cluster
}

async function open(url: string): Promise<Database> {
  const database = await unlessStopped(openDatabase(url))
  undo.push(() => within(databaseStopMs, database.close()))
  const tooOld = await tooOldVersion(database.pool)
  if (tooOld) throw new Refused(`The database is PostgreSQL ${tooOld}; ${oldestServer} or newer is needed.`)
  return database
}

async function serve(env: Env, database: Database, lock: AppLock | undefined): Promise<void> {
  const app = await buildApp({ env, database })
  undo.push(async () => {
    app.drain()
    if (env.drainSeconds > 0) {
      app.closeSockets((env.drainSeconds * 1_000) / 2)
      await wait(env.drainSeconds * 1_000)
    }
    await within(appStopMs, app.close())
    app.server.closeAllConnections()
  })
  stopping.signal.throwIfAborted()
  try {
    await app.listen({ host: env.host, port: env.port })
  } catch (error) {
    throw portTrouble(error, env) ?? error
  }
  // A second start that is refused can tell the URL as soon as there is one.
  lock?.announce('listening', env.publicUrl)
}

function printAddress(env: Env, database: Database, cluster: EmbeddedPostgres | undefined): void {
  if (!cluster) {
    say(`Data: ${describe(database.url)}. Nothing was seeded.`)
    return
  }
  const apart = cluster.folder.startsWith(env.dataDir) ? '' : `, the database in ${cluster.folder}`
  const taken = cluster.tookOver ? '. Took over the database of a run that ended unexpectedly' : ''
  say(`Data: ${env.dataDir}${apart}${taken}`)
}

/** Prints the demo accounts. A random password is only known at the start that made it. */
function printDemo(password: string | null): void {
  if (!password) return
  say('Demo accounts:')
  for (const { email, about } of demoAccounts) say(`  ${email}  ${password}  ${about}`)
}

function describe(url: string): string {
  return `the PostgreSQL of DATABASE_URL (${describeDatabase(url)})`
}

function listenForStops(): void {
  let first = 0
  const stop = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect') => {
    if (stopping.signal.aborted) {
      // This leaves Postgres running; the next start takes it over.
      if (signal === 'SIGINT' && Date.now() - first > sameSignalMs) process.exit(130)
      return
    }
    first = Date.now()
    say('Stopping; requests in flight finish first.')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // `npm start` holds the other end of the channel; if it is killed, nothing else would stop this process.
  process.on('disconnect', () => stop('disconnect'))
  process.channel?.unref()
  // Writing to a terminal that was closed fails, which does no harm.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    // While we stop, connections are closed under code that still uses them.
    if (stopping.signal.aborted && isUnavailable(error)) return
    logError(error)
    stopping.abort()
  })
}

async function stopped(): Promise<void> {
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
}

/** Settles like the promise, but rejects as soon as the app is stopped. */
async function unlessStopped<T>(work: Promise<T>): Promise<T> {
  stopping.signal.throwIfAborted()
  return Promise.race([work, stopped().then(() => Promise.reject(stopping.signal.reason))])
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let isOver = false
  // Work that timed out fails when its connections are closed; that is no failure of the stop.
  const done = work.catch((error: unknown) => {
    if (!isOver) logError(error)
  })
  await Promise.race([done, wait(milliseconds, undefined, { ref: false })])
  isOver = true
}

function portTrouble(error: unknown, { port, host }: Env): Refused | undefined {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new Refused(`Port ${port} is taken by another program. Set PORT to use another.`)
  if (code === 'EACCES') return new Refused(`Port ${port} is not open to this user. Set PORT to use another.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refused(`HOST ${host} is no address of this machine.`)
  return undefined
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function logError(error: unknown): void {
  exitCode = 1
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const isExpected = error instanceof Refused || error instanceof EnvError
  const line = isExpected ? message : `Tagalong could not go on: ${message || codeOf(error)}`
  process.stderr.write(`${withoutPassword(line)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && !isExpected)
    process.stderr.write(`${withoutPassword(stack ?? '')}\n`)
}

function withoutPassword(text: string): string {
  const password = process.env.DATABASE_URL?.match(/:\/\/[^:@/]*:([^@]+)@/)?.[1]
  return password ? text.replaceAll(password, '…') : text
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
