import { setTimeout as wait } from 'node:timers/promises'
import { type AppLock, readHolder, takeAppLock } from '#db/app-lock.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { migrate } from '#db/migrate.ts'
import { type Env, EnvError, readEnv } from '#env.ts'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'

const usage = `Usage:
  npm run admin -- grant you@example.org     makes a user an administrator
  npm run admin -- revoke you@example.org    takes that away again`

/** Sessions remember who their user is for at most a second; after that the change is felt everywhere. */
const sessionMemoryMs = 1_000
/** How long an app that is just starting or stopping is waited for. */
const appPatienceMs = 40_000

/** Whether the change was made (or already was so), and the line that says it. */
interface Outcome {
  readonly done: boolean
  readonly changed: boolean
  readonly line: string
}

process.exit(await run(process.argv.slice(2)))

async function run([command, email, ...rest]: string[]): Promise<number> {
  const known = command === 'grant' || command === 'revoke'
  if (!known || !email?.includes('@') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  const change = command === 'grant' ? grant : revoke
  try {
    const { done, line } = await withDatabase(readEnv(), async (database) => {
      const outcome = await change(database, email.trim())
      if (outcome.changed) await wait(sessionMemoryMs)
      return outcome
    })
    if (done) console.log(line)
    else console.error(line)
    return done ? 0 : 1
  } catch (error) {
    console.error(
      error instanceof EnvError
        ? error.message
        : `That did not work: ${error instanceof Error ? error.message : error}`,
    )
    return 1
  }
}

async function grant(database: Database, email: string): Promise<Outcome> {
  const outcome = await grantAdmin(database, email)
  const lines = {
    granted: `${email} is an administrator now.`,
    already: `${email} was an administrator already.`,
    unknown: `Nobody is registered as ${email}. Register first, then run this again.`,
  }
  return { done: outcome !== 'unknown', changed: outcome === 'granted', line: lines[outcome] }
}

async function revoke(database: Database, email: string): Promise<Outcome> {
  const outcome = await revokeAdmin(database, email)
  const lines = {
    revoked: `${email} is no longer an administrator.`,
    already: `${email} was no administrator.`,
    unknown: `Nobody is registered as ${email}.`,
    last: `${email} is the last administrator and stays one.`,
  }
  const done = outcome === 'revoked' || outcome === 'already'
  return { done, changed: outcome === 'revoked', line: lines[outcome] }
}

/** Works on the database that the app uses: DATABASE_URL, the one of the running app, or its own one alone. */
async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  if (env.databaseUrl) return using(env.databaseUrl, work)
  const found = await claimOrJoin(env.dataDir)
  if ('url' in found) return using(found.url, work)
  try {
    return await alone(env.dataDir, work)
  } finally {
    found.release()
  }
}

async function alone<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const cluster = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(cluster.url)
    return await using(cluster.url, work)
  } finally {
    await cluster.stop()
  }
}

async function using<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Claims the data folder, or finds the database of the app that has it. */
async function claimOrJoin(dataDir: string): Promise<AppLock | { url: string }> {
  for (const until = Date.now() + appPatienceMs; Date.now() < until; await wait(100)) {
    const lock = takeAppLock(dataDir, 'busy')
    if (lock) return lock
    const url = readHolder(dataDir)?.state === 'listening' ? await runningPostgresUrl(dataDir) : undefined
    if (url) return { url }
  }
  throw new Error(`the app in ${dataDir} neither starts nor stops`)
}
