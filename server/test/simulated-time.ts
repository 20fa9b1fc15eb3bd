import { pino } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { features } from '#features.ts'
import { type Job, startQueue } from '#jobs/queue.ts'
import { createDatabase, namePrefix } from './postgres.ts'

export interface SimulatedTime {
  database: Database
  /** For other processes: whoever connects by it is told the same time. */
  url: string
  /** From then on it is that late, for whatever SQL calls now(). */
  set(now: number): Promise<void>
}

/** A database of its own, in which it is as late as it is told. Its queue keeps all jobs, and nobody works them. */
export async function simulatedTime(): Promise<SimulatedTime> {
  const plain = await createDatabase(
    inject('postgresUrl'),
    `${namePrefix()}_simulated_${process.env.VITEST_POOL_ID ?? '0'}`,
    inject('templateDatabase'),
  )
  const idle = features.flatMap(({ jobs = [] }) =>
    jobs.map(({ name, data }) => ({ name, data, run: async () => undefined }) as Job),
  )
  await (await startQueue(plain, idle, { log: pino({ level: 'silent' }) })).close()
  const options = encodeURIComponent('-c search_path=simulated,pg_catalog,public')
  const url = `${plain}${plain.includes('?') ? '&' : '?'}options=${options}`
  const database = await openDatabase(url)
  // Columns know their defaults by more than a name.
  await database.pool.query(`
    create schema simulated;
    create table simulated.clock as select pg_catalog.now() as at;
    create function simulated.now() returns timestamptz language sql stable as 'select at from simulated.clock';
    alter table notification alter created_at set default simulated.now(), alter touched_at set default simulated.now();
    create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select at from simulated.clock';
    delete from pgboss.job`)
  return {
    database,
    url,
    async set(now) {
      await database.pool.query('update simulated.clock set at = $1', [new Date(now)])
    },
  }
}
