import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Adds metrics that are read on request: all processes report the same. */
export function addJobMetrics(metrics: Registry, db: Db): void {
  failedJobs(metrics)
  new Gauge({
    name: 'jobs_waiting_seconds',
    help: 'for how long the oldest job waits that could be done now',
    registers: [metrics],
    async collect() {
      const { rows } = await sql<{ seconds: number }>`
        select coalesce(extract(epoch from now() - min(start_after)), 0)::float as seconds
        from pgboss.job where state < 'active' and not blocked and start_after <= now()`.execute(db)
      this.set(rows[0]?.seconds ?? 0)
    },
  })
  new Gauge({
    name: 'sweep_finished_timestamp_seconds',
    help: 'when the last nightly sweep was done; where none is known, since when it should be',
    registers: [metrics],
    async collect() {
      // Jobs that are done are deleted after some days, so there may be none.
      const { rows } = await sql<{ at: number | null }>`
        select extract(epoch from coalesce(
          (select max(completed_on) from pgboss.job where name = 'sweep' and state = 'completed'),
          (select created_on from pgboss.queue where name = 'sweep')))::float as at`.execute(db)
      const at = rows[0]?.at
      if (at) this.set(at)
    },
  })
}

/** Returns the counter of failed runs by job name, always the same one. Most jobs are tried again. */
export function failedJobs(metrics: Registry): Counter<'name'> {
  const name = 'jobs_failed_total'
  const made = metrics.getSingleMetric(name) as Counter<'name'> | undefined
  const help = 'runs of jobs that failed, most of which are tried again'
  return made ?? new Counter({ name, help, labelNames: ['name'], registers: [metrics] })
}
