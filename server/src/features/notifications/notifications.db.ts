import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'

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

/** A notification that waits to be read, and whose it is. */
export interface ToldRow {
  id: string
  user_id: string
  /** False where there is nothing to push to. */
  has_device: boolean
}

/** One for each of the users, in their order. */
export async function insertNotifications(
  db: Db,
  to: readonly Pick<ToldRow, 'id' | 'user_id'>[],
  { title, url, aboutId, roomId }: NewNotification,
): Promise<void> {
  await db
    .insertInto('notification')
    .values(to.map(({ id, user_id }) => ({ id, user_id, title, url, about_id: aboutId, room_id: roomId })))
    .execute()
}

const hasDevice = sql<boolean>`exists (
  select from push_subscription
  where push_subscription.user_id = notification.user_id and push_subscription.expired_at is null)`.as(
  'has_device',
)

interface NewForCaregivers extends NewNotification {
  caregiverIds: readonly string[]
  /** As many. */
  ids: readonly string[]
}

/** One for each of the caregivers who can sign in; answers which. */
export const insertForCaregivers = prepared((db, value: NewForCaregivers) =>
  db
    .insertInto('notification')
    .columns(['id', 'user_id', 'title', 'url', 'about_id', 'room_id'])
    .expression(told(db, value))
    .returning(['id', 'user_id', hasDevice]),
)

/**
 * The same for a message, of a spell: whoever was told of that room within `seconds` and has not looked since is not
 * told again. That spell lasts longer then; where it was lengthened within `graceSeconds`, it stays as it is, so that
 * a lively room doesn't write a row for each of its listeners and messages.
 */
export const insertForRoom = prepared(
  (db, value: NewForCaregivers & { seconds: number; graceSeconds: number }) =>
    db
      .with('touched', (touching) =>
        touching
          .updateTable('notification')
          .from('caregiver')
          .set({ touched_at: sql<Date>`now()` })
          .where('notification.room_id', '=', value.roomId)
          .whereRef('notification.user_id', '=', 'caregiver.user_id')
          .where(sql<boolean>`caregiver.id = any((select ${value.caregiverIds}::uuid[])::uuid[])`)
          .where('notification.read_at', 'is', null)
          .where('notification.touched_at', '>', sql<Date>`now() - make_interval(secs => ${value.seconds})`)
          .where(
            'notification.touched_at',
            '<',
            sql<Date>`now() - make_interval(secs => ${value.graceSeconds})`,
          ),
      )
      .insertInto('notification')
      .columns(['id', 'user_id', 'title', 'url', 'about_id', 'room_id'])
      .expression(
        told(db, value).where(
          sql<boolean>`not exists (
          select from notification spell
          where spell.room_id = ${value.roomId} and spell.user_id = caregiver.user_id and spell.read_at is null
            and spell.touched_at > now() - make_interval(secs => ${value.seconds}))`,
        ),
      )
      .returning(['id', 'user_id', hasDevice]),
)

/** What is told to each. The lists of ids are selected, so that one plan serves them at any length. */
function told(db: Pick<Db, 'selectFrom'>, value: NewForCaregivers) {
  return db
    .selectFrom(
      sql<{ id: string; caregiver_id: string }>`unnest(
        (select ${value.ids}::uuid[]), (select ${value.caregiverIds}::uuid[]))`.as<'each'>(
        sql`each (id, caregiver_id)`,
      ),
    )
    .innerJoin('caregiver', 'caregiver.id', 'each.caregiver_id')
    .where('caregiver.user_id', 'is not', null)
    .select([
      'each.id',
      'caregiver.user_id',
      sql<string>`${value.title}::text`.as('title'),
      sql<string>`${value.url}::text`.as('url'),
      sql<string | null>`${value.aboutId}::uuid`.as('about_id'),
      sql<string | null>`${value.roomId}::uuid`.as('room_id'),
    ])
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
