import { isDeepStrictEqual } from 'node:util'
import type { Registry } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, type JobInsert, PgBoss } from 'pg-boss'
import type * as z from 'zod/mini'
import { afterCommit } from '#db/after-commit.ts'
import { heldSilenceMs } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { byName } from '#db/prepared.ts'
import { giveUpSilent } from '#db/silence.ts'
import { failedJobs } from './metrics.ts'

/** A kind of work that is done after the commit. */
export interface JobKind<Data> {
  name: string
  data: z.ZodMiniType<Data>
}

/** A kind of work with the function that does it. It may run more than once, so it must be idempotent. */
export interface Job<Ctx = unknown, Data = unknown> extends JobKind<Data> {
  run(data: Data, ctx: Ctx): Promise<void>
  /** Seconds after which an unfinished run counts as lost and the job is tried again; 60 by default. */
  lostAfter?: number
  /** Number of jobs fetched at once and run one after the other; one by default. If one fails, all run again. */
  batch?: number
  /** Number of jobs of the kind that run at the same time; one by default. */
  atOnce?: number
  /** Number of retries, and seconds before the first: 5 and 1 by default. Pauses double. */
  retry?: { limit: number; delay: number }
  /**
   * When the queue starts it by itself: five fields of cron, in UTC. If no process was up then, it runs once as soon as
   * one is.
   */
  cron?: string
}

/** Ties a kind of work to the function that does it. */
export function defineJob<Data, Ctx>(
  kind: JobKind<Data>,
  run: (data: Data, ctx: Ctx) => Promise<void>,
): Job<Ctx> {
  return { ...kind, run } as Job<Ctx>
}

export interface Queue {
  /**
   * Adds a job. Inside a transaction it exists only if that commits. It is retried with growing pauses.
   * @param startAfter the earliest start; at once by default
   */
  enqueue<Data extends object>(db: Db, kind: JobKind<Data>, data: Data, startAfter?: Date): Promise<void>
  close(): Promise<void>
}

/** Returns `retry` as options of the queue. */
const retriesOf = ({ retry = { limit: 5, delay: 1 } }: Pick<Job, 'retry'>) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delay,
  retryBackoff: true,
})

/** The name of a restore's own connections, so that they aren't taken for a running app's. */
const ofRestore = 'tagalong restore'

