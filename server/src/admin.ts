import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { withDatabaseUrl } from '#db/own-database.ts'
import { type Env, EnvError, readEnv } from '#env.ts'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'

const usage = `Usage:
  npm run admin -- grant you@example.org     makes a user an administrator
  npm run admin -- revoke you@example.org    takes that away again`

/** Sessions remember who their user is for at most a second; after that the change is felt everywhere. */
const sessionMemoryMs = 1_000

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

async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabaseUrl(env, async (url, isAlone) => {
    if (isAlone) await migrate(url)
    return using(url, work)
  })
}

async function using<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
