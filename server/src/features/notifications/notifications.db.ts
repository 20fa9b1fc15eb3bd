import type { Kind } from '@tagalong/contract/features/notices/kinds.rules.ts'
import type { NoticeMessage } from '@tagalong/contract/features/notices/notice-messages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { preparedChange } from '#db/prepared.ts'
import { areApart, areGuardiansOfOne } from '#features/visibility/visibility.db.ts'
import { dueOf, zone } from './due.db.ts'

export interface NewNotification {
  message: NoticeMessage
  kind: Kind
  /** Quiet hours don't hold it. */
  wakes: boolean
  /** JSON */
  params: string
  /** For the previous release. */
  title: string
  url: string
  aboutId: string | null
  roomId: string | null
  playdateId: string | null
  /** Only listed: neither pushed nor mailed. */
  isQuiet: boolean
  isUrgent: boolean
}

/** An inserted notification, and its user. */
export interface NotifiedRow {
  id: string
  user_id: string
  /** True if it is pushed now. */
  is_pushed: boolean
  /** True if it is mailed at once. */
  is_mailed: boolean
}

/** Inserts one for each user who still exists, in their order. Returns those. */
export async function insertNotifications(
  db: Db,
  to: readonly Pick<NotifiedRow, 'id' | 'user_id'>[],
  notification: NewNotification,
): Promise<NotifiedRow[]> {
  const [ids, userIds] = [to.map(({ id }) => id), to.map(({ user_id }) => user_id)]
  const { rows } = await insertTo(
    notification,
    sql`null::timestamptz`,
    sql`select each.id as new_id, app_user.id, mail, quiet_from, quiet_to, ${zone} as zone
      from unnest(${ids}::uuid[], ${userIds}::uuid[]) each (id, user_id)
      join app_user on app_user.id = each.user_id
      order by app_user.id for key share of app_user`,
  ).execute(db)
  return rows
}

export interface ForCaregivers extends NewNotification {
  caregiverIds: readonly string[]
  /** One for each caregiver. */
  ids: readonly string[]
  /** When the changed playdate starts, if within a day: sent despite a mute. */
  startsAt: Date | null
  /** It was moved or called off: caregivers who go to it are notified in any case. */
  isOff: boolean
  /** Caregivers who went to it, if that was changed, too. */
  going: readonly string[] | null
}

/**
 * Inserts one for each caregiver who can sign in. Returns those. Waits for a user who is just being erased, who gets
 * none. The lists of ids are subqueries, so that one plan serves any length and looks each caregiver up by key.
 */
export const insertForCaregivers = preparedChange((db, value: ForCaregivers) => ({
  compile: () => insertTo(value, certainStart(value), usersOf(value)).compile(db),
}))

/** How long an unread notification of a room covers what comes after it. */
const quietPeriod = sql`interval '15 minutes'`
/** A quiet period prolonged this recently is left alone, so that a lively room writes few rows. */
const grace = sql`interval '20 seconds'`

/**
 * Like `insertForCaregivers`, for a room: a reader with an unread notification of it from the quiet period gets no
 * other, and the period begins again. Each reader is looked up separately, so that no estimate leads to a scan of all
 * that is unread.
 */
export const insertForReaders = preparedChange((db, value: ForCaregivers) => ({
  compile: () =>
    insertTo(
      value,
      certainStart(value),
      sql`select new_id, id, caregiver_id, mail, quiet_from, quiet_to, zone from reader where unread_id is null`,
      sql`with reader as (
        select new_id, user_of.id, caregiver_id, mail, quiet_from, quiet_to, zone, unread.id as unread_id,
          unread.touched_at
        from (${usersOf(value)}) user_of
        left join lateral (
          select id, touched_at from notification
          where user_id = user_of.id and room_id = ${value.roomId}::uuid and read_at is null
            and touched_at > now() - ${quietPeriod}
          limit 1) unread on true
      ), prolonged as (
        update notification set touched_at = now()
        where id = any(array(select unread_id from reader where touched_at < now() - ${grace}))
      )`,
    ).compile(db),
}))

/**
 * Inserts a row for each of `users`, as `app_user`, with the times it is due on the clock of their zone. Returns what
 * is to be done now.
 */
