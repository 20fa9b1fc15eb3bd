import type { Db } from '#db/db.ts'

/** Returns the users whose closed accounts are due for erasure. */
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
