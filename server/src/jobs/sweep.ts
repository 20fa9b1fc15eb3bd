import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Job } from './queue.ts'

/** So many rows at a time, so that no statement runs for long, however much there is. */
const batch = 5_000

/** What nobody reads any more, by table. A replaced refresh token is kept for a week: its reuse gives a thief away. */
const over: [table: string, when: RawBuilder<unknown>][] = [
  ['access_token', sql`expires_at < now()`],
  ['refresh_token', sql`expires_at < now() or replaced_at < now() - interval '7 days'`],
  ['websocket_ticket', sql`expires_at < now()`],
  ['session', sql`expires_at < now() or revoked_at < now() - interval '7 days'`],
  ['mail_token', sql`expires_at < now()`],
  ['phone_code', sql`expires_at < now() - interval '24 hours'`],
  ['barred', sql`until < now()`],
  // Of who left, by their number. Who came back by it is blocked for good.
  ['block', sql`blocked_id is null and gone_at < now() - interval '24 months'`],
  ['known_device', sql`expires_at < now()`],
  ['notification', sql`created_at < now() - interval '180 days'`],
  ['push_subscription', sql`expired_at < now() - interval '30 days'`],
  ['crash_report', sql`created_at < now() - interval '30 days'`],
  ['broadcast', sql`done_at is not null and created_at < now() - interval '30 days'`],
  ['idempotency_key', sql`created_at < now() - interval '24 hours'`],
  // Whatever the provider sends again is answered again.
  ['billing_event', sql`handled_at < now() - interval '60 days'`],
  ['rate_limit', sql`expire < extract(epoch from now()) * 1000`],
]

/** Nightly: rows whose time is over. They only take room. */
export const sweepJob: Job<{ db: Db }> = {
  name: 'sweep',
  data: z.object({}),
  cron: '17 3 * * *',
  run: async (_none, { db }) => void (await sweep(db)),
}

/** Answers how many rows of each table went. */
export async function sweep(db: Db): Promise<Map<string, number>> {
  const swept = new Map<string, number>()
  for (const [table, when] of over) {
    const rows = sql.table(table)
    for (let gone = batch; gone >= batch; ) {
      // What a call holds just now is taken another night: with nothing to wait for there is no order to keep.
      const { numAffectedRows } = await sql`delete from ${rows} where ctid = any (array(
        select ctid from ${rows} where ${when} limit ${batch} for update skip locked))`.execute(db)
      gone = Number(numAffectedRows ?? 0)
      swept.set(table, (swept.get(table) ?? 0) + gone)
    }
  }
  return swept
}

/** How many rows of each table would go. */
export async function countOver(db: Db): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  for (const [table, when] of over) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${when}`.execute(db)
    counted.set(table, rows[0]?.count ?? 0)
  }
  return counted
}
