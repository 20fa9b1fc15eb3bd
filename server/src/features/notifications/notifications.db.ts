import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface NotificationRow {
  id: string
  title: string
  url: string
  created_at: Date
  read_at: Date | null
}

/** As it is told: with the name that its caregiver has now. */
const toldTitle = sql<string>`case when caregiver.id is null then notification.title
  else replace(notification.title, '{name}', caregiver.name) end`

/** Newest first; with a cursor those older than that one. */
export function listNotifications(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notification')
    .leftJoin('caregiver', 'caregiver.id', 'notification.about_id')
    .where('notification.user_id', '=', userId)
  if (cursor) query = query.where('notification.id', '<', cursor)
  return query
    .select([
      'notification.id',
      toldTitle.as('title'),
      'notification.url',
      'notification.created_at',
      'notification.read_at',
    ])
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute()
}

export interface NewNotification {
  title: string
  url: string
  aboutId: string | null
  roomId: string | null
}

/** One for each of the users; `ids` are as many. */
export async function insertNotifications(
  db: Db,
  to: readonly { id: string; userId: string }[],
  { title, url, aboutId, roomId }: NewNotification,
): Promise<void> {
  await db
    .insertInto('notification')
    .values(
      to.map(({ id, userId }) => ({ id, user_id: userId, title, url, about_id: aboutId, room_id: roomId })),
    )
    .execute()
}

/** Those of the caregivers who can sign in. */
export async function findUserIds(db: Db, caregiverIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('caregiver')
    .select('user_id')
    .where('id', 'in', [...caregiverIds])
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Lengthens the spell of those who were told of that room and have not looked since; answers who they are. */
export async function touchSpells(
  db: Db,
  { roomId, userIds, seconds }: { roomId: string; userIds: readonly string[]; seconds: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('notification')
    .set({ touched_at: sql<Date>`now()` })
    .where('room_id', '=', roomId)
    .where('user_id', 'in', [...userIds])
    .where('read_at', 'is', null)
    .where('touched_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** True where something was unread; of one room, or all. */
export async function markNotificationsRead(db: Db, userId: string, roomId?: string): Promise<boolean> {
  let query = db
    .updateTable('notification')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (roomId) query = query.where('room_id', '=', roomId)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}
