import type { Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { areApart } from '#features/visibility/visibility.db.ts'

/**
 * Who is a child's grown-up is asked and ended by one after the other, and nobody takes the child into a playdate
 * meanwhile; false where it is erased.
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

/** Those who are there, and those who will begin. */
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

/** Whoever helped a guardian whose place is over: the helpers' is, too, whatever that one becomes from now on. */
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

/** True where the guardian's place has no end: who is going asks nobody to come. */
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

/** True where one of the child's guardians, now or soon, is apart from that caregiver. */
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

/** In place of one that is over, if there was one; a guardian's is kept beside it, and what they share stays. */
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

/** Of the guardian's place that came before, also before a helper's that no administrator changed. */
const before = (column: 'since' | 'until') =>
  sql<Date | null>`case when guardianship.role = 'guardian' then ${sql.ref(`guardianship.${column}`)}
    when guardianship.reason is null then ${sql.ref(`guardianship.${column}_before`)} end`

/** One that has not begun: nothing of it stays, and what it replaced is there again. */
export async function dropComingPlace(db: Db, childId: string, caregiverId: string): Promise<void> {
  const coming = db
    .updateTable('guardianship')
    .set({ until: sql<Date>`now()` })
    .where('child_id', '=', childId)
    .where('caregiver_id', '=', caregiverId)
    .where('since', '>', sql<Date>`now()`)
  // On the sides of playdates it ends before it began.
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
