import type { CancelCause, Response } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PlaydateCaregiver } from '#db/types.ts'
import { mayRead } from '#features/visibility/chat.db.ts'
import { erasedNames } from '#features/visibility/erased-names.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import { areApart, childrenMetBy, circleOf, isOver } from '#features/visibility/visibility.db.ts'

export interface Name extends NameRow {
  /** null of whoever is gone or apart */
  time_zone: string | null
}

/**
 * Who is apart, and their children, are called what the erased are. Of a playdate that is over or off: the name as it was, grade and photo only for whoever sees
 * them elsewhere too.
 */
export interface PlaydateChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  caregiver: Name
}

/** A playdate with all that a card or a page shows, as one caregiver sees it. */
export interface PlaydateRow {
  id: string
  /** The event that the viewer was taken off, of which this keeps what they saw; null of all others. */
  copy_of: string | null
  type: 'single' | 'group'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  /** It has taken place, or is off. */
  is_over: boolean
  owner: Name
  /** Both sides' in the order of their ids. */
  ownerChildren: PlaydateChildRow[]
  recipientChildren: PlaydateChildRow[]
  recipients: Name[]
  location1: string | null
  location2: string | null
  location3: string | null
  proposed_times: Date[]
  accepted_location: string | null
  accepted_time: Date | null
  description: string | null
  duration_minutes: number
  last_submitted_by: string
  cancel_reason: string | null
  cancel_cause: CancelCause | null
  cancelledBy: Name | null
  version: number
  created_at: Date
  updated_at: Date
  /** The viewer's own answer to an event. */
  response: Response | null
  /** The viewer blocked somebody whom this event invites, too. */
  blocked_invited: boolean
  /** How many messages of others the viewer has not read, by room; rooms without any are left out. */
  unread: { recipient_id: string | null; count: number }[]
}

/** As it is read: who and which children are on its sides are ids, and one of the rows has everybody's names. */
interface BareRow
  extends Omit<
    PlaydateRow,
    'owner' | 'ownerChildren' | 'recipientChildren' | 'recipients' | 'cancelledBy' | 'unread'
  > {
  owner_id: string
  cancelled_by: string | null
  owner_children: string[] | null
  recipient_children: string[] | null
  recipient_ids: string[] | null
  /** First name and initial as they were, by child; null while it is open or to come. */
  names_then: Record<string, [string, string]> | null
  unread: PlaydateRow['unread'] | null
}

interface ReadRow extends BareRow {
  caregivers: Name[] | null
  children:
    | (Omit<PlaydateChildRow, 'caregiver'> & { caregiver_id: string; is_apart: boolean; is_seen: boolean })[]
    | null
}

const columns = [
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
  'last_submitted_by',
  'cancel_reason',
  'cancel_cause',
  'cancelled_by',
  'version',
  'created_at',
  'updated_at',
  'copy_of',
] as const
const workedOut = [
  'is_over',
  'owner_children',
  'recipient_children',
  'names_then',
  'recipient_ids',
  'response',
  'blocked_invited',
  'unread',
] as const

/** On which side the viewer stands, and what they answered. */
export type Mine = Pick<Selectable<PlaydateCaregiver>, 'playdate_id' | 'side' | 'response'>

