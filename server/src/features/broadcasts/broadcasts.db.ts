import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export async function insertBroadcast(
  db: Db,
  { id, title, url, groupId }: { id: string; title: string; url: string; groupId: string | null },
): Promise<void> {
  await db.insertInto('broadcast').values({ id, title, url, group_id: groupId }).execute()
}

export interface BroadcastRow {
  title: string
  url: string
  group_id: string | null
  told_until: string | null
  created_at: Date
}

/**
 * Locks the broadcast, so that nobody else goes on with it before the transaction ends. Undefined if it is done, or its
 * group is gone.
 */
export function lockBroadcast(db: Db, id: string): Promise<BroadcastRow | undefined> {
  return db
    .selectFrom('broadcast')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .select(['title', 'url', 'group_id', 'told_until', 'created_at'])
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the next users, by id, who were registered when it was sent. */
export async function listNextUsers(db: Db, row: BroadcastRow, limit: number): Promise<string[]> {
  let users = db
    .selectFrom('app_user')
    .where('app_user.created_at', '<=', row.created_at)
    .select('app_user.id')
    .orderBy('app_user.id')
    .limit(limit)
  if (row.told_until) users = users.where('app_user.id', '>', row.told_until)
  const { group_id: groupId } = row
  if (groupId) {
    users = users.where('app_user.id', 'in', (eb) =>
      eb
        .selectFrom('group_membership')
        .innerJoin('caregiver', 'caregiver.id', 'group_membership.caregiver_id')
        .where('group_membership.group_id', '=', groupId)
        .where('group_membership.status', '=', 'approved')
        .where('caregiver.user_id', 'is not', null)
        .select(sql<string>`caregiver.user_id`.as('user_id')),
    )
  }
  return (await users.execute()).map(({ id }) => id)
}

/** @param notifiedUntil the last user of the batch; null once there are no more */
export async function markNotified(db: Db, id: string, notifiedUntil: string | null): Promise<void> {
  const change = notifiedUntil ? { told_until: notifiedUntil } : { done_at: sql<Date>`now()` }
  await db.updateTable('broadcast').set(change).where('id', '=', id).execute()
}
