import pg from 'pg'

/** The oldest PostgreSQL that the migrations are written for. */
export const oldestServer = 15

/** Returns the server's version if it is too old for this program, otherwise undefined. */
export async function tooOldVersion(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const [found] = rows
  return found && found.number < oldestServer * 10_000 ? found.version : undefined
}

/** Returns the time zones of profiles that the server doesn't know; it counts them as UTC. */
export async function unknownZones(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ zone: string }>(
    `select zone from (select distinct time_zone as zone from caregiver) stored
      where not exists (select from pg_timezone_names where name = zone) order by zone`,
  )
  return rows.map(({ zone }) => zone)
}

/** Describes the database of an address, without its password. */
export function describeDatabase(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${database} at ${host}:${port}`
}
