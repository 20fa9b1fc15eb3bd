import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PlaydateCaregiver } from '#db/types.ts'
import { mayReadRoom } from '#features/visibility/chat.db.ts'
import {
  lookedAfterBy,
  looksAt,
  type Place,
  sightOf,
  standsThere,
} from '#features/visibility/playdates.db.ts'
import { isLive, isOver } from '#features/visibility/visibility.db.ts'
import type { BareRow, Standing } from './playdate-read.ts'

export const columns = [
  'id',
  'type',
  'status',
  'owner_id',
  'location1',
  'location2',
  'location3',
  'proposed_times',
  'accepted_location',
  'accepted_time',
  'description',
  'duration_minutes',
  'capacity',
  'spots_taken',
  'stay',
  'last_submitted_by',
  'last_side',
  'cancel_reason',
  'cancel_cause',
  'cancelled_by',
  'version',
  'created_at',
  'updated_at',
  'copy_of',
  'wait',
  'answer_by',
  'ended_as',
  'ask_id',
  'ask_position',
  'ask_length',
  'replaces_id',
  'series_id',
  'every_weeks',
] as const
export const workedOut = [
  'is_over',
  'side',
  'role',
  'sight',
  'looked_after_by',
  'owner_children',
  'recipient_children',
  'owner_carers',
  'recipient_carers',
  'acts',
  'names_then',
  'in_line',
  'answers',
  'recipient_ids',
  'near_ids',
  'standing',
  'response',
  'blocked_invited',
  'unread',
  'replaces_time',
  'replaced_by',
  'series_left',
] as const

/** The viewer's side, role and answer. */
export type Mine = Pick<
  Selectable<PlaydateCaregiver>,
  'playdate_id' | 'caregiver_id' | 'side' | 'role' | 'response'
>

/** The viewer's places, found once for all playdates of a query. */
export const ownPlaces = sql.ref<Place>('own_place')

/** Selects the viewer's rows of `playdate_caregiver` that count now and meet `condition`. */
export function mineWhere(viewer: string, condition: RawBuilder<unknown>): RawBuilder<Mine> {
  return sql<Mine>`select mine.playdate_id, mine.caregiver_id, mine.side, mine.role, mine.response
    from playdate_caregiver mine
    where mine.caregiver_id = ${viewer} and ${looksAt('mine', ownPlaces)} and ${condition}`
}

/**
 * Selects the playdates of `mine`, the viewer's rows of `playdate_caregiver`, with what the viewer may know of them.
 * @param withStanding also reads who is notified of a change, and what replaces the playdate
 */
