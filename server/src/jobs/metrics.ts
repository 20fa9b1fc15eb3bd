import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Read when it is asked for: all processes say the same. */
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
    help: 'when the last nightly sweep was done; 0 before the first',
    registers: [metrics],
    async collect() {
      const { rows } = await sql<{ at: number | null }>`
        select extract(epoch from max(completed_on))::float as at
        from pgboss.job where name = 'sweep' and state = 'completed'`.execute(db)
      const at = rows[0]?.at
      if (at) this.set(at)
    },
  })
}

/** What counts the runs that failed, by the job's name; most are tried again. The same one each time. */
export function failedJobs(metrics: Registry): Counter<'name'> {
  const name = 'jobs_failed_total'
  const made = metrics.getSingleMetric(name) as Counter<'name'> | undefined
  const help = 'runs of jobs that failed, most of which are tried again'
  return made ?? new Counter({ name, help, labelNames: ['name'], registers: [metrics] })
}
