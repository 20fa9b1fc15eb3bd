import { setTimeout as wait } from 'node:timers/promises'
import { besides, kept, spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import { instant } from '@tagalong/contract/values/instant.ts'
import { pino } from 'pino'
import { withDatabaseUrl } from '#cluster/own-database.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { type Env, EnvError, readEnv } from '#env.ts'
import { resetSecondStepOf } from '#features/auth/second-step/reset.service.ts'
import { endCalendarFeed } from '#features/calendar/calendar.service.ts'
import { listClosedUsers } from '#features/erasure/closed.db.ts'
import { eraseClosedAccounts } from '#features/erasure/closed.service.ts'
import { countOverdue, eraseOverdue } from '#features/erasure/overdue.service.ts'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'
import { sweepOutbox } from '#integrations/sweep-outbox.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { countOver, sweep } from '#jobs/sweep.ts'
import { removeDemo } from '#seed/demo.ts'
import { doDue } from './due.ts'

const usage = `Usage:
  npm run admin -- grant you@example.org     makes a user an administrator
  npm run admin -- revoke you@example.org    takes that away again
  npm run admin -- reset-second-step you@example.org
                                             ends somebody's passkeys, app, codes and sessions
  npm run admin -- remove-demo               erases the demo accounts
  npm run admin -- sweep [--dry]             deletes what has had its time; --dry only counts it
  npm run admin -- due --at 2027-03-14T16:00:00Z
                                             does what is due each minute as if it were then, for trying it`

const log = pino({ level: 'silent' })

/** Sessions cache their user for less than this; after waiting so long, every process sees the change. */
const sessionMemoryMs = 1_000

/** The result of a command and the line to print. `done` is also true if there was nothing to change. */
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
    const env = readEnv()
    const { done, line } = await withDatabase(env, async (database) => {
      const outcome = await change(database, env)
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
  | ((database: Database, env: Env) => Promise<Outcome>)
  | undefined {
  if (command === 'remove-demo' && !email) return clearDemo
  if (command === 'sweep' && !email) return sweepNow
  if (command === 'sweep' && email === '--dry' && rest.length === 0) return countSwept
  if (command === 'due' && email === '--at') return dueAt(rest)
  if (!email?.includes('@') || rest.length > 0) return undefined
  if (command === 'grant') return (database) => grant(database, email.trim())
  if (command === 'revoke') return (database) => revoke(database, email.trim())
  if (command === 'reset-second-step') return (database) => resetStep(database, email.trim())
  return undefined
}

async function clearDemo(database: Database): Promise<Outcome> {
  const removed = await withQueue(database, (queue) => removeDemo(database, queue))
  const line = removed > 0 ? `${removed} demo accounts are gone.` : 'There are no demo accounts.'
  return { done: true, changed: removed > 0, line }
}

/** Does now what the nightly jobs do. */
async function sweepNow(database: Database, { dataDir }: Env): Promise<Outcome> {
  const db = database.kysely
  const [closed, erased] = await withQueue(database, async (queue) => {
    const ctx = { db, queue, clock: { now: Date.now }, log }
    return [await eraseClosedAccounts(ctx), await eraseOverdue(ctx)] as const
  })
  const rows = await sweep(db)
  return swept({ closed, counts: [erased, rows], files: await sweepOutbox(dataDir) }, 'gone')
}

async function countSwept({ kysely: db }: Database, { dataDir }: Env): Promise<Outcome> {
  const closed = (await listClosedUsers(db, new Date())).length
  const counts = [await countOverdue(db), await countOver(db)]
  return swept({ closed, counts, files: await sweepOutbox(dataDir, { dry: true }) }, 'to go')
}

/** Runs what is due at the given time. Only for trying the app: elsewhere, users would be notified by a wrong clock. */
function dueAt([at = '', ...rest]: string[]) {
  if (!instant.safeParse(at).success || rest.length > 0) return undefined
  return async (database: Database, { isTrial }: Env): Promise<Outcome> => {
    if (!isTrial) return { done: false, changed: false, line: 'PUBLIC_URL is not of this machine.' }
    const clock = { now: () => Date.parse(at) }
    await withQueue(database, (queue) => doDue({ db: database.kysely, queue, clock, log }))
    return { done: true, changed: false, line: `All that is due at ${at} is done.` }
  }
}

interface Swept {
  closed: number
  counts: ReadonlyMap<string, number>[]
  files: number
}

/** Lists the counts in the order of the table on /privacy, and below it the counts of everything else. */
function swept({ closed, counts, files }: Swept, what: string): Outcome {
  const countOf = (kind: string) => counts.map((each) => each.get(kind) ?? 0).find((count) => count > 0) ?? 0
  const line = (length: string, words: string, count: number) =>
    `${length.padEnd(9)}  ${words}: ${count} ${what}`
  const shown = Object.entries(kept).map(([kind, { span, words }]) =>
    line(spans[span].words(), words(), countOf(kind)),
  )
  const hidden = Object.entries(besides).map(([kind, { length }]) => line(length, kind, countOf(kind)))
  const others = [line('30 days', 'closed accounts', closed), line('', 'files of the outbox', files)]
  return { done: true, changed: false, line: [...shown, '', ...hidden, ...others].join('\n') }
}

/** Runs work with a queue without workers. Its jobs, such as erasing photos, are done when the app runs. */
async function withQueue<T>(database: Database, work: (queue: Queue) => Promise<T>): Promise<T> {
  const queue = await startQueue(database.url, [], { log })
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

async function resetStep(database: Database, email: string): Promise<Outcome> {
  const [db, clock] = [database.kysely, { now: Date.now }]
  const done = await withQueue(database, (queue) =>
    resetSecondStepOf({ db, queue, clock, ports: { notifyUsers, endCalendarFeed } }, email),
  )
  const line = done
    ? `${email} signs in with the password alone now. Passkeys, app, recovery codes, calendar link and sessions are gone.`
    : `Nobody is registered as ${email}.`
  return { done, changed: done, line }
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
