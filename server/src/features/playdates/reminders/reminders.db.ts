import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { preparedChange } from '#db/prepared.ts'
import {
  actedFor,
  looksAt,
  placesOf,
  type Sight,
  sightOf,
  standsThere,
} from '#features/visibility/playdates.db.ts'
import { areApart, areGuardiansOfOne, isGuardian } from '#features/visibility/visibility.db.ts'
import { startsAt } from '../playdate-rows.db.ts'

/** A caregiver to remind of a playdate. */
export interface ReminderRow {
  playdate_id: string
  type: 'single' | 'group'
  caregiver_id: string
  kind: 'day' | 'hours' | 'answer-1' | 'answer-2'
  /** When the playdate starts, or the turn to answer began. */
  anchor_at: Date
  /** The caregiver who is met, plans it or waits; null if that is the reminded one, or one they may not know of. */
  about_id: string | null
  /** True for an event that the caregiver plans. */
  is_own: boolean
}

interface Looking {
  now: Date
  limit: number
}

/**
 * Reminds those who go of what begins soon, the same as their calendar shows. Until two hours before the start it is
 * the day-before reminder, then the two-hour one. A missed reminder comes late, and never both at once.
 */
export const insertComing = preparedChange((db, value: Looking) => {
  const now = sql`${value.now}::timestamptz`
  return insertOf(db, value, {
    due: sql`
      select case when hours_before > ${now} then 'day' else 'hours' end as kind, accepted_time as anchor_at,
        case when hours_before > ${now} then day_before(accepted_time, ${zone}) else hours_before end as at
      from (select playdate.accepted_time - interval '2 hours' as hours_before) each`,
    about: sql`case
      when mine.side = 'recipient' or playdate.type = 'group' then playdate.owner_id
      else (
        select ${actedFor('met')} from playdate_child met
        where met.playdate_id = playdate.id and met.side = 'recipient' order by met.child_id limit 1) end`,
    when: sql`playdate.status = 'accepted' and playdate.accepted_time > ${now}
      and playdate.accepted_time < ${now} + interval '26 hours'
      and ${looksAt('mine')} and (playdate.type = 'single' or mine.side = 'owner' or mine.response = 'accepted')
      and due.at <= ${now} and due.at >= ${confirmedAt}`,
    sights: ['whole', 'quiet'],
  })
})

const zone = sql`(select time_zone from caregiver where caregiver.id = mine.caregiver_id)`

/**
 * Since when the caregiver goes: when both sides confirmed, when a child of theirs got a yes to an event, or when they
 * planned it. A sibling's no doesn't change it. An event's owner never confirms a move, so its creation counts.
 */
const confirmedAt = sql`(
  select coalesce(
    max(each.acted_at) filter (where playdate.type = 'single' or mine.side = 'recipient' and each.response = 'accepted'),
    playdate.created_at)
  from playdate_child each
  where each.playdate_id = playdate.id and (playdate.type = 'single' or exists (
    select from guardianship place
    where place.child_id = each.child_id and place.caregiver_id = mine.caregiver_id)))`

/**
 * Reminds the guardians who may answer, a day and two days after their turn began, while a time is at least two hours
 * away. A reminder that is a day late is dropped. For a request with a wait there is one reminder, when half of the
 * wait is over, unless its clock is stopped.
 */
export const insertUnanswered = preparedChange((db, value: Looking) => {
  const now = sql`${value.now}::timestamptz`
  const soonest = sql`${now} + interval '2 hours'`
  return insertOf(db, value, {
    due: sql`
      select case when playdate.wait is not null or began_at > ${now} - interval '48 hours' then 'answer-1' else 'answer-2' end as kind,
        began_at as anchor_at
      from (
        select coalesce(max(acted_at), playdate.created_at) as began_at from playdate_child other
        where other.playdate_id = playdate.id and other.side <> mine.side) turn`,
    about: sql`case playdate.type when 'single' then playdate.last_submitted_by else playdate.owner_id end`,
    when: sql`(playdate.status = 'pending' or playdate.status = 'accepted' and playdate.type = 'group')
      and playdate.updated_at > ${now} - interval '72 hours' and playdate.updated_at <= ${now}
      and case when playdate.wait is null
        then due.anchor_at > ${now} - interval '72 hours' and due.anchor_at <= ${now} - interval '24 hours'
        else playdate.answer_by > ${now} and due.anchor_at + (playdate.answer_by - due.anchor_at) / 2 <= ${now} end
      and mine.role = 'guardian' and ${standsThere('mine')}
      and case playdate.status
        when 'pending' then mine.side <> playdate.last_side
          and exists (select from unnest(playdate.proposed_times) each (at) where each.at >= ${soonest})
          and not exists (
            select from playdate_child own
            where own.playdate_id = playdate.id and own.side = mine.side
              and not ${isGuardian(sql.ref('mine.caregiver_id'), sql.ref('own.child_id'))})
        else mine.side = 'recipient' and mine.response is null and playdate.accepted_time >= ${soonest}
          and not ${isInLine} end
      and ${isFirstOfSeries(soonest)}`,
    sights: ['whole'],
  })
})

