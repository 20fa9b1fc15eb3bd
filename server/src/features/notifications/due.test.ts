import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { deliver } from './deliver.service.ts'
import { lockDue } from './due.db.ts'

let t: TestApp
let queue: Queue
beforeAll(async () => {
  t = await testApp()
  queue = await startQueue(await testDatabaseUrl(), [], { log: pino({ level: 'silent' }) })
})
beforeEach(() => t.reset())
afterAll(async () => {
  await queue.close()
  await t.close()
})

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)

/** Adds users with two notices each to be mailed, though none wants mails. Returns them with the longest due first. */
async function addDue(count: number): Promise<string[]> {
  const { rows } = await sql(
    `insert into app_user (id, email, password_hash, mail, quiet_from, quiet_to)
     select gen_random_uuid(), n || '@example.org', 'x', 'off', null, null from generate_series(1, $1) n
     returning id`,
    count,
  )
  const ids: string[] = rows.map(({ id }) => id)
  await sql(
    `insert into notification (id, user_id, message, params, title, url, mail_due_at)
     select gen_random_uuid(), id, 'playdate.sent', '{}', 'x', '/', now() - make_interval(mins => n::int, secs => each)
     from unnest($1::uuid[]) with ordinality due (id, n), generate_series(0, 1) each`,
    ids,
  )
  return ids.toReversed()
}

/** Runs `work` while another transaction locks that user. */
async function whileLocked(id: string | undefined, work: () => Promise<void>): Promise<void> {
  const holder = await t.database.pool.connect()
  try {
    await holder.query('begin')
    expect((await holder.query('select from app_user where id = $1 for update', [id])).rowCount).toBe(1)
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('the users waiting longest come first, and locked users are skipped', {
  tags: ['TIME-73', 'TIME-79'],
}, async () => {
  const ids = await addDue(20)
  const firstTwo = () => t.database.kysely.transaction().execute((db) => lockDue(db, 2))
  expect(await firstTwo()).toEqual(ids.slice(0, 2))
  await whileLocked(ids[0], async () => expect(await firstTwo()).toEqual(ids.slice(1, 3)))
})

test('a locked user delays nobody else', { tags: ['TIME-73', 'TIME-79'] }, async () => {
  const ids = await addDue(201)
  await whileLocked(ids[0], async () => {
    await deliver({}, { db: t.database.kysely, queue })
    const { rows } = await sql('select distinct user_id from notification where mail_due_at is not null')
    expect(rows).toEqual([{ user_id: ids[0] }])
  })
})
