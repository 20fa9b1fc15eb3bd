import type { KeptNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { sql } from 'kysely'
import { aboveAllIds } from '#db/cursor.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { areApart, areGuardiansOfOne } from '#features/visibility/visibility.db.ts'

/** A notification, with what its words are made of. */
export interface NoticeRow extends KeptNotice {
  id: string
  /** The reader's. */
  zone: string
  url: string
  created_at: Date
  read_at: Date | null
}

/** Newest first; with a cursor those older than that one. */
export function listNotices(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<NoticeRow[]> {
  return readPage(db, { userId, cursor: cursor ?? aboveAllIds, limit })
}

const readPage = prepared((db, value: { userId: string; cursor: string; limit: number }) =>
  notices(db)
    .where('notification.user_id', '=', value.userId)
    .where(sql<boolean>`(notification.created_at, notification.id) < (
      coalesce((select created_at from notification where id = ${value.cursor}), 'infinity'), ${value.cursor}::uuid)`)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(value.limit),
)

function notices(db: Db) {
  return db
    .selectFrom('notification')
    .select([
      'notification.id',
      ...columns,
      'notification.url',
      'notification.created_at',
      'notification.read_at',
    ])
}

/** With the language of whoever it is for. */
export function findNotice(db: Db, id: string): Promise<(NoticeRow & { language: Language }) | undefined> {
  return notices(db)
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .select(sql<Language>`app_user.language`.as('language'))
    .where('notification.id', '=', id)
    .executeTakeFirst()
}

const reader = sql<string>`(select id from caregiver where user_id = notification.user_id)`

const about = sql.ref<string>('caregiver.id')

const columns = [
  'notification.message',
  'notification.params',
  'notification.title',
  // Who is apart from the reader has no name for them, unless both are guardians of one child.
  sql<string | null>`(
    select case when ${areApart(reader, about)} and not ${areGuardiansOfOne(reader, about)} then '' else name end
    from caregiver where id = notification.about_id)`.as('about'),
  sql<string>`coalesce((select time_zone from caregiver where user_id = notification.user_id), 'UTC')`.as(
    'zone',
  ),
  sql<string | null>`(
    select invitee_name from connection where id = (notification.params ->> 'connection')::uuid)`.as(
    'invitee',
  ),
  // As it is now, for whoever has its id; the release before kept the name instead.
  sql<string | null>`coalesce(
    (select name from caregiver_group where id = (notification.params ->> 'groupId')::uuid),
    notification.params ->> 'group')`.as('group'),
] as const
