import type { Db } from '#db/db.ts'

/** The users whose accounts were closed so long ago that they go. */
export async function listClosedUsers(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('standing', '=', 'closed')
    .where('standing_until', '<=', now)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether it still is. */
export async function isStillClosed(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('standing', '=', 'closed')
    .where('standing_until', '<=', now)
    .executeTakeFirst()
  return row !== undefined
}
