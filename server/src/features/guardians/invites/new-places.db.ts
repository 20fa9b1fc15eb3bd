import type { Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { areApart } from '#features/visibility/visibility.db.ts'

/**
 * Locks the child, so that its grown-ups are read and changed by one call after the other, and nobody takes it into a
 * playdate meanwhile. False if it is erased.
 */
export async function lockGrownUps(db: Db, childId: string): Promise<boolean> {
  const row = await db
    .selectFrom('child')
    .select('id')
    .where('id', '=', childId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** A place that is live or will begin. */
const isLasting = sql<boolean>`(guardianship.until is null or place_ends(guardianship) > now())`

/** Counts live places and those that will begin. */
export async function countPlaces(db: Db, childId: string, role: Role): Promise<number> {
  const { count } = await db
    .selectFrom('guardianship')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('child_id', '=', childId)
    .where('role', '=', role)
    .where(isLasting)
    .executeTakeFirstOrThrow()
  return count
}

export async function hasPlace(db: Db, childId: string, caregiverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guardianship')
    .select('role')
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where(isLasting)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewPlace {
  childId: string
  caregiverId: string
  role: Role
  since: Date
  until: Date | null
  addedBy: string
}

/** Ends the places of helpers of a guardian whose place is over, whatever that caregiver becomes from now on. */
export async function endHelpersOf(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<void> {
  await sql`
    update guardianship helper set until = least(helper.until, adder.until)
    from guardianship adder
    where helper.child_id = ${childId} and helper.added_by = ${caregiverId} and helper.role = 'helper'
      and adder.child_id = helper.child_id and adder.caregiver_id = helper.added_by
      and adder.role = 'guardian' and adder.until <= now() and helper.until > adder.until`.execute(db)
}

/** True if the guardian's place has no end: a guardian who is leaving brings nobody in. */
export async function isStaying(
  db: Db,
  { childId, caregiverId }: { childId: string; caregiverId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('guardianship')
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('role', '=', 'guardian')
    .where('until', 'is', null)
    .select('child_id')
    .executeTakeFirst()
  return row !== undefined
}

/** True if one of the child's guardians, now or soon, is apart from the caregiver. */
export async function isApartFromGuardian(db: Db, childId: string, caregiverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guardianship')
    .select('guardianship.caregiver_id')
    .where('guardianship.child_id', '=', childId)
    .where('guardianship.role', '=', 'guardian')
    .where(isLasting)
    .where(({ ref }) => areApart(ref('guardianship.caregiver_id'), caregiverId))
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts the place, or replaces one that is over. A guardian's dates stay in `_before`, `shares_places` as it is. */
export async function insertPlace(db: Db, { childId, caregiverId, ...place }: NewPlace): Promise<void> {
  await endHelpersOf(db, { childId, caregiverId })
  const values = {
    role: place.role,
    since: place.since,
    until: place.until,
    added_by: place.addedBy,
    ended_by: null,
    reason: null,
  }
  await db
    .insertInto('guardianship')
    .values({ child_id: childId, caregiver_id: caregiverId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['child_id', 'caregiver_id']).doUpdateSet({
        ...values,
        since_before: before('since'),
        until_before: before('until'),
      }),
    )
    .execute()
}

/** The dates of the guardian's place before: this row's, or those beside a helper's that no administrator changed. */
const before = (column: 'since' | 'until') =>
  sql<Date | null>`case when guardianship.role = 'guardian' then ${sql.ref(`guardianship.${column}`)}
    when guardianship.reason is null then ${sql.ref(`guardianship.${column}_before`)} end`

/** Removes a place that has not begun, without a trace, and restores the one it replaced. */
export async function dropComingPlace(db: Db, childId: string, caregiverId: string): Promise<void> {
  const coming = db
    .updateTable('guardianship')
    .set({ until: sql<Date>`now()` })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('since', '>', sql<Date>`now()`)
  // On the sides of playdates, it is over before it begins.
  await coming.execute()
  const ended = db
    .updateTable('guardianship')
    .set((eb) => ({
      since: sql<Date>`since_before`,
      until: eb.ref('until_before'),
      added_by: null,
      since_before: null,
      until_before: null,
    }))
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('since', '>', sql<Date>`now()`)
    .where('until_before', 'is not', null)
  await ended.execute()
  await db
    .deleteFrom('guardianship')
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('since', '>', sql<Date>`now()`)
    .execute()
}
