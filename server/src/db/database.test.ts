import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wireToPostgres } from '#test/cluster/wire.ts'
import { testDatabase, testDatabaseUrl } from '#test/database.ts'
import { heldSilenceMs, isUnavailable, openPool } from './database.ts'
import { preparedChange } from './prepared.ts'

test('a read-only server counts as unavailable', async () => {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('set transaction read only')
  const outcome = client.query('insert into app_secret (name, value) values ($1, $2)', ['x', 'y'])
  expect(await outcome.then(() => null, isUnavailable)).toBe(true)
  await client.query('rollback')
  client.release()
})

test('a connection that stops answering is given up, and the next query opens another', async () => {
  const { wire, url } = await wireToPostgres(await testDatabaseUrl())
  // Only the clock of the silence stands still, so that a busy machine can't give up a connection.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const pool = openPool(url, 1)
  try {
    await pool.query('select 1')
    wire.mute()
    const outcome = pool.query('select 1').then(() => null, isUnavailable)
    await nextTurn()
    vi.advanceTimersByTime(heldSilenceMs * 1.2)
    expect(await outcome).toBe(true)
    expect((await pool.query('select 7 as n')).rows).toEqual([{ n: 7 }])
  } finally {
    await pool.end()
    wire.close()
  }
})

test('a prepared statement in a transaction uses a generic plan, however few values it gets', async () => {
  const { kysely } = await testDatabase()
  const touch = preparedChange((db, value: { ids: readonly string[] }) =>
    db
      .updateTable('chat_room')
      .set({ recipient_id: null })
      .where(sql<boolean>`id = any(${value.ids}::uuid[])`),
  )
  const plans = await kysely.transaction().execute(async (db) => {
    for (let time = 0; time < 3; time += 1) await touch(db, { ids: [crypto.randomUUID()] })
    return sql`select generic_plans::int, custom_plans::int from pg_prepared_statements
      where statement like 'update "chat_room" set "recipient_id"%'`.execute(db)
  })
  expect(plans.rows).toEqual([{ generic_plans: 3, custom_plans: 0 }])
})
