import { Registry } from '@prometheus-io/client'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { wireToPostgres } from '#test/cluster/wire.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { addPerson, expireSession } from '#test/world.ts'
import { type Job, type Queue, startQueue } from './queue.ts'
import { sweep } from './sweep.ts'

let database: Database
let queue: Queue
let ran: number[]
let failures: number
let metrics: Registry
const log = pino({ level: 'silent' })

const count: Job<unknown, { number: number }> = {
  name: 'count',
  data: z.object({ number: z.int() }),
  async run({ number }) {
    if (failures > 0) {
      failures -= 1
      throw new Error('not this time')
    }
    ran.push(number)
  },
}

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await resetDatabase()
  ran = []
  failures = 0
  metrics = new Registry()
  queue = await startQueue(await testDatabaseUrl(), [count as Job], { log, metrics })
})
afterEach(() => queue.close())

const enqueue = (number: number, end: 'commit' | 'rollback') =>
  database.kysely
    .transaction()
    .execute(async (db) => {
      await queue.enqueue(db, count, { number })
      if (end === 'rollback') throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))

describe('the queue', () => {
  test('runs a job once its transaction has committed, and never if that rolls back', {
    tags: ['API-045'],
  }, async () => {
    await enqueue(1, 'rollback')
    await enqueue(2, 'commit')
    await vi.waitFor(() => expect(ran).toEqual([2]), { timeout: 10_000 })
  })

  test('logs a job that fails, and tries it again', {
    tags: ['API-045'],
  }, async () => {
    const logged = vi.spyOn(log, 'error')
    failures = 1
    await enqueue(3, 'commit')
    await vi.waitFor(() => expect(ran).toEqual([3]), { timeout: 15_000 })
    expect(await metrics.metrics()).toContain('jobs_failed_total{name="count"} 1')
    expect(logged).toHaveBeenCalledExactlyOnceWith({
      err: expect.objectContaining({ message: 'not this time' }),
      job: 'count',
    })
  })

  test('logs a run that takes too long, and tries its job again', {
    tags: ['API-045'],
  }, async () => {
    await queue.close()
    const logged = vi.spyOn(log, 'error')
    const held = Promise.withResolvers<void>()
    let runs = 0
    const slow = {
      ...count,
      lostAfter: 1,
      async run({ number }: { number: number }) {
        runs += 1
        if (runs === 1) await held.promise
        else ran.push(number)
      },
    }
    queue = await startQueue(await testDatabaseUrl(), [slow as Job], { log, metrics })
    await enqueue(8, 'commit')
    await vi.waitFor(() => expect(ran).toEqual([8]), { timeout: 15_000 })
    held.resolve()
    expect(await metrics.metrics()).toContain('jobs_failed_total{name="count"} 1')
    expect(logged).toHaveBeenCalledExactlyOnceWith({
      err: expect.objectContaining({ message: 'a run was given up before its end' }),
      job: 'count',
    })
  })

  test('finds a job from another process within seconds', { tags: ['API-045'] }, async () => {
    const other = await startQueue(await testDatabaseUrl(), [], { log })
    try {
      await other.enqueue(database.kysely, count, { number: 4 })
      await vi.waitFor(() => expect(ran).toEqual([4]), { timeout: 10_000 })
    } finally {
      await other.close()
    }
  })

  test('connects again and goes on if the database stops answering', {
    tags: ['API-045'],
    timeout: 60_000,
  }, async () => {
    await queue.close()
    const { wire, url } = await wireToPostgres(await testDatabaseUrl())
    const other = await startQueue(await testDatabaseUrl(), [], { log })
    // Longer than a busy machine holds up an answer.
    queue = await startQueue(url, [count as Job], { log }, 4_000)
    try {
      await enqueue(6, 'commit')
      await vi.waitFor(() => expect(ran).toEqual([6]), { timeout: 25_000 })
      wire.mute()
      await other.enqueue(database.kysely, count, { number: 7 })
      await vi.waitFor(() => expect(ran).toEqual([6, 7]), { timeout: 25_000 })
    } finally {
      await other.close()
      await queue.close()
      wire.close()
    }
  })

  test('gives a kind of job the settings of the release that runs', async () => {
    const lostAfter = async () => {
      const queues = await database.pool.query(`select expire_seconds from pgboss.queue where name = 'count'`)
      return queues.rows[0].expire_seconds
    }
    expect(await lostAfter()).toBe(60)
    await queue.close()
    queue = await startQueue(await testDatabaseUrl(), [{ ...count, lostAfter: 300 } as Job], { log })
    expect(await lostAfter()).toBe(300)
    await queue.close()
    queue = await startQueue(await testDatabaseUrl(), [count as Job], { log })
    expect(await lostAfter()).toBe(60)
  })

  test('retries a job as often, and after the pause, that the job states', async () => {
    await queue.close()
    queue = await startQueue(await testDatabaseUrl(), [{ ...count, retry: { limit: 8, delay: 30 } } as Job], {
      log,
    })
    failures = 1
    await enqueue(5, 'commit')
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query(
          `select retry_limit, start_after - now() > interval '20 seconds' as is_later
           from pgboss.job where name = 'count' and state = 'retry'`,
        )
        expect(rows).toEqual([{ retry_limit: 8, is_later: true }])
      },
      { timeout: 10_000 },
    )
  })

  test('starts a scheduled job that was missed without a process once, in the next process', {
    tags: ['API-044'],
  }, async () => {
    await queue.close()
    const { pool } = database
    const url = await testDatabaseUrl()
    const past = new Date(Date.now() - 2 * 3_600_000)
    const cron = `${past.getUTCMinutes()} ${past.getUTCHours()} * * *`
    const nightly = { name: 'nightly', data: z.object({}), cron, run: async () => void ran.push(9) }
    queue = await startQueue(url, [nightly], { log })
    await queue.close()
    // Three nights without a process.
    await pool.query(`update pgboss.schedule set created_on = now() - interval '1 month'`)
    await pool.query(`update pgboss.version set cron_on = now() - interval '3 days'`)
    queue = await startQueue(url, [nightly], { log })
    try {
      await vi.waitFor(() => expect(ran).toEqual([9]), { timeout: 20_000 })
      const jobs = await pool.query(`select state from pgboss.job where name = 'nightly'`)
      expect(jobs.rowCount).toBe(1)
    } finally {
      await pool.query('delete from pgboss.schedule')
    }
  })

  test('works off a backlog without a pause between jobs', async () => {
    await queue.close()
    const url = await testDatabaseUrl()
    const idle = await startQueue(url, [], { log })
    const waiting = Array.from({ length: 200 }, (_, number) => number)
    await Promise.all(waiting.map((number) => idle.enqueue(database.kysely, count, { number })))
    await idle.close()
    queue = await startQueue(url, [{ ...count, atOnce: 2 } as Job], { log })
    // At one job a second and worker, it would take 100 s.
    await vi.waitFor(() => expect(ran.toSorted((a, b) => a - b)).toEqual(waiting), { timeout: 20_000 })
  }, 30_000)

  test('the nightly sweep deletes expired sessions and tokens, and keeps live ones', {
    tags: ['API-044'],
  }, async () => {
    const [gone, alive] = [await addPerson(database), await addPerson(database)]
    await expireSession(database, gone)
    await database.pool.query(`update session set expires_at = now() - interval '91 days' where id = $1`, [
      gone.sessionId,
    ])
    await sweep(database.kysely)
    // A live session with a token that was replaced long ago.
    await database.pool.query(
      `insert into refresh_token (hash, session_id, expires_at, replaced_at)
       values ('\\x00', $1, now() + interval '1 day', now() - interval '8 days')`,
      [alive.sessionId],
    )
    await sweep(database.kysely)
    const tokens = await database.pool.query('select count(*)::int as n from refresh_token')
    expect(tokens.rows[0].n).toBe(1)
    const left = await database.pool.query(
      'select session_id from refresh_token union select session_id from access_token',
    )
    expect(left.rows).toEqual([{ session_id: alive.sessionId }])
  })

  test('the nightly sweep skips a locked row instead of waiting for it', {
    tags: ['API-044'],
  }, async () => {
    const over: string[] = []
    for (let n = 0; n < 2; n += 1) {
      const person = await addPerson(database)
      await expireSession(database, person)
      over.push(person.sessionId)
    }
    await database.pool.query(`update session set expires_at = now() - interval '91 days'`)
    const holder = await database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from session where id = $1 for update', [over[0]])
      await sweep(database.kysely)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await database.pool.query('select id from session')).rows).toEqual([{ id: over[0] }])
  })
})
