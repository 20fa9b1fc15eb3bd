import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from '#db/db.ts'
import type { DB } from '#db/types.ts'

/** Returns the queries that `ask` sends to the database. */
export async function queriesOf(pool: pg.Pool, ask: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool })
  await ask(new Kysely<DB>({ dialect, log: ({ query }) => void queries.push(query) }))
  return queries
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/**
 * Returns the parts of the query's plan that read a whole table or index: planned for its values, and planned once for
 * any values, as a prepared statement is.
 */
export async function wholeReadsOf(pool: pg.Pool, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const forValues = await pool.query(`explain (format json) ${sql}`, [...parameters])
  const client = await pool.connect()
  try {
    await client.query(`prepare planned as ${sql}`)
    await client.query('set plan_cache_mode = force_generic_plan')
    const nulls = parameters.map(() => 'null').join(', ')
    const forAny = await client.query(`explain (format json) execute planned${nulls && ` (${nulls})`}`)
    return [forValues, forAny].flatMap(({ rows }) => wholeReads(rows[0]['QUERY PLAN'][0].Plan))
  } finally {
    await client.query('deallocate planned; reset plan_cache_mode').catch(() => undefined)
    client.release()
  }
}

function wholeReads(plan: Plan): string[] {
  const type = plan['Node Type']
  const isWhole = type === 'Seq Scan' || (/Index/.test(type) && !plan['Index Cond'])
  return [
    ...(isWhole ? [`${type} ${plan['Relation Name'] ?? ''}`] : []),
    ...(plan.Plans ?? []).flatMap(wholeReads),
  ]
}
