import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { type Job, type Queue, startQueue } from '#jobs/queue.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { deliver } from './deliver.service.ts'
import type { NoticesMail } from './mails/mail-notices.kind.ts'
import { notificationJobs } from './notifications.jobs.ts'

let database: Database
let queue: Queue
let release: () => void
const begun: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  await resetDatabase()
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The mail server takes none of them before it is released.
  const run = ({ form }: NoticesMail) => {
    begun.push(form)
    return released
  }
  const jobs = notificationJobs.filter(({ name }) => name.startsWith('mail-'))
  const log = pino({ level: 'silent' })
  queue = await startQueue(
    await testDatabaseUrl(),
    jobs.map((job) => ({ ...job, run }) as Job),
    { log },
  )
})
afterAll(async () => {
  release()
  await queue.close()
  await resetDatabase()
})

test('mails that can’t be switched off don’t wait behind the day’s mails, of which five leave at a time', {
  tags: ['TIME-74', 'TIME-79'],
}, async () => {
  const { pool, kysely: db } = database
  await pool.query(
    `insert into app_user (id, email, password_hash, mail, quiet_from, quiet_to)
     select gen_random_uuid(), n || '@example.org', 'x', 'daily', null, null from generate_series(1, 20) n`,
  )
  const addDue = (startsAt: string, where = 'true') =>
    pool.query(
      `insert into notification (id, user_id, message, params, title, url, mail_due_at, starts_at)
       select gen_random_uuid(), id, 'playdate.cancelled', '{}', 'x', '/', now(), ${startsAt}
       from app_user where ${where}`,
    )
  await addDue('null')
  await deliver({}, { db, queue })
  await vi.waitFor(() => expect(begun).toEqual(Array(5).fill('day')), { timeout: 10_000 })
  await addDue('now()', `email = '1@example.org'`)
  await deliver({}, { db, queue })
  await vi.waitFor(() => expect(begun).toEqual([...Array(5).fill('day'), 'now']), { timeout: 10_000 })
})
