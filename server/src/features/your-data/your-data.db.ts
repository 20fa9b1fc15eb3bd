import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Takes the user's place for a download, for ten minutes unless it is freed before. That is longer than any download
 * lasts, and a process that died blocks nobody for longer. Null if another download is running, on any process.
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

/** Frees the place, unless another download has it by now. */
export async function freePlace(db: Db, userId: string, until: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ packing_until: null })
    .where('id', '=', userId)
    .where('packing_until', '=', until)
    .execute()
}
