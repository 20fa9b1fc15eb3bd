import { messagesOf } from '@tagalong/contract/features/notices/kinds.rules.ts'
import type { KeptNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { aboveAllIds } from '#db/cursor.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { mayRead } from '#features/visibility/chat.db.ts'
import { looksAt, placesOf, sightOf, standsThere } from '#features/visibility/playdates.db.ts'
import { isPaused } from '#features/visibility/standing.ts'
import { areApart, areConnected, areGuardiansOfOne, isLive } from '#features/visibility/visibility.db.ts'

/** A notification, with what its text is made of. */
export interface NoticeRow extends KeptNotice {
  id: string
  /** The reader's time zone. */
  zone: string
  url: string
  created_at: Date
  read_at: Date | null
}

/** Lists notices, newest first; with a cursor, those older than that one. */
export function listNotices(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<NoticeRow[]> {
  return readPage(db, { userId, cursor: cursor ?? aboveAllIds, limit })
}

const readPage = prepared((db, value: { userId: string; cursor: string; limit: number }) =>
  notices(db, aboutId)
    .where('notification.user_id', '=', value.userId)
    .where(sql<boolean>`(notification.created_at, notification.id) < (
      coalesce((select created_at from notification where id = ${value.cursor}), 'infinity'), ${value.cursor}::uuid)`)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(value.limit),
)

function notices(db: Db, whom: RawBuilder<string | null>) {
  return db
    .selectFrom('notification')
    .select([
      'notification.id',
      ...columns(whom),
      'notification.url',
      'notification.created_at',
      'notification.read_at',
    ])
}

/**
 * Returns those of a user's notices that are still worth a push or a mail, newest first. They are unread, not over and
 * still in the reader's reach, and not about a caregiver whom the reader has muted or is apart from, unless they say
 * that something is off. None for a paused user.
 */
export function listStanding(db: Db, userId: string, ids: readonly string[]): Promise<NoticeRow[]> {
  return notices(db, whoIsHeard)
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .where('notification.user_id', '=', userId)
    .where(sql<boolean>`notification.id = any(${ids}::uuid[])`)
    .where('notification.read_at', 'is', null)
    .where(sql<boolean>`not ${isPaused} and ${isVisible} and ${isInReach}`)
    .where(sql<boolean>`not ${isPlaydateOver} and not ${isAnswered} and not ${isRemindedAgain(ids)}`)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute()
}

const reader = sql<string>`(select id from caregiver where user_id = notification.user_id)`

const aboutId = sql.ref<string>('notification.about_id')
const about = sql.ref<string>('caregiver.id')

/** True if something is off, or the reader was taken off it. */
const isOff = sql`notification.message ~ '(cancelled|Gone)$'`
/** True also if it was moved to another time. */
const isOffOrMoved = sql`notification.message ~ '(cancelled|Gone|moved)$'`

/** True if the reader still hears of that caregiver. */
const isHeard = (who: RawBuilder<string>) => sql`(
  (not ${areApart(reader, who)} or ${areGuardiansOfOne(reader, who)})
  and not exists (select from mute where mute.caregiver_id = ${reader} and mute.muted_id = ${who}))`

/**
 * A notice of a room covers what others wrote after it, too: if its first writer is no longer heard, it is about the
 * next who is.
 */
const whoIsHeard = sql<string | null>`case
  when notification.room_id is null or ${isHeard(aboutId)} then ${aboutId}
  else (
    select message.sender_id from message
    where message.room_id = notification.room_id and message.created_at >= notification.created_at
      and message.sender_id <> ${reader} and ${isHeard(sql.ref<string>('message.sender_id'))}
    order by message.seq limit 1) end`

/**
 * The same rule as when it was inserted. A block or a pause may be the very reason why something is off, and another
 * grown-up of the child may move what they arranged: such notices are nameless.
 */
const isVisible: RawBuilder<boolean> = sql`(
  notification.starts_at is not null
  or notification.room_id is not null and ${whoIsHeard} is not null and not exists (
    select from mute where mute.caregiver_id = ${reader} and mute.room_id = notification.room_id)
  or notification.room_id is null and (
    notification.about_id is null
    or ${isHeard(aboutId)}
    or ${isOffOrMoved} and not exists (
      select from mute where mute.caregiver_id = ${reader} and mute.muted_id = ${aboutId})))`

/**
 * True unless the reader's places with all their children in that playdate have ended. A reader who was taken off it
 * has no child there.
 */
const hasNoPlaceEnded = sql`coalesce((
  select bool_or(coalesce(place_ends(place), 'infinity') > now())
  from playdate_child join guardianship place on place.child_id = playdate_child.child_id
  where playdate_child.playdate_id = notification.playdate_id and place.caregiver_id = ${reader}), true)`

/**
 * True if the reader still reads that chat, still sees that playdate, unless they were taken off it, and is still
 * guardian of the child that was changed.
 */
const isInReach = sql`(
  (notification.room_id is null or exists (
    select from chat_room
    join playdate on playdate.id = chat_room.playdate_id
    join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = ${reader}
    where chat_room.id = notification.room_id and ${mayRead(reader)}))
  and (notification.playdate_id is null
    or (notification.starts_at is not null or ${isOff}) and ${hasNoPlaceEnded}
    or exists (
      select from playdate_caregiver mine
      where mine.playdate_id = notification.playdate_id and mine.caregiver_id = ${reader} and ${looksAt('mine')}))
  and (notification.message <> 'child.changed'
    or ${areGuardiansOfOne(reader, aboutId)}))`

/** True if it waits for an answer, or reminds. */
const isOpen = sql`notification.message = any(${[...messagesOf('request'), ...messagesOf('reminder')]}::text[])`

/** Over `playdate`: true if `which` holds for a child there that the reader is guardian of. */
const isInLine = (which: RawBuilder<unknown>) => sql`exists (
  select from playdate_child
  join guardianship on guardianship.child_id = playdate_child.child_id and guardianship.caregiver_id = ${reader}
    and role = 'guardian' and ${isLive()}
  where playdate_child.playdate_id = playdate.id and ${which})`

/** Over `playdate`: it has taken place, or all its proposed times have passed. */
const isPast = sql`coalesce(
  accepted_time + make_interval(mins => duration_minutes),
  (select max(each.at) from unnest(proposed_times) each (at))) <= now()`

/**
 * Over `playdate`: nothing of it is to come. A link to a series is about all its dates. That nobody answered is news
 * even when all times have passed.
 */
const isBygone = sql`case
  when notification.message = 'playdate.unanswered' then false
  when notification.url like '/series/%' then not exists (
    select from playdate date where date.series_id = playdate.series_id and not ${isPast})
  else ${isPast} end`

/** Over `playdate`, and the reader's row of `playdate_caregiver`: it is the reader's turn to answer. */
const isAwaited = sql`case type
  when 'single' then status = 'pending' and last_side <> mine.side
  else status = 'accepted' and mine.response is null and not ${isInLine(sql`in_line is not null`)} end`

/** One notice is about all dates of a series: any of them may still be the reader's to answer. */
const isSeriesAwaited = sql`exists (
  select from playdate
  join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = ${reader}
  where playdate.series_id = (select first.series_id from playdate first where first.id = notification.playdate_id)
    and ${standsThere('mine')} and not ${isPast} and ${isAwaited})`

/**
 * True if the playdate is over, if an answer is no longer wanted from the reader, or if what was reminded of has begun
 * or was moved.
 */
const isPlaydateOver = sql`case when notification.message like 'series.%' then not ${isSeriesAwaited} else exists (
  select from playdate
  left join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = ${reader}
  where playdate.id = notification.playdate_id and (
    ${isBygone}
    or ${isOpen} and status in ('rejected', 'cancelled')
    or notification.message in ('playdate.sent', 'playdate.countered', 'playdate.timeAsked', 'event.invited', 'reminder.answer')
      and not ${isAwaited}
    or notification.message = 'spots.offered' and (accepted_time <= now() or not ${isInLine(sql`in_line = 'offered'`)})
    or notification.message in ('reminder.playdate', 'reminder.event', 'reminder.ownEvent')
      and (accepted_time <= now() or date_trunc('milliseconds', accepted_time) <> (notification.params ->> 'at')::timestamptz))) end`

/** Of several reminders of one playdate, only the newest counts. */
const isRemindedAgain = (ids: readonly string[]) => sql`exists (
  select from notification later
  where notification.message like 'reminder.%' and later.message like 'reminder.%'
    and later.playdate_id = notification.playdate_id and later.user_id = notification.user_id
    and later.id = any(${ids}::uuid[])
    and (later.created_at, later.id) > (notification.created_at, notification.id))`

/** True if the reader has answered, or is no longer asked; or if a connection that was accepted has ended. */
const isAnswered = sql`case notification.message
  when 'connection.asked' then not exists (
    select from connection
    where inviter_id = notification.about_id and invitee_id = ${reader} and connection.status = 'pending')
  when 'guardian.opened' then not exists (
    select from guardian_invite join caregiver invitee on invitee.user_id = guardian_invite.invitee_user_id
    where invited_by = ${reader} and invitee.id = notification.about_id and guardian_invite.status = 'accepted')
  when 'introduction.made' then not exists (
    select from introduction where from_id = notification.about_id and to_id = ${reader})
  when 'connection.accepted' then not ${areConnected(reader, aboutId)}
  else false end`

/**
 * True if the reader has a nameless card of its playdate, and it is about the other family. Blocks are rare, so they
 * are checked first.
 */
const isNameless = (
  whom: RawBuilder<string | null>,
) => sql`case when exists (select from block where blocked_id = ${reader}) then exists (
  select from playdate
  join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = ${reader}
  join playdate_caregiver theirs on theirs.playdate_id = playdate.id and theirs.caregiver_id = ${whom}
  where playdate.id = notification.playdate_id and theirs.side <> mine.side
    and ${sightOf(placesOf(reader), 'mine')} = 'nameless') else false end`

const columns = (whom: RawBuilder<string | null>) =>
  [
    'notification.message',
    'notification.params',
    'notification.title',
    // Caregivers apart from the reader are nameless, unless both are guardians of one child.
    sql<string | null>`(
    select case when ${areApart(reader, about)} and not ${areGuardiansOfOne(reader, about)} or ${isNameless(whom)} then ''
      else name end
    from caregiver where id = ${whom})`.as('about'),
    sql<string>`coalesce((select time_zone from caregiver where user_id = notification.user_id), 'UTC')`.as(
      'zone',
    ),
    // An invitee who is apart from the reader is nameless, too.
    sql<string | null>`(
    select invitee_name from connection where id = (notification.params ->> 'connection')::uuid
      and not ${areApart(reader, sql.ref('connection.invitee_id'))})`.as('invitee'),
    // The group's present name, by its id; the previous release stored the name instead.
    sql<string | null>`coalesce(
    (select name from caregiver_group where id = (notification.params ->> 'groupId')::uuid),
    notification.params ->> 'group')`.as('group'),
  ] as const
