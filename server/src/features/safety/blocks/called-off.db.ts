import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import { isActedBy, looksAt } from '#features/visibility/playdates.db.ts'
import type { Pair } from './blocks.db.ts'

/** What the two have coming: a single they arranged, or an event that one of them made and the other answers. */
export interface ComingRow {
  id: string
  type: 'single' | 'group'
  owner_id: string
}

/**
 * Requests, and confirmed playdates that begin later, if on each side one of the two acted for a child. Oldest first: a
 * request for another time is cancelled with its playdate.
 */
export async function listComing(db: Db, { blocker, blocked }: Pair, now: Date): Promise<ComingRow[]> {
  const { rows } = await sql<ComingRow>`
    select playdate.id, playdate.type, playdate.owner_id
    from playdate_caregiver mine
    join playdate_caregiver theirs on theirs.playdate_id = mine.playdate_id
    join playdate on playdate.id = mine.playdate_id
    where mine.caregiver_id = ${blocker} and theirs.caregiver_id = ${blocked} and ${isComing(now)}
      and exists (
        select from playdate_child own join playdate_child other
          on other.playdate_id = own.playdate_id and other.side <> own.side
        where own.playdate_id = playdate.id
          and ${isArranged('own', blocker)} and ${isArranged('other', blocked)})
    order by playdate.id`.execute(db)
  return rows
}

/** All playdates in which any of these children ever was. */
export async function listPlaydatesOf(db: Db, childIds: readonly string[]): Promise<string[]> {
  if (childIds.length === 0) return []
  const rows = await db
    .selectFrom('playdate_child')
    .where('child_id', 'in', [...childIds])
    .select('playdate_id')
    .distinct()
    .execute()
  return rows.map(({ playdate_id }) => playdate_id)
}

/** True if the caregiver acted for the child of `row`, an alias of `playdate_child`, or made the event. */
function isArranged(row: 'own' | 'other', caregiverId: string): RawBuilder<boolean> {
  const side = sql.ref(`${row}.side`)
  return sql<boolean>`case when playdate.type = 'group' and ${side} = 'owner' then playdate.owner_id = ${caregiverId}
    else ${isActedBy(row, caregiverId)} end`
}

