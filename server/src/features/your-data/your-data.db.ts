import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * For ten minutes, unless it is freed before: longer than any download lasts, and what a process that died leaves behind
 * holds nobody up for longer. null where another download is on its way, in whatever process.
 */
export async function takePlace(db: Db, userId: string): Promise<Date | null> {
  const taken = await db
    .updateTable('app_user')
    .set({ packing_until: sql<Date>`date_trunc('milliseconds', now() + interval '10 minutes')` })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('packing_until', 'is', null), eb('packing_until', '<', sql<Date>`now()`)]))
    .returning('packing_until')
    .executeTakeFirst()
  return taken?.packing_until ?? null
}

/** Unless it is another download's by now. */
export async function freePlace(db: Db, userId: string, until: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ packing_until: null })
    .where('id', '=', userId)
    .where('packing_until', '=', until)
    .execute()
}
