import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { resetDatabase, testDatabase } from '#test/database.ts'
import { fillTables } from '#test/filling.ts'
import { queriesOf, wholeReadsOf } from '#test/plans.ts'
import { isKeptForAnother } from './links.db.ts'

test('checking whether an address may still be taken back uses an index, however many links there are', async () => {
  await resetDatabase()
  const { pool } = await testDatabase()
  const every = 'generate_series(1, 10000) n'
  const user = `('00000007-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  await fillTables([
    `insert into app_user (id, email, password_hash) select ${user}, n || '@example.org', 'x' from ${every}`,
    `insert into mail_token (id, user_id, kind, hash, email, expires_at)
      select gen_random_uuid(), ${user}, case when n % 3 = 0 then 'undo-email' else 'not-me' end, '\\x00',
        n || '@example.com', now() + interval '1 day'
      from ${every}`,
  ])
  const asked = { email: '7@example.com', userId: newId() }
  const [query, ...others] = await queriesOf(pool, (db) => isKeptForAnother(db, asked))
  expect(others).toEqual([])
  expect(query && (await wholeReadsOf(pool, query))).toEqual([])
})
