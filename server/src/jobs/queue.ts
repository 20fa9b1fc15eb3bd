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

/** One kind of work that leaves after commit. */
export interface JobKind<Data> {
  name: string
  data: z.ZodMiniType<Data>
}

/** A kind with what does it. It may run more than once, so it must bear that. */
export interface Job<Ctx = unknown, Data = unknown> extends JobKind<Data> {
  run(data: Data, ctx: Ctx): Promise<void>
  /** After so many seconds without an end a run counts as lost, and the job is tried again; 60 by default. */
  lostAfter?: number
  /** How many are taken at a time, one after the other; one by default. Where one fails, all run again. */
  batch?: number
  /** How many of the kind run side by side; one by default. */
  atOnce?: number
  /** How often it is tried again, and after how many seconds at first: 5 times from 1 s by default. Pauses double. */
  retry?: { limit: number; delay: number }
  /** When the queue starts it by itself; five fields of cron, in UTC. Where no process was up then, once as soon as one is. */
  cron?: string
}

/** Ties a kind of work to what does it. */
export function defineJob<Data, Ctx>(
  kind: JobKind<Data>,
  run: (data: Data, ctx: Ctx) => Promise<void>,
): Job<Ctx> {
  return { ...kind, run } as Job<Ctx>
}

export interface Queue {
  /**
   * Inside a transaction the job exists exactly if that commits. Tried again with growing pauses.
   * @param startAfter not before; at once where it isn't said
   */
  enqueue<Data extends object>(db: Db, kind: JobKind<Data>, data: Data, startAfter?: Date): Promise<void>
  close(): Promise<void>
}

/** As the queue calls it. */
const retriesOf = ({ retry = { limit: 5, delay: 1 } }: Pick<Job, 'retry'>) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delay,
  retryBackoff: true,
})

/** Whoever restores must not take the queue that it makes for a running app's. */
const ofRestore = 'tagalong restore'

/** Makes or updates the queue's own tables. */
export async function migrateQueue(url: string): Promise<void> {
  const boss = bossOn(url, ofRestore)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Works nothing: only for putting jobs back that there were before. */
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

/** @param means what jobs are handed, beside the queue itself; with `metrics`, failures are counted there */
export async function startQueue<Means extends { log: FastifyBaseLogger; metrics?: Registry }>(
  url: string,
  jobs: readonly Job<Means & { queue: Queue }>[],
  means: Means,
  silenceMs = heldSilenceMs,
): Promise<Queue> {
  const { log } = means
  const boss = bossOn(url, 'tagalong queue')
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  await boss.start()
  // Its own pool, which its types hide.
  giveUpSilent((boss.getDb() as unknown as { pool: pg.Pool }).pool, silenceMs)
  const workers = new Map<string, string[]>()
  const stopLooking = wakeOnceASecond(boss, workers, log)
  const queue: Queue = {
    async enqueue(db, kind, data, startAfter) {
      const { executeSql } = fromKysely(db)
      // The same statement for each kind of work.
      await boss.send(kind.name, data, {
        db: { executeSql: (text, values) => executeSql(byName(text), values) },
        ...(startAfter && { startAfter }),
      })
      // No NOTIFY in the transaction: commits with one wait for each other's disk.
      await afterCommit(db, () => {
        for (const id of workers.get(kind.name) ?? []) boss.notifyWorker(id)
      })
    },
    async close() {
      stopLooking()
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }
  const ctx = { ...means, queue }
  // Most starts find all as it was left: one question instead of a hundred.
  const there = new Map((await boss.getQueues()).map((each) => [each.name, each]))
  const open = async (job: Job<typeof ctx>) => {
    // Prometheus sees no growth in a counter that begins with the first one.
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

/** One question for all kinds together: some fifty workers that each ask take a twentieth of a core. */
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
 * Looks when it is woken, after each job until none is left, and once a minute by itself. Answers its id.
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
  // The queue gives up whatever takes too long, or is not done when it stops, and tries it again without a word.
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
    // How soon what a killed process had begun is begun again.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    application_name: name,
  })
}
