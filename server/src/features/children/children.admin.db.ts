import type { Db } from '#db/db.ts'
import type { ChildRow } from './children.db.ts'

/** Whosever it is. */
export function findAnyChild(db: Db, id: string): Promise<ChildRow | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** None where the user has no profile. */
export function listChildrenOfUser(db: Db, userId: string): Promise<ChildRow[]> {
  return db
    .selectFrom('child')
    .innerJoin('caregiver', 'caregiver.id', 'child.caregiver_id')
    .selectAll('child')
    .where('caregiver.user_id', '=', userId)
    .where('child.deleted_at', 'is', null)
    .orderBy('child.id')
    .execute()
}
