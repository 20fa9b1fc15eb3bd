import { Counter, type Registry } from '@prometheus-io/client'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { sweepOutbox } from '#integrations/sweep-outbox.ts'
import { type Over, over, type SweptKind } from './over.ts'
import type { Job } from './queue.ts'

/** Number of rows per statement, so that none runs for long, however much there is. */
const batch = 5_000

/** Returns the counter of swept rows by kind, always the same one. */
export function sweptRows(metrics: Registry): Counter<'kind'> {
  const name = 'swept_rows_total'
  const made = metrics.getSingleMetric(name) as Counter<'kind'> | undefined
  const help = 'rows whose time was over, by kind'
  return made ?? new Counter({ name, help, labelNames: ['kind'], registers: [metrics] })
}

/** Deletes, each night, rows whose time is over. They only take up room. */
export const sweepJob: Job<{ db: Db; env: Env; metrics: Registry }> = {
  name: 'sweep',
  data: z.object({}),
  cron: '17 3 * * *',
  lostAfter: 3_600,
  run: async (_none, { db, env, metrics }) => {
    const count = (kind: string, rows: number) => sweptRows(metrics).inc({ kind }, rows)
    try {
      await sweep(db, count)
    } finally {
      count('outbox', await sweepOutbox(env.dataDir))
    }
  },
}

/**
 * Sweeps all kinds, and returns how many rows of each were taken. Run twice, or twice at once, it takes no more. If a
 * kind fails, the others are still swept; then it throws, so that the job is tried again.
 */
export async function sweep(
  db: Db,
  swept: (kind: string, rows: number) => void = () => undefined,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const errors: unknown[] = []
  for (const [kind, tables] of kinds) {
    try {
      for (const each of tables) {
        const { first } = each
        if (first) await untilNone(batch, (limit) => takeOut(db, first, limit))
        await untilNone(each.batch ?? batch, async (limit) => {
          const rows = await takeOut(db, each, limit)
          counts.set(kind, (counts.get(kind) ?? 0) + rows)
          if (rows > 0) swept(kind, rows)
          return rows
        })
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all whose time is over was swept')
  return counts
}

/** Counts the rows of each kind that a sweep would take. */
export async function countOver(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [kind, tables] of kinds) {
    for (const { table, when } of tables) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${when}`.execute(db)
      counts.set(kind, (counts.get(kind) ?? 0) + (rows[0]?.count ?? 0))
    }
  }
  return counts
}

const kinds = Object.entries(over) as [SweptKind, readonly Over[]][]

async function untilNone(limit: number, take: (limit: number) => Promise<number>): Promise<void> {
  while ((await take(limit)) >= limit);
}

/**
 * Deletes or changes up to `limit` rows. Rows that a call holds are left for another night: without waiting there is no
 * order of locks to keep. Once the rows are locked, nobody can change them any more, so the condition is checked again.
 * As a parameter instead of a literal, the limit would make Postgres plan for a tenth of the table.
 */
function takeOut(db: Db, { table, when: isOver, once, set }: Over, limit: number): Promise<number> {
  const when = once ? sql`${isOver} and ${once}` : isOver
  const rows = sql.table(table)
  const change: RawBuilder<unknown> = set ? sql`update ${rows} set ${set}` : sql`delete from ${rows}`
  return db.transaction().execute(async (transaction) => {
    const locked = await sql<{ at: string }>`
      select ctid::text as at from ${rows} where ${when} limit ${sql.lit(limit)} for update skip locked`.execute(
      transaction,
    )
    if (locked.rows.length === 0) return 0
    const places = locked.rows.map(({ at }) => at)
    const { numAffectedRows } = await sql`
      ${change} where ctid = any (${places}::tid[]) and ${when}`.execute(transaction)
    return Number(numAffectedRows ?? 0)
  })
}
