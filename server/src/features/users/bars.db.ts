import { lengthOf } from '@tagalong/contract/features/retention/retention.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** The HMAC of a closed account's phone number or email. */
export interface Bar {
  kind: 'phone' | 'email'
  hash: Buffer
}

/** Bars them for as long as bars are kept, or until `end` if that comes first. */
export async function insertBars(db: Db, bars: readonly Bar[], end: Date | null): Promise<void> {
  if (bars.length === 0) return
  const until = sql<Date>`least(now() + ${lengthOf('bars')}::interval, ${end}::timestamptz)`
  await db
    .insertInto('barred')
    .values(bars.map((bar) => ({ ...bar, until })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'hash'])
        .doUpdateSet({ until: sql<Date>`greatest(barred.until, excluded.until)` }),
    )
    .execute()
}

export async function deleteBars(db: Db, bars: readonly Bar[]): Promise<void> {
  for (const { kind, hash } of bars) {
    await db.deleteFrom('barred').where('kind', '=', kind).where('hash', '=', hash).execute()
  }
}

export async function isBarred(db: Db, { kind, hash }: Bar): Promise<boolean> {
  const row = await db
    .selectFrom('barred')
    .select('kind')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