/** Makes or updates the queue's own tables. */
export async function migrateQueue(url: string): Promise<void> {
  const boss = bossOn(url, ofRestore)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Opens a queue without workers, only for putting back the jobs of a backup. */
export async function openForInsert(url: string): Promise<{
  /** In the client's transaction. */
  insert(client: pg.Client, name: string, jobs: JobInsert[]): Promise<void>
  close(): Promise<void>
}> {
  const boss = bossOn(url, ofRestore)
  await boss.start()
  return {
    async insert(client, name, jobs) {
      await boss.createQueue(name, { ...retriesOf({}), notify: true })
      await boss.insert(name, jobs, { db: { executeSql: (text, values) => client.query(text, values) } })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** @param means what jobs get besides the queue itself; if it has `metrics`, failures are counted there */
export async function startQueue<Means extends { log: FastifyBaseLogger; metrics?: Registry }>(
  url: string,
  jobs: readonly Job<Means & { queue: Queue }>[],
  means: Means,
  silenceMs = heldSilenceMs,
): Promise<Queue> {
  const { log } = means
  const boss = bossOn(url, 'tagalong queue')
  let isClosed = false
  boss.on('error', (error) => {
    // PostgreSQL may be stopped before it has noticed that these connections were closed.
    if (!isClosed) log.error({ err: error }, 'queue')
  })
  await boss.start()
  // pg-boss has a pool of its own, which its types hide.
  giveUpSilent((boss.getDb() as unknown as { pool: pg.Pool }).pool, silenceMs)
  const workers = new Map<string, string[]>()
  const stopLooking = wakeOnceASecond(boss, workers, log)
  const queue: Queue = {
    async enqueue(db, kind, data, startAfter) {
      const { executeSql } = fromKysely(db)
      // Prepared: the statement is the same for each kind of work.
      await boss.send(kind.name, data, {
        db: { executeSql: (text, values) => executeSql(byName(text), values) },
        ...(startAfter && { startAfter }),
      })
      // No NOTIFY in the transaction: commits with one wait for each other's disk writes.
      await afterCommit(db, () => {
        for (const id of workers.get(kind.name) ?? []) boss.notifyWorker(id)
      })
    },
    async close() {
      stopLooking()
      await boss.stop({ graceful: true, timeout: 3_000 })
      isClosed = true
    },
  }
  const ctx = { ...means, queue }
  // Usually nothing has changed since the last start: one query finds that out, instead of a hundred.
  const there = new Map((await boss.getQueues()).map((each) => [each.name, each]))
  const open = async (job: Job<typeof ctx>) => {
    // Starts at 0: Prometheus sees no increase in a counter whose first value is 1.
    if (means.metrics) failedJobs(means.metrics).inc({ name: job.name }, 0)
    const wanted = { ...retriesOf(job), expireInSeconds: job.lostAfter ?? 60, notify: false }
    const known = there.get(job.name)
    if (!known) await boss.createQueue(job.name, wanted)
    else if (!isDeepStrictEqual({ ...known, ...wanted }, known)) await boss.updateQueue(job.name, wanted)
    const ids = Array.from({ length: job.atOnce ?? 1 }, () => startWorker(boss, job, ctx))
    workers.set(job.name, await Promise.all(ids))
    if (job.cron) await boss.schedule(job.name, job.cron, null, { missed: 'once' })
  }
  await Promise.all(jobs.map(open))
  return queue
}

const dueKinds = `select kind from unnest($1::text[]) as kind, lateral (
  select from pgboss.job
   where name = kind and state < 'active' and not blocked and start_after <= now() limit 1) as due`

/**
 * Wakes the workers of due jobs, by one query a second for all kinds. If some fifty workers asked for themselves, they
 * would take a twentieth of a core.
 */
function wakeOnceASecond(
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  log: FastifyBaseLogger,
): () => void {
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const { rows } = await boss.getDb().executeSql(dueKinds, [[...workers.keys()]])
      for (const { kind } of rows) for (const id of workers.get(kind) ?? []) boss.notifyWorker(id)
    } catch (error) {
      log.error({ err: error }, 'queue')
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, 1_000)
  return () => clearInterval(timer)
}

/**
 * Starts a worker. It looks for jobs when it is woken, after each job until none is left, and once a minute by itself.
 * Returns its id.
 */
async function startWorker<Ctx extends { log: FastifyBaseLogger; metrics?: Registry }>(
  boss: PgBoss,
  job: Job<Ctx>,
  ctx: Ctx,
): Promise<string> {
  let id = ''
  const options = { pollingIntervalSeconds: 60, batchSize: job.batch ?? 1 }
  const logFailure = (error: unknown) => {
    ctx.log.error({ err: error, job: job.name })
    if (ctx.metrics) failedJobs(ctx.metrics).inc({ name: job.name })
  }
  // The queue gives up a run that takes too long, or isn't done when it stops, and tries it again without reporting it.
  const onGivenUp = () => logFailure(new Error('a run was given up before its end'))
  id = await boss.work(job.name, options, async (batch) => {
    const givenUp = batch[0]?.signal
    givenUp?.addEventListener('abort', onGivenUp)
    try {
      for (const { data } of batch) await job.run(job.data.parse(data ?? {}), ctx)
    } catch (error) {
      logFailure(error)
      throw error
    } finally {
      givenUp?.removeEventListener('abort', onGivenUp)
      boss.notifyWorker(id)
    }
  })
  return id
}

function bossOn(url: string, name: string): PgBoss {
  return new PgBoss({
    connectionString: url,
    max: 3,
    // How soon jobs of a killed process are started again.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    application_name: name,
  })
}
