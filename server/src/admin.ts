import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { withDatabaseUrl } from '#cluster/own-database.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { type Env, EnvError, readEnv } from '#env.ts'
import { listClosedUsers } from '#features/erasure/closed.db.ts'
import { eraseClosedAccounts } from '#features/erasure/closed.service.ts'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { countOver, sweep } from '#jobs/sweep.ts'
import { removeDemo } from '#seed/demo.ts'

const usage = `Usage:
  npm run admin -- grant you@example.org     makes a user an administrator
  npm run admin -- revoke you@example.org    takes that away again
  npm run admin -- remove-demo               erases the demo accounts
  npm run admin -- sweep [--dry]             deletes whose time is over; --dry only counts it`

/** Sessions remember who their user is for at most a second; after that the change is felt everywhere. */
const sessionMemoryMs = 1_000

/** Whether the change was made (or already was so), and the line that says it. */
interface Outcome {
  readonly done: boolean
  readonly changed: boolean
  readonly line: string
}

process.exit(await run(process.argv.slice(2)))

async function run(words: string[]): Promise<number> {
  const change = changeOf(words)
  if (!change) {
    console.error(usage)
    return 2
  }
  try {
    const { done, line } = await withDatabase(readEnv(), async (database) => {
      const outcome = await change(database)
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

function changeOf([command, email, ...rest]: string[]):
  | ((database: Database) => Promise<Outcome>)
  | undefined {
  if (command === 'remove-demo' && !email) return clearDemo
  if (command === 'sweep' && !email) return sweepNow
  if (command === 'sweep' && email === '--dry' && rest.length === 0) return countSwept
  if (!email?.includes('@') || rest.length > 0) return undefined
  if (command === 'grant') return (database) => grant(database, email.trim())
  if (command === 'revoke') return (database) => revoke(database, email.trim())
  return undefined
}

async function clearDemo(database: Database): Promise<Outcome> {
  const removed = await withQueue(database, (queue) => removeDemo(database, queue))
  const line = removed > 0 ? `${removed} demo accounts are gone.` : 'There are no demo accounts.'
  return { done: true, changed: removed > 0, line }
}

/** What the nightly jobs do. */
async function sweepNow(database: Database): Promise<Outcome> {
  const db = database.kysely
  const erased = await withQueue(database, (queue) =>
    eraseClosedAccounts({ db, queue, clock: { now: Date.now } }),
  )
  return swept(new Map([['closed accounts', erased], ...(await sweep(db))]), 'gone')
}

async function countSwept({ kysely: db }: Database): Promise<Outcome> {
  const closed = await listClosedUsers(db, new Date())
  return swept(new Map([['closed accounts', closed.length], ...(await countOver(db))]), 'to go')
}

function swept(counts: Map<string, number>, what: string): Outcome {
  const lines = [...counts].flatMap(([kind, count]) => (count > 0 ? [`${kind}: ${count} ${what}`] : []))
  return { done: true, changed: false, line: lines.join('\n') || 'Nothing is over.' }
}

/** What the app does afterwards, such as erasing photos, it does when it runs. */
async function withQueue<T>(database: Database, work: (queue: Queue) => Promise<T>): Promise<T> {
  const queue = await startQueue(database.url, [], { log: pino({ level: 'silent' }) })
  try {
    return await work(queue)
  } finally {
    await queue.close()
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
