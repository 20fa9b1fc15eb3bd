import type { NoticeMessage } from '@tagalong/contract/features/notices/notices.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { preparedChange } from '#db/prepared.ts'
import { areApart, areGuardiansOfOne } from '#features/visibility/visibility.db.ts'

export interface NewNotification {
  message: NoticeMessage
  /** JSON */
  params: string
  /** For the release before. */
  title: string
  url: string
  aboutId: string | null
  roomId: string | null
  playdateId: string | null
  isUrgent: boolean
  /** What it is about starts then, and nothing switches it off: it comes in spite of a mute. */
  startsAt: Date | null
}

/** A notification that waits to be read, and whose it is. */
export interface NotifiedRow {
  id: string
  user_id: string
  /** False where there is nothing to push to. */
  has_device: boolean
}

/** One for each of the users who are still there, in their order; answers which. */
export async function insertNotifications(
  db: Db,
  to: readonly Pick<NotifiedRow, 'id' | 'user_id'>[],
  { message, params, title, url, aboutId, roomId, playdateId, isUrgent, startsAt }: NewNotification,
): Promise<NotifiedRow[]> {
  const { rows } = await sql<NotifiedRow>`
    insert into notification (
      id, user_id, message, params, title, url, about_id, room_id, playdate_id, is_urgent, starts_at)
    select each.id, app_user.id, ${message}::text, ${params}::jsonb, ${title}::text, ${url}::text,
      ${aboutId}::uuid, ${roomId}::uuid, ${playdateId}::uuid, ${isUrgent}::boolean, ${startsAt}::timestamptz
    from unnest(${to.map(({ id }) => id)}::uuid[], ${to.map(({ user_id }) => user_id)}::uuid[]) each (id, user_id)
    join app_user on app_user.id = each.user_id
    order by app_user.id for key share of app_user
    returning id, user_id, true as has_device`.execute(db)
  return rows
}

const hasDevice = sql<boolean>`exists (
  select from push_subscription
  where push_subscription.user_id = notification.user_id and push_subscription.expired_at is null)`.as(
  'has_device',
)

export interface ForCaregivers extends NewNotification {
  caregiverIds: readonly string[]
  /** As many. */
  ids: readonly string[]
}

/**
 * One for each of the caregivers who can sign in; answers which. Whoever is just being erased is waited for, and gets
 * none. The lists of ids are selected, so that one plan serves them at any length, and each caregiver is looked up by
 * key.
 */
export const insertForCaregivers = preparedChange((db, value: ForCaregivers) => ({
  compile: () =>
    sql<NotifiedRow>`
      insert into notification (
        id, user_id, message, params, title, url, about_id, playdate_id, is_urgent, starts_at)
      select user_of.new_id, user_of.id, ${value.message}::text, ${value.params}::jsonb, ${value.title}::text,
        ${value.url}::text, ${value.aboutId}::uuid, ${value.playdateId}::uuid, ${value.isUrgent}::boolean,
        ${value.startsAt}::timestamptz
      from (${usersOf(value)}) user_of
      returning id, user_id, ${hasDevice}`.compile(db),
}))

/** How long a notification of a room that nobody has read stands for what comes after it. */
const quietPeriod = sql`interval '15 minutes'`
/** A quiet period that was prolonged within it is left alone: a lively room writes few rows. */
const grace = sql`interval '20 seconds'`

/**
 * The same of a room: whoever has one of it from the quiet period, unread, gets no other, and the period begins anew.
 * Each is looked up by itself, so that no estimate makes it a look at all that is unread.
 */
export const insertForReaders = preparedChange((db, value: ForCaregivers) => ({
  compile: () =>
    sql<NotifiedRow>`
      with reader as (
        select user_of.new_id, user_of.id as user_id, unread.id, unread.touched_at
        from (${usersOf(value)}) user_of
        left join lateral (
          select id, touched_at from notification
          where user_id = user_of.id and room_id = ${value.roomId}::uuid and read_at is null
            and touched_at > now() - ${quietPeriod}
          limit 1) unread on true
      ), prolonged as (
        update notification set touched_at = now()
        where id = any(array(select id from reader where touched_at < now() - ${grace}))
      )
      insert into notification (id, user_id, message, params, title, url, about_id, room_id)
      select new_id, user_id, ${value.message}::text, ${value.params}::jsonb, ${value.title}::text,
        ${value.url}::text, ${value.aboutId}::uuid, ${value.roomId}::uuid
      from reader where id is null
      returning id, user_id, ${hasDevice}`.compile(db),
}))

/**
 * Whoever can sign in for the caregivers, locked until the transaction ends. Users come last in the order of locks.
 * Nobody hears of who is apart from them, unless both are guardians of one child: a block from before says nothing
 * there. Nor of whom or what they muted, unless nothing switches it off.
 */
function usersOf({ ids, caregiverIds, aboutId, roomId, startsAt }: ForCaregivers): RawBuilder<unknown> {
  const reader = sql<string>`each.caregiver_id`
  const about = sql<string>`${aboutId}::uuid`
  return sql`
    select each.new_id, found.id
    from unnest((select ${ids}::uuid[]), (select ${caregiverIds}::uuid[])) each (new_id, caregiver_id)
    cross join lateral (
      select app_user.id from caregiver join app_user on app_user.id = caregiver.user_id
      where caregiver.id = each.caregiver_id limit 1 for key share of app_user) found
    where (not ${areApart(reader, about)} or ${areGuardiansOfOne(reader, about)})
      and (${startsAt}::timestamptz is not null or not exists (
        select from mute where mute.caregiver_id = ${reader}
          and (mute.muted_id = ${aboutId}::uuid or mute.room_id = ${roomId}::uuid)))`
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
