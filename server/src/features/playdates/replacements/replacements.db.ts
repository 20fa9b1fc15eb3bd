import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Actor, proposalColumns } from '../playdate-changes.db.ts'
import type { Proposal } from '../playdate-insert.db.ts'

interface StandingRow {
  id: string
  version: number
  accepted_time: Date
  series_id: string | null
  every_weeks: number | null
}

/**
 * Locks the caregivers and children on the playdate's sides. The rows of the request refer to them, and Postgres would
 * otherwise wait for an erasure of one while the playdate is locked.
 */
export async function lockSidesForShare(db: Db, id: string): Promise<void> {
  await db
    .selectFrom('caregiver')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('playdate_caregiver').select('caregiver_id').where('playdate_id', '=', id),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
  await db
    .selectFrom('child')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('playdate_child').select('child_id').where('playdate_id', '=', id),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Locks a confirmed playdate, before its request for another time: the older of the two is always locked first. */
export function lockConfirmed(db: Db, id: string): Promise<StandingRow | undefined> {
  return db
    .selectFrom('playdate')
    .where('id', '=', id)
    .where('status', '=', 'accepted')
    .select(['id', 'version', 'accepted_time', 'series_id', 'every_weeks'])
    .forNoKeyUpdate()
    .$castTo<StandingRow>()
    .executeTakeFirst()
}

export async function hasOpenReplacement(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('playdate')
    .where('replaces_id', '=', id)
    .where('status', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Replacement {
  id: string
  roomId: string
  replaces: string
  proposal: Proposal
}

/**
 * Inserts a request with the owner, sides and children of the playdate, at whose start it ends. If the proposal says
 * nothing about staying, 'drop' is kept, and 'stay' only if this side promised it: nobody promises for the other side.
 */
export async function insertReplacement(
  db: Db,
  { id, roomId, replaces, proposal }: Replacement,
  { caregiverId, side }: Actor,
): Promise<void> {
  const { location1, location2, location3, proposed_times, duration_minutes, stay } =
    proposalColumns(proposal)
  await sql`
    with request as (
      insert into playdate (id, type, status, owner_id, location1, location2, location3, proposed_times,
        duration_minutes, last_submitted_by, last_side, replaces_id, answer_by, stay)
      select ${id}, type, 'pending', owner_id, ${location1}, ${location2}, ${location3},
        ${proposed_times}::timestamptz[], ${duration_minutes}, ${caregiverId}, ${side}, id, accepted_time,
        coalesce(${stay}, case when stay = 'drop' or last_side = ${side} then stay end)
      from playdate where id = ${replaces}
    ), caregivers as (
      insert into playdate_caregiver (playdate_id, caregiver_id, side, role, since, until, shown, playdate_status)
      select ${id}, caregiver_id, side, role, since, until, shown or caregiver_id = ${caregiverId}, 'pending'
      from playdate_caregiver where playdate_id = ${replaces} and until > now()
    ), children as (
      insert into playdate_child (playdate_id, child_id, caregiver_id, side, acted_by, acted_at)
      select ${id}, child_id, caregiver_id, side,
        case side when ${side} then ${caregiverId} else acted_by end,
        case side when ${side} then now() else acted_at end
      from playdate_child where playdate_id = ${replaces}
    )
    insert into chat_room (id, playdate_id) values (${roomId}, ${id})`.execute(db)
}
