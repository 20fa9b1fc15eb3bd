import { pino } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { features } from '#features.ts'
import { type Job, startQueue } from '#jobs/queue.ts'
import { createDatabase, namePrefix } from './postgres.ts'

export interface SimulatedTime {
  database: Database
  /** For other processes: whoever connects with it gets the same time. */
  url: string
  /** Sets the time that SQL's now() returns. */
  set(now: number): Promise<void>
}

/** Makes a database of its own whose time is set by the test. Its queue keeps all jobs, and has no workers. */
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
  // Changed one by one: the defaults of columns don't look up now() by its name.
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
