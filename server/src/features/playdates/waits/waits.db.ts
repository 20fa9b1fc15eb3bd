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
  standing: Standing[]
}

/**
 * Ends requests whose time is over, and answers which. What is just being answered is left for the next minute; whoever
 * answers after it finds it off.
 */
export async function endOver(db: Db, { now, limit }: { now: Date; limit: number }): Promise<OverRow[]> {
  const { rows } = await sql<OverRow>`
    with ended as (
      update playdate set status = 'cancelled', ended_as = 'over', version = version + 1, updated_at = now()
      where id in (
        select id from playdate where status = 'pending' and answer_by <= ${now}
        order by answer_by limit ${limit} for no key update skip locked)
      returning id, owner_id, ask_id, case when wait is null then last_side else 'owner' end as last_side
    )
    select playdate.id, owner_id, last_side, ask_id, coalesce(${standing}, '[]') as standing, (
      select coalesce(${actedFor('other')}, other.caregiver_id) from playdate_child other
      where other.playdate_id = playdate.id and other.side <> playdate.last_side
      order by other.child_id limit 1) as asked_id
    from ended playdate`.execute(db)
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

/** undefined of whatever has no wait, or is pending no more. */
export async function findClock(db: Db, id: string, writer: string): Promise<Clock | undefined> {
  return db
    .selectFrom('playdate')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
    .where('playdate.id', '=', id)
    .where('playdate.status', '=', 'pending')
    .where('playdate.wait', 'is not', null)
    .where('mine.caregiver_id', '=', writer)
    .innerJoin('caregiver as owner', 'owner.id', 'playdate.owner_id')
    .select(['playdate.wait', 'playdate.answer_by', 'playdate.proposed_times', 'mine.side'])
    .select('owner.time_zone as zone')
    .$castTo<Clock>()
    .executeTakeFirst()
}

/** False where it is over, or answered. No step of the request: what is seen of it can be answered as before. */
export async function setAnswerBy(db: Db, id: string, answerBy: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playdate')
    .set({ answer_by: answerBy })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
