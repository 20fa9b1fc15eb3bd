import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseUrl } from '#test/database.ts'
import { type Database, isUnavailable, openDatabase } from './database.ts'
import { PreparingClient, prepared } from './prepared.ts'
import { createSharedConnections } from './shared-connections.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase(await testDatabaseUrl())
})
afterAll(() => database.close())

const ask = (text: string, ...values: unknown[]) => database.shared.query(text, values)
const ownProcess = async () => Number((await ask('select pg_backend_pid() as pid')).rows[0].pid)

describe('reads that share connections', () => {
  test('each get their own answer, even if 200 are sent at once on two connections', async () => {
    const asked = Array.from({ length: 200 }, (_, n) =>
      ask('select $1::int as n, pg_backend_pid() as pid', n),
    )
    const rows = (await Promise.all(asked)).map(({ rows }) => rows[0])
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(2)
  })

  test('one that fails does not affect the others', async () => {
    const outcomes = await Promise.allSettled([
      ask('select 1 as n'),
      ask('select 1 / $1::int as n', 0),
      ask('select 2 as n'),
      ask('select 3 as n'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })

  test('one that waits does not hold up later ones', async () => {
    const holder = await database.pool.connect()
    await holder.query('select pg_advisory_lock(77)')
    let isDone = false
    const waiting = ask('select pg_advisory_xact_lock_shared(77)').then(() => {
      isDone = true
    })
    for (let n = 0; n < 5; n += 1) expect((await ask('select $1::int as n', n)).rows).toEqual([{ n }])
    expect(isDone).toBe(false)
    await holder.query('select pg_advisory_unlock(77)')
    holder.release()
    await waiting
  })

  test('a connection that breaks fails the reads on it, and later reads open another', async () => {
    const before = await ownProcess()
    const underway = ask('select pg_sleep(5)').then(
      () => 'answered',
      (error: Error) => error.message,
    )
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 or query like '%pg_sleep(5)%' and pid <> pg_backend_pid()`,
      [before],
    )
    expect(await underway).not.toBe('answered')
    // Reads on the connection fail too, until its end has been noticed.
    await expect.poll(() => ownProcess().catch(() => before)).not.toBe(before)
  })

  test('a Postgres that does not answer is given up, and later reads open another connection', async () => {
    const url = await testDatabaseUrl()
    const shared = createSharedConnections(() => new PreparingClient({ connectionString: url }), 300)
    const outcomes = await Promise.allSettled([
      shared.query('select pg_sleep(5)', []),
      shared.query('select pg_sleep(5)', []),
      shared.query('select 1', []),
    ])
    expect(outcomes.map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual([
      true,
      true,
      true,
    ])
    await expect
      .poll(() =>
        shared.query('select 7 as n', []).then(
          ({ rows }) => rows,
          () => null,
        ),
      )
      .toEqual([{ n: 7 }])
    await shared.close()
  })

  test('a Postgres that lets nobody in is given up', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const connectionString = `postgres://someone@127.0.0.1:${port}/any`
    const open = () => new PreparingClient({ connectionString, connectionTimeoutMillis: 100 })
    const shared = createSharedConnections(open, 60_000)
    expect(await shared.query('select 1', []).then(() => null, isUnavailable)).toBe(true)
    await shared.close()
    silent.close()
  })

  test('a prepared read sees a transaction’s own writes inside it, and not outside', async () => {
    const find = prepared((db, { name }: { name: string }) =>
      db.selectFrom('app_secret').select('name').where('name', '=', name),
    )
    const row = { name: 'shared', value: Buffer.from('x') }
    await database.kysely.transaction().execute(async (db) => {
      await db.insertInto('app_secret').values(row).execute()
      expect(await find(db, row)).toEqual([{ name: row.name }])
      expect(await find(database.kysely, row)).toEqual([])
      await db.deleteFrom('app_secret').where('name', '=', row.name).execute()
    })
  })
})
