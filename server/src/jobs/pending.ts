import type { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openForInsert } from './queue.ts'

/** Number of jobs inserted at once. */
const batch = 500

/**
 * Returns a query for all jobs that have not ended, one JSON text each. Their form isn't pg-boss' own, so that another
 * version of it may take them. Undefined if there is no queue yet.
 */
export async function pendingJobsQuery(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(`select to_regclass('pgboss.job') as job`)
  if (rows[0]?.job === null) return undefined
  return `select jsonb_build_object('name', name, 'id', id, 'data', data, 'startAfter', start_after,
      'singletonKey', singleton_key, 'expireInSeconds', expire_seconds, 'retryLimit', retry_limit,
      'retryDelay', retry_delay, 'retryBackoff', retry_backoff)
    from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
    order by created_on, id`
}

/**
 * Puts such jobs back into the queue, in the client's transaction. They start again with all their retries.
 * @param fill writes their lines
 */
export async function insertPendingJobs(
  client: pg.Client,
  url: string,
  fill: (lines: Writable) => Promise<void>,
): Promise<void> {
  await client.query('create temporary table pending_job (number serial, job jsonb) on commit drop')
  await fill(client.query(copyFrom('copy pending_job (job) from stdin')))
  const { rows } = await client.query<{ name: string }>(
    `select distinct job->>'name' as name from pending_job`,
  )
  if (rows.length === 0) return
  const queue = await openForInsert(url)
  try {
    for (const { name } of rows) await insertJobsOf(client, queue, name)
  } finally {
    await queue.close()
  }
}

async function insertJobsOf(
  client: pg.Client,
  queue: Awaited<ReturnType<typeof openForInsert>>,
  name: string,
): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ number: number; job: { id: string } }>(
      `select number, jsonb_strip_nulls(job - 'name') as job from pending_job
        where job->>'name' = $1 and number > $2 order by number limit $3`,
      [name, last, batch],
    )
    if (rows.length === 0) return
    await queue.insert(
      client,
      name,
      rows.map(({ job }) => job),
    )
    last = rows.at(-1)?.number ?? last
  }
}
