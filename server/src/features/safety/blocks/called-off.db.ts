import type { CancelCause } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import type { Pair } from './blocks.db.ts'

/** What is to come between the two: singles, and events that one of them made and that invite the other. */
export interface ComingRow {
  id: string
  type: 'single' | 'group'
  owner_id: string
}

/** Requests, and what is confirmed and begins later. */
export async function listComing(db: Db, { blocker, blocked }: Pair, now: Date): Promise<ComingRow[]> {
  const { rows } = await sql<ComingRow>`
    select playdate.id, playdate.type, playdate.owner_id
    from playdate_caregiver mine
    join playdate_caregiver theirs on theirs.playdate_id = mine.playdate_id
    join playdate on playdate.id = mine.playdate_id
    where mine.caregiver_id = ${blocker} and theirs.caregiver_id = ${blocked}
      and (playdate.type = 'single' or mine.side <> theirs.side) and ${isComing(now)}`.execute(db)
  return rows
}

function isComing(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(playdate.status = 'pending' or playdate.status = 'accepted' and playdate.accepted_time > ${now})`
}

export interface CalledOffRow {
  id: string
  accepted_time: Date | null
  proposed_times: Date[]
}

/** Those of the playdates that are still to come. */
export function cancelComing(
  db: Db,
  { ids, by, cause, now }: { ids: readonly string[]; by: string; cause: CancelCause | null; now: Date },
): Promise<CalledOffRow[]> {
  return db
    .updateTable('playdate')
    .set({
      status: 'cancelled',
      cancelled_by: by,
      cancel_cause: cause,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', 'in', [...ids])
    .where(isComing(now))
    .returning(['id', 'accepted_time', 'proposed_times'])
    .execute()
}

/** Who else is invited. */
export async function listOtherGuests(db: Db, playdateId: string, caregiverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playdate_caregiver')
    .where('playdate_id', '=', playdateId)
    .where('side', '=', 'recipient')
    .where('caregiver_id', '<>', caregiverId)
    .select('caregiver_id')
    .execute()
  return rows.map(({ caregiver_id }) => caregiver_id)
}

/**
 * One of several families leaves an event; undefined where it isn't to come any more. The family keeps a copy, in which
 * the event is as it was, and cancelled by whoever made it: that holds what is theirs, and reads the others' from there.
 */
export async function takeOff(
  db: Db,
  { id, caregiverId, now }: { id: string; caregiverId: string; now: Date },
): Promise<CalledOffRow | undefined> {
  const event = await db
    .updateTable('playdate')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(isComing(now))
    .returning(['id', 'accepted_time', 'proposed_times'])
    .executeTakeFirst()
  if (!event) return undefined
  const copy = newId()
  await sql`
    insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
      description, duration_minutes, last_submitted_by, cancelled_by, version, created_at, updated_at, copy_of, copy_for)
    select ${copy}, type, 'cancelled', owner_id, location1, proposed_times, accepted_location, accepted_time,
      description, duration_minutes, last_submitted_by, owner_id, version, created_at, updated_at, id, ${caregiverId}
    from playdate where id = ${id}`.execute(db)
  await db
    .updateTable('playdate_caregiver')
    .set({ playdate_id: copy, playdate_status: 'cancelled' })
    .where('playdate_id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .execute()
  await db
    .updateTable('playdate_child')
    .set({ playdate_id: copy })
    .where('playdate_id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .execute()
  await db
    .updateTable('chat_room')
    .set({ playdate_id: copy })
    .where('playdate_id', '=', id)
    .where('recipient_id', '=', caregiverId)
    .execute()
  await db.insertInto('chat_room').values({ id: newId(), playdate_id: copy }).execute()
  return event
}

/** Answers those that either of the two saw. */
export async function deleteConnectionsBetween(db: Db, { blocker, blocked }: Pair): Promise<string[]> {
  const gone = await db
    .deleteFrom('connection')
    .where(({ or, and, eb }) =>
      or([
        and([eb('inviter_id', '=', blocker), eb('invitee_id', '=', blocked)]),
        and([eb('inviter_id', '=', blocked), eb('invitee_id', '=', blocker)]),
      ]),
    )
    .returning(['id', 'status'])
    .execute()
  return gone.filter(({ status }) => status !== 'rejected').map(({ id }) => id)
}
