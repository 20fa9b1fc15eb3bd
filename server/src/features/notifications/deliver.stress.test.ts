import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { pushHeldKind } from '#features/push/deliveries.service.ts'
import { type Job, startQueue } from '#jobs/queue.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { mailNoticesKind, mailNowKind } from './mails/mail-notices.kind.ts'

const users = 400
/** Each user's notices: two to be mailed soon, one with the day's mail, all held through quiet hours. */
const messages = ['playdate.sent', 'connection.asked', 'chat.message']

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await resetDatabase()
  // Creates the queues, which nobody works afterwards.
  const idle = [mailNoticesKind, mailNowKind, pushHeldKind].map(
    (kind) => ({ ...kind, run: async () => undefined }) as Job,
  )
  await (await startQueue(await testDatabaseUrl(), idle, { log: pino({ level: 'silent' }) })).close()
  await database.pool.query(
    `insert into app_user (id, email, password_hash, quiet_from, quiet_to)
     select gen_random_uuid(), n || '@example.org', 'x', null, null from generate_series(1, $1) n`,
    [users],
  )
})
afterAll(async () => {
  killLeftovers()
  // The app of the next test file would run the jobs that were enqueued.
  await resetDatabase()
})

async function makeDue(): Promise<void> {
  await database.pool.query('delete from notification')
  await database.pool.query(`delete from pgboss.job where name in ('mail-notices', 'push-held')`)
  await database.pool.query(
    `insert into notification (id, user_id, message, params, title, url, push_due_at, mail_due_at)
     select gen_random_uuid(), app_user.id, message, '{}', 'x', '/', now(), now()
     from app_user, unnest($1::text[]) message`,
    [messages],
  )
}

/** Counts what is still due, and what was enqueued: jobs, ids and different ids. */
async function countAll() {
  const { rows } = await database.pool.query<{ due: number; jobs: number; ids: number; different: number }>(
    `select (select count(*)::int from notification where push_due_at is not null or mail_due_at is not null) as due,
       count(distinct job.id)::int as jobs, count(*)::int as ids, count(distinct (name, each.id))::int as different
     from pgboss.job, jsonb_array_elements_text(data->'notifications') each (id)
     where name in ('mail-notices', 'push-held')`,
  )
  return rows[0] ?? { due: 0, jobs: 0, ids: 0, different: 0 }
}

const start = async (name: string) => {
  const url = await testDatabaseUrl()
  const DATABASE_URL = `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
  return run(['server/test/deliver-process.ts'], { DATABASE_URL, LOG_LEVEL: 'silent' })
}

test('two processes deliver and one is killed: each notice is enqueued once to push and once to mail', {
  tags: ['TIME-73', 'TIME-76', 'TIME-79'],
  timeout: 1_200_000,
}, async () => {
  const rounds = sampleOrFull(2, 50)
  let halfway = 0
  for (let round = 0; round < rounds; round += 1) {
    await makeDue()
    const [one, other] = [await start('killed'), await start('other')]
    await Promise.all([one.says('delivering'), other.says('delivering')])
    // At another point in each round: once that share is enqueued.
    const share = (round % 10) / 10
    while ((await countAll()).ids < share * users * messages.length);
    one.send('SIGKILL')
    const { due } = await countAll()
    if (due > 0 && due < users * messages.length) halfway += 1
    await one.code
    expect(await other.code, other.output()).toBe(0)
    // Its locks are released once Postgres has noticed.
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where application_name = 'killed'`,
        )
        expect(rows).toEqual([])
      },
      { timeout: 30_000 },
    )
    const last = await start('last')
    expect(await last.code, last.output()).toBe(0)
    expect(await countAll()).toEqual({
      due: 0,
      jobs: users * 3,
      ids: users * messages.length * 2,
      different: users * messages.length * 2,
    })
  }
  report(
    'two processes deliver, one of them killed',
    `${rounds} kills, ${halfway} in the midst; ${rounds * users * messages.length} notices, each enqueued once to be pushed and once to be mailed`,
  )
})
