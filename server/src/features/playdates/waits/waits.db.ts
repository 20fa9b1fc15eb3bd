import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { actedFor } from '#features/visibility/playdates.db.ts'
import type { Standing } from '../playdate-read.ts'
import { standing } from '../playdate-rows.db.ts'

/** A request that nobody answered in time. */
export interface OverRow {
  id: string
  owner_id: string
  /** The caregiver whose answer was awaited. */
  asked_id: string
  /** The side that waited. With a wait always the owner's: its messages restart the clock after a counter-proposal. */
  last_side: 'owner' | 'recipient'
  /** The order it belongs to. */
  ask_id: string | null
  /** Set on dates of a series, which all end together. */
  series_id: string | null
  /** An earlier batch ended dates of the same series, whose notice covers this one, too. */
  is_known: boolean
  standing: Standing[]
}

/** Over `playdate`: true if all its times have passed. */
const isPast = (now: Date) =>
  sql<boolean>`(select max(each.at) from unnest(proposed_times) each (at)) <= ${now}`

/**
 * Ends and returns requests whose wait is over, and those of an order whose times have all passed, which would never
 * end. Requests that are being answered are left for the next minute; a later answer finds the request cancelled.
 */
export async function endOver(db: Db, { now, limit }: { now: Date; limit: number }): Promise<OverRow[]> {
  const { rows } = await sql<OverRow>`
    with ended as (
      update playdate set status = 'cancelled', ended_as = 'over', version = version + 1, updated_at = now()
      where id in (
        select id from playdate
        where status = 'pending' and (answer_by <= ${now} or ask_id is not null and ${isPast(now)})
        order by answer_by limit ${limit} for no key update skip locked)
      returning id, owner_id, ask_id, series_id, answer_by, case when wait is null then last_side else 'owner' end as last_side
    )
    select playdate.id, owner_id, last_side, ask_id, series_id, coalesce(${standing}, '[]') as standing, exists (
      select from playdate other
      where other.series_id = playdate.series_id and other.ended_as = 'over' and other.answer_by = playdate.answer_by
    ) as is_known, (
      select coalesce(${actedFor('other')}, other.caregiver_id) from playdate_child other
      where other.playdate_id = playdate.id and other.side <> playdate.last_side
      order by other.child_id limit 1) as asked_id
    from ended playdate order by playdate.id`.execute(db)
  return rows
}

/** The clock of a request with a wait, which a message may stop or restart. */
export interface Clock {
  wait: Wait
  answer_by: Date | null
  proposed_times: Date[]
  /** The writer's side. */
  side: 'owner' | 'recipient'
  /** The owner's time zone. */
  zone: string | null
}

/** Over `playdate` and `each`: true for a date of the same series that waits for the same answer. */
const isOfSameTurn = sql<boolean>`each.series_id = playdate.series_id and each.status = 'pending'
  and each.last_side = playdate.last_side`

/** Returns undefined if the playdate has no wait, or is no longer pending. */
export async function findClock(
  db: Db,
  { id, writer, now }: { id: string; writer: string; now: Date },
): Promise<Clock | undefined> {
  return (
    db
      .selectFrom('playdate')
      .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
      .innerJoin('caregiver as owner', 'owner.id', 'playdate.owner_id')
      .where('playdate.id', '=', id)
      .where('playdate.status', '=', 'pending')
      .where('playdate.wait', 'is not', null)
      .where('mine.caregiver_id', '=', writer)
      .select(['playdate.wait', 'playdate.answer_by', 'mine.side', 'owner.time_zone as zone'])
      // The wait of a series ends, at the latest, with the first of its dates to come.
      .select(
        sql<Date[]>`case when playdate.series_id is null then playdate.proposed_times else array(
        select each.proposed_times[1] from playdate each
        where ${isOfSameTurn} and each.proposed_times[1] > ${now} order by 1 limit 1) end`.as(
          'proposed_times',
        ),
      )
      .$castTo<Clock>()
      .executeTakeFirst()
  )
}

/**
 * Sets the clock of a request, or of all dates of a series, which share one. False if it is over or answered. The
 * version stays the same, so that what callers saw can still be answered.
 */
export async function setAnswerBy(db: Db, id: string, answerBy: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update playdate set answer_by = ${answerBy}
    where status = 'pending' and id in (
      select each.id from playdate join playdate each on each.id = playdate.id or ${isOfSameTurn}
      where playdate.id = ${id} order by each.id for no key update of each)
    returning id`.execute(db)
  return rows.length > 0
}