function isComing(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(playdate.status = 'pending' or playdate.status = 'accepted' and playdate.accepted_time > ${now})`
}

export interface CalledOffRow {
  id: string
  type: 'single' | 'group'
  series_id: string | null
  accepted_time: Date | null
  proposed_times: Date[]
  /** The confirmed playdate for which it asks another time, and the side that proposed last. */
  replaces_id: string | null
  last_side: 'owner' | 'recipient'
}

const calledOff = [
  'id',
  'type',
  'series_id',
  'accepted_time',
  'proposed_times',
  'replaces_id',
  'last_side',
] as const

/** Cancels those of the playdates that are still to come. */
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
    .returning(calledOff)
    .$castTo<CalledOffRow>()
    .execute()
}

/** A caregiver who may look at a playdate. */
export interface Onlooker {
  id: string
  side: 'owner' | 'recipient'
  role: 'guardian' | 'helper'
  /** Whether they go, if it is confirmed. */
  goes: boolean
}

export function listOnlookers(db: Db, playdateId: string): Promise<Onlooker[]> {
  return db
    .selectFrom('playdate_caregiver')
    .where('playdate_id', '=', playdateId)
    .where(looksAt('playdate_caregiver'))
    .select([
      'caregiver_id as id',
      'side',
      'role',
      sql<boolean>`(side = 'owner' or coalesce(response, '') = 'accepted' or exists (
        select from playdate single where single.id = playdate_id and single.type = 'single'))`.as('goes'),
    ])
    .$castTo<Onlooker>()
    .execute()
}

/** Whether an event invites children other than those for whom the guest acted. */
export async function invitesOthers(db: Db, playdateId: string, guest: string): Promise<boolean> {
  const row = await db
    .selectFrom('playdate_child')
    .where('playdate_id', '=', playdateId)
    .where('side', '=', 'recipient')
    .where(({ not }) => not(isActedBy('playdate_child', guest)))
    .select('child_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The grown-ups of the children for whom the guest acted. */
export async function listBesideGuest(db: Db, playdateId: string, guest: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playdate_child')
    .innerJoin('guardianship', 'guardianship.child_id', 'playdate_child.child_id')
    .where('playdate_id', '=', playdateId)
    .where('side', '=', 'recipient')
    .where(isActedBy('playdate_child', guest))
    .where(sql<boolean>`coalesce(place_ends(guardianship), 'infinity') > now()`)
    .select('guardianship.caregiver_id')
    .distinct()
    .execute()
  return rows.map(({ caregiver_id }) => caregiver_id)
}

/**
 * Takes the children for whom a guest acted off an event; undefined if it is no longer to come. The guest gets a copy
 * of the event as it was, cancelled by its owner. The copy holds what is the guest's, and the others' is read from the
 * event. Grown-ups without another child there leave the event; a guest with one keeps it instead of the copy.
 */
export async function takeOff(
  db: Db,
  { id, caregiverId, now }: { id: string; caregiverId: string; now: Date },
): Promise<CalledOffRow | undefined> {
  const event = await db
    .updateTable('playdate')
    // `version` stays: for everybody who stays, it is still the same event.
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(isComing(now))
    .returning(calledOff)
    .$castTo<CalledOffRow>()
    .executeTakeFirst()
  if (!event) return undefined
  const copy = newId()
  await sql`
    insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
      description, capacity, spots_taken, duration_minutes, last_submitted_by, cancelled_by, version, created_at,
      updated_at, series_id, every_weeks, copy_of, copy_for)
    select ${copy}, type, 'cancelled', owner_id, location1, proposed_times, accepted_location, accepted_time,
      description, capacity, spots_taken, duration_minutes, last_submitted_by, owner_id, version + 1, created_at,
      updated_at, series_id, every_weeks, id, ${caregiverId}
    from playdate where id = ${id}`.execute(db)
  await db
    .updateTable('playdate_child')
    .set({ playdate_id: copy, in_line: null })
    .where('playdate_id', '=', id)
    .where('side', '=', 'recipient')
    .where(isActedBy('playdate_child', caregiverId))
    .execute()
  await sql`
    update playdate_caregiver set until = now()
    where playdate_id = ${id} and until > now() and not exists (
      select from guardianship join playdate_child using (child_id)
      where playdate_child.playdate_id = ${id}
        and guardianship.caregiver_id = playdate_caregiver.caregiver_id
        and coalesce(place_ends(guardianship), 'infinity') > now())`.execute(db)
  const left = await db
    .updateTable('playdate_caregiver')
    .set({ playdate_id: copy, playdate_status: 'cancelled', until: sql<Date>`'infinity'` })
    .where('playdate_id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .where('until', '<=', sql<Date>`now()`)
    .returning('caregiver_id')
    .executeTakeFirst()
  if (!left) {
    await db.deleteFrom('playdate').where('id', '=', copy).execute()
    return event
  }
  await db
    .updateTable('chat_room')
    .set({ playdate_id: copy })
    .where('playdate_id', '=', id)
    .where('recipient_id', '=', caregiverId)
    .execute()
  await db.insertInto('chat_room').values({ id: newId(), playdate_id: copy }).execute()
  return event
}

/** Rejected connections stay: nobody sees them, and the rejected caregiver can't ask a second time. */
export async function deleteConnectionsBetween(db: Db, { blocker, blocked }: Pair): Promise<string[]> {
  const gone = await db
    .deleteFrom('connection')
    .where('status', '<>', 'rejected')
    .where(({ or, and, eb }) =>
      or([
        and([eb('inviter_id', '=', blocker), eb('invitee_id', '=', blocked)]),
        and([eb('inviter_id', '=', blocked), eb('invitee_id', '=', blocker)]),
      ]),
    )
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