/** The playdates of `mine`, rows of `playdate_caregiver` of the viewer's, with what the viewer may know of them. */
export function playdatesOf(db: Db, viewer: string, mine: RawBuilder<Mine>) {
  return db
    .selectFrom(mine.as('mine'))
    .innerJoin('playdate', 'playdate.id', 'mine.playdate_id')
    .innerJoinLateral(
      sql<Pick<BareRow, 'owner_children' | 'recipient_children' | 'names_then'>>`(
        select array_agg(child_id) filter (where side = 'owner') as owner_children,
          array_agg(child_id) filter (where side = 'recipient') as recipient_children,
          json_object_agg(child_id, json_build_array(first_name, last_name_initial))
            filter (where ${isOver}) as names_then
        from playdate_child where ${isOfPlaydate})`.as('sides'),
      (join) => join.onTrue(),
    )
    .select(columns.map((name) => `playdate.${name}` as const))
    .select([
      isOver.as('is_over'),
      'sides.owner_children',
      'sides.recipient_children',
      'sides.names_then',
      sql<BareRow['recipient_ids']>`(
        select array_agg(caregiver_id) from playdate_caregiver
        where ${isOfPlaydate} and side = 'recipient')`.as('recipient_ids'),
      'mine.response',
      sql<boolean>`(playdate.type = 'group' and not ${isOver} and exists (
        select from block join playdate_caregiver invited on invited.caregiver_id = block.blocked_id
        where block.blocker_id = ${viewer} and invited.playdate_id = playdate.id))`.as('blocked_invited'),
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
        where chat_room.playdate_id = playdate.id and ${mayRead(viewer)} and waiting.count > 0)`.as('unread'),
    ])
    .$castTo<BareRow>()
}

/** Who left it reads who is on its sides still. */
const isOfPlaydate = sql<boolean>`playdate_id in (playdate.id, playdate.copy_of)`

const beforeAll = sql.lit('00000000-0000-0000-0000-000000000000')

/**
 * The playdates in that order, with the names of whoever stands on a side of any of them, once for all. One query. Ids
 * are gathered in an array first: Postgres then looks each up by its key, however few rows there are.
 */
export function inOrder(
  db: Db,
  viewer: string,
  bare: ReturnType<typeof playdatesOf>,
  order: RawBuilder<unknown>,
) {
  return db
    .with('listed', () => bare)
    .selectFrom('listed')
    .select([...columns, ...workedOut])
    .select([
      sql`case when ${isFirst} then (
        select json_agg(json_build_object(
          'id', id, 'name', ${shownName}, 'last_name', case when is_apart then '' else last_name end,
          'time_zone', case when not is_apart then time_zone end) order by ${shownName}, id)
        from (
          select id, name, last_name, time_zone, ${areApart(viewer, sql.ref('caregiver.id'))} as is_apart
          from caregiver where id = any(array(select unnest(owner_id || recipient_ids) from listed))
          ${askedOnce}) each) end`.as('caregivers'),
      sql`case when ${isFirst} then (
        select json_agg(json_build_object(
          'id', id, 'first_name', case when is_apart then ${sql.lit(erasedNames.child)} else first_name end,
          'last_name_initial', case when is_apart then '' else last_name_initial end,
          'grade', case when not is_apart then grade end, 'photo', case when not is_apart then photo end,
          'caregiver_id', caregiver_id, 'is_apart', is_apart,
          'is_seen', not ${isAnyOver} or caregiver_id = ${viewer}
            or caregiver_id in ${circleOf(viewer)} or id in ${childrenMetBy(viewer)}))
        from (
          select id, first_name, last_name_initial, grade, photo, caregiver_id,
            ${areApart(viewer, sql.ref('child.caregiver_id'))} as is_apart
          from child where id = any(array(
            select unnest(owner_children || recipient_children) from listed)) ${askedOnce}) each) end`.as(
        'children',
      ),
    ])
    .orderBy(order)
    .$castTo<ReadRow>()
}

/** Postgres would put the whole question wherever its answer is used. */
const askedOnce = sql`offset 0`

/** By it lists are put in order, too: the place of a name that isn't shown tells nothing of it. */
const shownName = sql`case when is_apart then ${sql.lit(erasedNames.caregiver)} else name end`

/** Of any of them, so that names stand once. */
const isFirst = sql`id = (select id from listed limit 1)`

/** What is open or to come shows its children whole. */
const isAnyOver = sql`exists (select from listed where names_then is not null)`

export function withPeople(rows: readonly ReadRow[]): PlaydateRow[] {
  const people = rows.find(({ caregivers }) => caregivers !== null)
  const known = people?.caregivers ?? []
  const caregiverOf = new Map(known.map((each) => [each.id, each]))
  const named = (id: string): Name => {
    const name = caregiverOf.get(id)
    if (!name) throw new Error('a caregiver on a side of a playdate is not there')
    return name
  }
  const childOf = new Map(
    people?.children?.map(({ caregiver_id, ...child }) => [
      child.id,
      { ...child, caregiver: named(caregiver_id) },
    ]),
  )
  const side = (ids: readonly string[] | null, then: ReadRow['names_then']): PlaydateChildRow[] =>
    (ids ?? []).toSorted().map((id) => {
      const child = childOf.get(id)
      if (!child) throw new Error('a child on a side of a playdate is not there')
      const { is_seen, is_apart, ...now } = child
      const name = then?.[id]
      if (!name || is_apart) return now
      const [first_name, last_name_initial] = name
      return { ...now, first_name, last_name_initial, ...(!is_seen && { grade: null, photo: null }) }
    })
  return rows.map(({ caregivers, children, owner_id, cancelled_by, names_then, unread, ...row }) => {
    const { owner_children, recipient_children, recipient_ids, ...columns } = row
    return {
      ...columns,
      owner: named(owner_id),
      ownerChildren: side(owner_children, names_then),
      recipientChildren: side(recipient_children, names_then),
      recipients: known.filter(({ id }) => recipient_ids?.includes(id)),
      cancelledBy: cancelled_by ? named(cancelled_by) : null,
      unread: unread ?? [],
    }
  })
}
