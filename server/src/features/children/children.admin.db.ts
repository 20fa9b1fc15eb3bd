import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { childrenOfGuardian } from '#features/visibility/visibility.db.ts'
import type { ChildRow } from './children.db.ts'

/** A child as administrators see it: with one of its guardians. */
export interface AnyChildRow extends ChildRow {
  guardian_id: string
}

/** Finds a child of any caregiver, with its longest-standing guardian. */
export function findAnyChild(db: Db, id: string): Promise<AnyChildRow | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .select(sql<string>`longest_guardian(child.id)`.as('guardian_id'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Empty if the user has no profile. */
export function listChildrenOfUser(db: Db, userId: string): Promise<AnyChildRow[]> {
  return db
    .selectFrom('child')
    .innerJoin('caregiver', (join) =>
      join.on((eb) => sql<boolean>`child.id in ${childrenOfGuardian(eb.ref('caregiver.id'))}`),
    )
    .selectAll('child')
    .select('caregiver.id as guardian_id')
    .where('caregiver.user_id', '=', userId)
    .where('child.deleted_at', 'is', null)
    .orderBy('child.id')
    .execute()
}