/** A guardian whose child waits for a spot has answered. */
const isInLine = sql`exists (
  select from playdate_child own
  where own.playdate_id = playdate.id and own.in_line is not null
    and ${isGuardian(sql.ref('mine.caregiver_id'), sql.ref('own.child_id'))})`
/** A series gets one reminder, for the first of its dates that waits. */
const isFirstOfSeries = (
  soonest: RawBuilder<unknown>,
) => sql<boolean>`(playdate.series_id is null or not exists (
  select from playdate other join playdate_caregiver their on their.playdate_id = other.id
  where other.series_id = playdate.series_id and other.id <> playdate.id and their.caregiver_id = mine.caregiver_id
    and (
      exists (
        select from reminder_sent sent
        where sent.playdate_id = other.id and sent.caregiver_id = mine.caregiver_id
          and sent.kind = due.kind and sent.anchor_at = due.anchor_at)
      or other.status = playdate.status and other.last_side = playdate.last_side and their.response is null
        and ${startsAt('other')} >= ${soonest} and ${startsAt('other')} < ${startsAt('playdate')})))`

interface Due {
  /** Over `playdate` and `mine`: the kind of reminder, and its anchor. */
  due: RawBuilder<unknown>
  about: RawBuilder<unknown>
  when: RawBuilder<unknown>
  sights: readonly Sight[]
}

/**
 * Records and returns the reminders that no process has sent yet. Rows that are being changed are left for the next
 * minute, so that nothing waits and no outdated start is announced. A reminder already sent costs one lookup by key.
 */
function insertOf(db: Db, { limit }: Looking, { due, about, when, sights }: Due): Compilable<ReminderRow> {
  const [viewer, met] = [sql.ref<string>('found.caregiver_id'), sql.ref<string>('found.about_id')]
  const insert = sql<ReminderRow>`
    with due as (
      select playdate.id as playdate_id, playdate.type, mine.caregiver_id, due.kind, due.anchor_at, ${about} as about_id
      from playdate
      join playdate_caregiver mine on mine.playdate_id = playdate.id
      cross join lateral (${due}) due
      where ${when}
        and case when (
            select true from reminder_sent sent
            where sent.playdate_id = playdate.id and sent.caregiver_id = mine.caregiver_id
              and sent.kind = due.kind and sent.anchor_at = due.anchor_at)
          then false else ${sightOf(placesOf(sql.ref('mine.caregiver_id')), 'mine')} = any(${sights}) end
      limit ${limit}
      for share of playdate skip locked
      for no key update of mine skip locked
    ), found as (
      select due.playdate_id, due.type, due.caregiver_id, due.kind, due.anchor_at, due.about_id
      from due cross join lateral (
        select from caregiver where caregiver.id = due.caregiver_id limit 1 for key share skip locked) held
    ), sent as (
      insert into reminder_sent (playdate_id, caregiver_id, kind, anchor_at)
      select playdate_id, caregiver_id, kind, anchor_at from found
      on conflict do nothing
      returning playdate_id, caregiver_id
    )
    select found.playdate_id, type, found.caregiver_id, kind, anchor_at, about_id = found.caregiver_id as is_own,
      case when about_id <> found.caregiver_id and (not ${areApart(viewer, met)} or ${areGuardiansOfOne(viewer, met)})
        then about_id end as about_id
    from found join sent using (playdate_id, caregiver_id)`
  return { compile: () => insert.compile(db) }
}

export async function forgetReminders(db: Db, caregiverId: string): Promise<void> {
  await db.deleteFrom('reminder_sent').where('caregiver_id', '=', caregiverId).execute()
}