function insertTo(
  {
    message,
    kind,
    wakes,
    params,
    title,
    url,
    aboutId,
    roomId,
    playdateId,
    isQuiet,
    isUrgent,
  }: NewNotification,
  startsAt: RawBuilder<Date | null>,
  users: RawBuilder<unknown>,
  before = sql``,
): RawBuilder<NotifiedRow> {
  const due = dueOf({
    kind: sql`${kind}::text`,
    wakes: sql`${wakes}::boolean`,
    startsAt: sql`starts_at`,
    isUrgent: sql`${isUrgent}::boolean`,
  })
  return sql<NotifiedRow>`
    ${before}
    insert into notification (
      id, user_id, message, params, title, url, about_id, room_id, playdate_id, is_urgent, starts_at, push_due_at,
      mail_due_at)
    select new_id, id, ${message}::text, ${params}::jsonb, ${title}::text, ${url}::text, ${aboutId}::uuid, ${roomId}::uuid,
      ${playdateId}::uuid, ${isUrgent}::boolean, starts_at,
      case when not ${isQuiet}::boolean then nullif(${due.push}, now()) end,
      case when not ${isQuiet}::boolean then ${due.mail} end
    from (select new_id, id, mail, quiet_from, quiet_to, zone, ${startsAt} as starts_at from (${users}) app_user) app_user
    returning id, user_id, push_due_at is null and not ${isQuiet}::boolean and ${hasDevice} as is_pushed,
      coalesce(mail_due_at <= now(), false) as is_mailed`
}

const hasDevice = sql<boolean>`exists (
  select from push_subscription
  where push_subscription.user_id = notification.user_id and push_subscription.expired_at is null)`

/** True if it changes or calls off what that caregiver goes to. */
function isOffFor(
  { isOff, going, playdateId }: ForCaregivers,
  caregiver: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`(${isOff}::boolean and coalesce(${caregiver} = any(${going}::uuid[]), exists (
      select from playdate_caregiver mine join playdate on playdate.id = mine.playdate_id
      where mine.playdate_id = ${playdateId}::uuid and mine.caregiver_id = ${caregiver}
        and (playdate.type = 'single' or mine.side = 'owner' or mine.response = 'accepted'))))`
}

/** When it starts, if nothing switches it off for that caregiver. */
function certainStart(value: ForCaregivers): RawBuilder<Date | null> {
  const caregiver = sql<string>`app_user.caregiver_id`
  return sql`case when ${isOffFor(value, caregiver)} then ${value.startsAt}::timestamptz end`
}

/**
 * The users of the caregivers, locked until the transaction ends; users come last in the order of locks. Leaves out
 * caregivers who are apart from the one it is about. It keeps them if both are guardians of one child, where an earlier
 * block doesn't count, or if it changes what they go to, which names nobody. Leaves out caregivers who muted that
 * caregiver or the room, unless it changes what starts within a day.
 */
function usersOf(value: ForCaregivers): RawBuilder<unknown> {
  const { ids, caregiverIds, aboutId, roomId, startsAt } = value
  const reader = sql<string>`each.caregiver_id`
  const about = sql<string>`${aboutId}::uuid`
  return sql`
    select each.new_id, each.caregiver_id, found.id, found.mail, found.quiet_from, found.quiet_to, found.zone
    from unnest((select ${ids}::uuid[]), (select ${caregiverIds}::uuid[])) each (new_id, caregiver_id)
    cross join lateral (
      select app_user.id, app_user.mail, app_user.quiet_from, app_user.quiet_to, caregiver.time_zone as zone
      from caregiver join app_user on app_user.id = caregiver.user_id
      where caregiver.id = each.caregiver_id limit 1 for key share of app_user) found
    where (not ${areApart(reader, about)} or ${areGuardiansOfOne(reader, about)}
        or ${isOffFor(value, reader)})
      and (${startsAt}::timestamptz is not null or not exists (
        select from mute where mute.caregiver_id = ${reader}
          and (mute.muted_id = ${aboutId}::uuid or mute.room_id = ${roomId}::uuid)))`
}

export async function isNotificationOf(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks notifications as read: of one room, up to one of them, or all. True if any was unread. */
export async function markNotificationsRead(
  db: Db,
  userId: string,
  { roomId, upTo }: { roomId?: string; upTo?: string | undefined } = {},
): Promise<boolean> {
  let query = db
    .updateTable('notification')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (roomId) query = query.where('room_id', '=', roomId)
  if (upTo) {
    query = query.where(
      sql<boolean>`(created_at, id) <= (select newest.created_at, newest.id from notification newest where newest.id = ${upTo})`,
    )
  }
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}
