import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('a mail is retried for an hour without the mail server, unless somebody waits for it', async () => {
  const { rows } = await t.database.pool.query(
    `select name from pgboss.queue
     where name like 'mail-%' and (not retry_backoff or retry_delay * (2 ^ retry_limit - 1) < 3600) order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['mail-code', 'mail-confirm-email', 'mail-reset'])
})

test('a mail job does not expire while a slow mail server answers', async () => {
  // The mailer's timeouts: 30 s for the name, 10 for the connection, 30 for the greeting, and 20 for each of five
  // answers.
  const { rows } = await t.database.pool.query(
    `select min(expire_seconds) as seconds from pgboss.queue where name in ('mail-now', 'mail-notices', 'mail-safety')`,
  )
  expect(rows[0].seconds).toBeGreaterThan(170)
})