export function playdatesOf(
  db: Db,
  viewer: string,
  mine: RawBuilder<Mine>,
  { withStanding = false }: { withStanding?: boolean } = {},
) {
  return db
    .selectFrom(mine.as('mine'))
    .innerJoin('playdate', 'playdate.id', 'mine.playdate_id')
    .innerJoinLateral(
      sql<Pick<BareRow, 'sight' | 'looked_after_by'>>`(
        select sight, case when sight in ('card', 'nameless') then ${lookedAfterBy(ownPlaces)} end as looked_after_by
        from (select ${sightOf(ownPlaces, 'mine')} as sight ${askedOnce}) judged ${askedOnce})`.as('seen'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      sql<
        Pick<
          BareRow,
          | 'owner_children'
          | 'recipient_children'
          | 'owner_carers'
          | 'recipient_carers'
          | 'acts'
          | 'names_then'
          | 'in_line'
          | 'answers'
        > & { actors: (string | null)[] | null }
      >`(
        select array_agg(child_id) filter (where side = 'owner') as owner_children,
          array_agg(child_id) filter (where side = 'recipient') as recipient_children,
          array_agg(caregiver_id) filter (where side = 'owner') as owner_carers,
          array_agg(caregiver_id) filter (where side = 'recipient') as recipient_carers,
          json_agg(json_build_object('child', child_id, 'by', acted_by, 'at', acted_at))
            filter (where acted_by is not null) as acts,
          array_agg(acted_by) as actors,
          json_object_agg(child_id, json_build_array(first_name, last_name_initial))
            filter (where ${isOver}) as names_then,
          json_object_agg(child_id, in_line) filter (where in_line is not null) as in_line,
          json_object_agg(child_id, response) filter (where response is not null) as answers
        from playdate_child where ${isOfPlaydate})`.as('sides'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      sql<Pick<BareRow, 'recipient_ids' | 'near_ids'>>`(
        select array_agg(caregiver_id) filter (where side = 'recipient' and shown) as recipient_ids,
          array_agg(caregiver_id) filter (where not shown and side = mine.side and ${isNear}) as near_ids
        from playdate_caregiver each where ${isOfPlaydate})`.as('standing_there'),
      (join) => join.onTrue(),
    )
    .select(columns.map((name) => `playdate.${name}` as const))
    .select([
      isOver.as('is_over'),
      'mine.side',
      'mine.role',
      'seen.sight',
      'seen.looked_after_by',
      'sides.owner_children',
      'sides.recipient_children',
      'sides.owner_carers',
      'sides.recipient_carers',
      'sides.acts',
      'sides.names_then',
      'sides.in_line',
      'sides.answers',
      'standing_there.recipient_ids',
      'standing_there.near_ids',
      sql<(string | null)[]>`array[playdate.owner_id, playdate.cancelled_by, seen.looked_after_by]
        || sides.owner_carers || sides.recipient_carers || sides.actors
        || standing_there.recipient_ids || standing_there.near_ids`.as('people'),
      (withStanding ? standing : sql<null>`null::json`).as('standing'),
      sql<Date | null>`case when playdate.replaces_id is not null then (
        select accepted_time from playdate replaced where replaced.id = playdate.replaces_id) end`.as(
        'replaces_time',
      ),
      (withStanding ? replacedBy(viewer) : sql<null>`null::json`).as('replaced_by'),
      'mine.response',
      sql<boolean>`(playdate.type = 'group' and not ${isOver} and exists (
        select from block join playdate_caregiver invited on invited.caregiver_id = block.blocked_id
        where block.blocker_id = ${viewer} and invited.playdate_id = playdate.id and invited.shown))`.as(
        'blocked_invited',
      ),
      sql<BareRow['unread']>`(
        select json_agg(json_build_object(
          'recipient_id', chat_room.recipient_id, 'count', waiting.count) order by chat_room.recipient_id)
        from chat_room
        left join chat_read mark on mark.room_id = chat_room.id and mark.caregiver_id = ${viewer}
        left join message seen on seen.id = mark.message_id
        cross join lateral (
          select count(*)::int as count from message
          where message.room_id = chat_room.id and message.sender_id is distinct from ${viewer}
            and (message.seq, message.id) > (coalesce(seen.seq, 0), coalesce(mark.message_id, ${beforeAll}::uuid))
        ) waiting
        where chat_room.playdate_id = playdate.id and ${mayReadRoom(viewer)} and waiting.count > 0)`.as(
        'unread',
      ),
      seriesLeft(viewer).as('series_left'),
    ])
    .$castTo<BareRow>()
}

/** Its start, or the earliest proposed one while none is accepted. */
export const startsAt = (playdate: string) =>
  sql<Date>`coalesce(${sql.ref(`${playdate}.accepted_time`)}, ${sql.ref(`${playdate}.proposed_times`)}[1])`

/**
 * For a date of a series, counts the later dates in the same state that the viewer sees. Only for pending ones does the
 * state include whose turn it is. Evaluated only for dates of a series.
 */
const seriesLeft = (viewer: string) => sql<number | null>`case when playdate.series_id is not null then (
  select count(*)::int from playdate later join playdate_caregiver their on their.playdate_id = later.id
  where later.series_id = playdate.series_id and later.status = playdate.status
    and (playdate.status <> 'pending' or later.last_side = playdate.last_side) and ${startsAt('later')} > ${startsAt('playdate')}
    and their.caregiver_id = ${viewer} and ${looksAt('their', ownPlaces)}
    and their.response is not distinct from mine.response) end`

/** A caregiver who reads a copy of an event still sees who is on the sides of the event itself. */
const isOfPlaydate = sql<boolean>`playdate_id in (playdate.id, playdate.copy_of)`

const beforeAll = sql.lit('00000000-0000-0000-0000-000000000000')

/** Without it Postgres would inline the subquery wherever its result is used. */
export const askedOnce = sql`offset 0`

/** Over rows `each` of `playdate_caregiver`: true for another guardian of a child of the viewer's that takes part. */
const isNear = sql<boolean>`each.role = 'guardian' and mine.role = 'guardian' and ${standsThere('each')} and exists (
  select from ${ownPlaces} own join guardianship on guardianship.child_id = own.child_id
  where own.role = 'guardian' and own.child_id = any(sides.owner_children || sides.recipient_children)
    and guardianship.caregiver_id = each.caregiver_id and guardianship.role = 'guardian' and ${isLive()})`

/** Over `playdate`: the caregivers on its sides now. */
export const standing = sql<Standing[] | null>`(
  select json_agg(json_build_object('id', each.caregiver_id, 'side', each.side, 'role', each.role,
    'sees', ${looksAt('each')}, 'response', each.response))
  from playdate_caregiver each
  where each.playdate_id = playdate.id and ${standsThere('each')})`

/** Over `playdate`: what is to replace it or has replaced it, if the viewer sees that. */
const replacedBy = (viewer: string) => sql<BareRow['replaced_by']>`(
  select json_build_object('id', newer.id, 'time', newer.accepted_time)
  from playdate newer
  where newer.replaces_id = playdate.id and (newer.status = 'pending' or newer.accepted_time is not null)
    and exists (
      select from playdate_caregiver looking
      where looking.playdate_id = newer.id and looking.caregiver_id = ${viewer} and ${looksAt('looking')}))`
