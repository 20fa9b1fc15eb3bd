import type { Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny, nameOf } from '#features/visibility/names.db.ts'
import { isLive, isOut } from '#features/visibility/visibility.db.ts'

/** A live place of a grown-up with a child. */
export interface PlaceRow {
  child_id: string
  child_name: string
  role: Role
  since: Date
  /** A helper's place ends with that of the guardian they help, too. */
  until: Date | null
  shares_places: boolean
  /** The user who ended it; null if it ends by itself. */
  ended_by: string | null
  caregiver: NameRow
  /** The guardian whom a helper helps. */
  addedBy: NameRow | null
  /** Whether that guardian's account is suspended, closed or erased. */
  is_adder_out: boolean
}

/** A helper's place ends with that of the guardian they help, too. */
const isNow = sql<boolean>`(guardianship.since <= now() and coalesce(place_ends(guardianship), 'infinity') > now())`

function places(db: Db) {
  return db
    .selectFrom('guardianship')
    .innerJoin('child', 'child.id', 'guardianship.child_id')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .leftJoin('caregiver as adder', (join) =>
      join.onRef('adder.id', '=', 'guardianship.added_by').on('guardianship.role', '=', 'helper'),
    )
    .where(isNow)
    .select([
      'guardianship.child_id',
      'child.first_name as child_name',
      'guardianship.role',
      'guardianship.since',
      sql<Date | null>`place_ends(guardianship)`.as('until'),
      'guardianship.shares_places',
      'guardianship.ended_by',
      nameOf('caregiver').as('caregiver'),
      nameIfAny('adder').as('addedBy'),
      sql<boolean>`(adder.id is not null and ${isOut(sql.ref('adder.id'))})`.as('is_adder_out'),
    ])
    .$castTo<PlaceRow>()
}

/** The child's live places, the longest-standing first. */
export function listPlaces(db: Db, childId: string): Promise<PlaceRow[]> {
  return places(db)
    .where('guardianship.child_id', '=', childId)
    .orderBy('guardianship.since')
    .orderBy('guardianship.caregiver_id')
    .execute()
}

export function findPlace(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<PlaceRow | undefined> {
  return places(db)
    .where('guardianship.child_id', '=', childId)
    .where('guardianship.caregiver_id', '=', caregiverId)
    .executeTakeFirst()
}

/** Recomputes the sides of the child's playdates from its places: no row changes by itself when one begins or ends. */
export async function standAnew(db: Db, childId: string): Promise<void> {
  await sql`select stand_on_sides(array(
    select playdate_id from playdate_child where child_id = ${childId}))`.execute(db)
}

/**
 * Locks a child that the caregiver has a place with, and returns its first name. Nobody changes its grown-ups, or takes
 * it into a playdate, meanwhile.
 */
export async function lockChildOf(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('child')
    .select('first_name')
    .where('id', '=', childId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('guardianship')
          .select('child_id')
          .where('guardianship.child_id', '=', childId)
          .where('guardianship.caregiver_id', '=', caregiverId)
          .where(isNow),
      ),
    )
    .forUpdate()
    .executeTakeFirst()
  return row?.first_name
}

/** True if another guardian is there now and not leaving. */
export async function hasOtherToStay(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('guardianship')
    .select('caregiver_id')
    .where('child_id', '=', childId)
    .where('caregiver_id', '<>', caregiverId)
    .where('role', '=', 'guardian')
    .where('since', '<=', sql<Date>`now()`)
    .where('until', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/** The users of the child's guardians now, without the caregiver `except`. */
export async function listGuardianUsers(db: Db, childId: string, except: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('guardianship')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .where('guardianship.child_id', '=', childId)
    .where('guardianship.role', '=', 'guardian')
    .where('guardianship.caregiver_id', 'is distinct from', except)
    .where(isLive())
    .select('caregiver.user_id')
    .orderBy('guardianship.caregiver_id')
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

interface Ending {
  childId: string
  caregiverId: string
  /** Id of the user. */
  endedBy: string
}

/** Ends the place in that many hours; undefined if it is ending already. */
export async function leaveSoon(
  db: Db,
  { childId, caregiverId, endedBy }: Ending,
  hours: number,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('guardianship')
    .set({
      // In whole milliseconds, so that a job that waits for it runs neither before nor after it.
      until: sql<Date>`date_trunc('milliseconds', now() + make_interval(hours => ${hours}))`,
      ended_by: endedBy,
      reason: null,
    })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'guardian')
    .where('until', 'is', null)
    .returning('until')
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** False if the place is over, or that user didn't end it. */
export async function stay(db: Db, { childId, caregiverId, endedBy }: Ending): Promise<boolean> {
  const row = await db
    .updateTable('guardianship')
    .set({ until: null, ended_by: null })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'guardian')
    .where('until', '>', sql<Date>`now()`)
    .where('ended_by', '=', endedBy)
    .returning('child_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the help at once; false if it was over before. */
export async function endHelp(
  db: Db,
  { childId, caregiverId, endedBy }: Omit<Ending, 'endedBy'> & { endedBy: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('guardianship')
    .set({ until: sql<Date>`now()`, ended_by: endedBy, reason: null })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'helper')
    .where('until', '>', sql<Date>`now()`)
    .returning('child_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if the help is over, or an administrator is ending it. */
export async function moveEndOfHelp(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
  until: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('guardianship')
    .set({ until })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'helper')
    .where('until', '>', sql<Date>`now()`)
    .where('reason', 'is', null)
    .returning('child_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setSharesPlaces(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
  sharesPlaces: boolean,
): Promise<void> {
  await db
    .updateTable('guardianship')
    .set({ shares_places: sharesPlaces })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .execute()
}
