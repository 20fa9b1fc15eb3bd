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
  /** Whose answer was waited for. */
  asked_id: string
  /** Which side waited: with a wait the owner's, whose message starts the clock even after the others' counter-proposal. */
  last_side: 'owner' | 'recipient'
  /** The order in which it was asked. */
  ask_id: string | null
  /** Of one date of a series, all of which end together. */
  series_id: string | null
  /** Others of it ended at the same time before, which stands for this one, too. */
  is_known: boolean
  standing: Standing[]
}

/** Over `playdate`: all its times have passed. */
const isPast = (now: Date) =>
  sql<boolean>`(select max(each.at) from unnest(proposed_times) each (at)) <= ${now}`

/**
 * Ends requests whose time is over, and those of an order whose times have all passed, which would ask on for ever.
 * Answers which. What is just being answered is left for the next minute; whoever answers after it finds it off.
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

/** Of a request with a wait: the clock of its answer, which a message may stop or set anew. */
export interface Clock {
  wait: Wait
  answer_by: Date | null
  proposed_times: Date[]
  /** On which side the writer stands. */
  side: 'owner' | 'recipient'
  /** The owner's; null of whoever is gone. */
  zone: string | null
}

/** Over `playdate` and `each`: a date of the same series that waits for the same answer. */
const isOfSameTurn = sql<boolean>`each.series_id = playdate.series_id and each.status = 'pending'
  and each.last_side = playdate.last_side`

/** undefined of whatever has no wait, or is pending no more. */
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
      // A series ends with the first of its dates that are to come.
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
 * False where it is over, or answered. No step of the request: what is seen of it can be answered as before. The dates of a
 * series have one clock.
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
