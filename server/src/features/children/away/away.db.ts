import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { childrenOfGuardian, isGuardian, isOut } from '#features/visibility/visibility.db.ts'

export interface DaysAwayRow {
  id: string
  first_day: string
  last_day: string
  /** The guardian who entered them, and on whose clock they count. */
  caregiver_id: string
  name: string
  time_zone: string
  children: string[]
}

/**
 * The days away of the caregiver's children, past ones too, as long as the guardian who entered them is still the
 * child's guardian. Those of suspended or closed accounts are left out: nobody else could remove them.
 */
export const listDaysAway = prepared((db, { caregiverId }: { caregiverId: string }) =>
  db
    .selectFrom('away')
    .innerJoin('caregiver', 'caregiver.id', 'away.caregiver_id')
    .innerJoin('away_child', 'away_child.away_id', 'away.id')
    .innerJoin('child', 'child.id', 'away_child.child_id')
    .where(sql<boolean>`away_child.child_id in ${childrenOfGuardian(caregiverId)}`)
    .where((eb) => isGuardian(eb.ref('away.caregiver_id'), eb.ref('away_child.child_id')))
    .where(sql<boolean>`(away.caregiver_id = ${caregiverId} or not ${isOut(sql.ref('away.caregiver_id'))})`)
    .where('child.deleted_at', 'is', null)
    .select([
      'away.id',
      'first_day',
      'last_day',
      'away.caregiver_id',
      'caregiver.name',
      'caregiver.time_zone',
      sql<string[]>`array_agg(child.id::text order by child.id)`.as('children'),
    ])
    .groupBy(['away.id', 'caregiver.id'])
    .orderBy('first_day')
    .orderBy('last_day')
    .orderBy('away.id'),
)

interface NewDaysAway {
  id: string
  caregiverId: string
  from: string
  to: string
  children: readonly string[]
}

export async function insertDaysAway(
  db: Db,
  { id, caregiverId, from, to, children }: NewDaysAway,
): Promise<void> {
  await db
    .insertInto('away')
    .values({ id, caregiver_id: caregiverId, first_day: from, last_day: to })
    .execute()
  await db
    .insertInto('away_child')
    .values(children.map((child_id) => ({ away_id: id, child_id })))
    .execute()
}

/** False if there are none with that id that the caregiver entered. */
export async function deleteDaysAway(
  db: Db,
  { id, caregiverId }: { id: string; caregiverId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('away')
    .where('id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all that the caregiver entered. */
export async function deleteDaysAwayOf(db: Db, caregiverId: string): Promise<void> {
  await db.deleteFrom('away').where('caregiver_id', '=', caregiverId).execute()
}

/** Deletes the days away of erased children. Entries that name other children, too, stay for those. */
export async function deleteDaysAwayOfChildren(db: Db, childIds: readonly string[]): Promise<void> {
  const left = await db
    .deleteFrom('away_child')
    .where('child_id', 'in', [...childIds])
    .returning('away_id')
    .execute()
  if (left.length === 0) return
  await db
    .deleteFrom('away')
    .where(
      'id',
      'in',
      left.map(({ away_id }) => away_id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('away_child').select('child_id').whereRef('away_child.away_id', '=', 'away.id'))),
    )
    .execute()
}
