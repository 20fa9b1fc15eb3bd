import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { type Availability, merged } from '@tagalong/contract/values/availability.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { Child } from '#db/types.ts'
import { type VisibleChildRow, visibleChildren } from '#features/visibility/children.db.ts'
import { connectionsOf, seesChildrenOf } from '#features/visibility/visibility.db.ts'

export type ChildRow = Selectable<Child>

/** `photo` is that of the store, no longer the upload's. */
const columns = (child: ChildFields) => ({
  first_name: child.firstName,
  last_name_initial: child.lastNameInitial,
  school: child.school || null,
  grade: child.grade ?? null,
  photo: child.photo ?? null,
  availability: child.availability?.length ? JSON.stringify(merged(child.availability)) : null,
})

/** Adds the children in the order given. */
export async function insertChildren(
  db: Db,
  caregiverId: string,
  children: readonly (ChildFields & { id: string })[],
): Promise<ChildRow[]> {
  const values = children.map((child) => ({ id: child.id, caregiver_id: caregiverId, ...columns(child) }))
  return db.insertInto('child').values(values).returningAll().execute()
}

export function updateChild(db: Db, id: string, child: ChildFields): Promise<ChildRow> {
  return db
    .updateTable('child')
    .set(columns(child))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Erased ones are in no list and can't be found; only past playdates still count them. */
export function listChildren(db: Db, caregiverId: string): Promise<ChildRow[]> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('caregiver_id', '=', caregiverId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Where the viewer may see the child at all; not by that alone its own. */
export function findChild(db: Db, viewer: string, id: string): Promise<ChildRow | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => seesChildrenOf(viewer, eb.ref('child.caregiver_id')))
    .executeTakeFirst()
}

/** The caregiver's own, to change or delete it: nobody else does so, or takes it into a playdate, meanwhile. */
export function lockChildForUpdate(
  db: Db,
  { id, caregiverId }: { id: string; caregiverId: string },
): Promise<ChildRow | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('id', '=', id)
    .where('caregiver_id', '=', caregiverId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** All of the caregiver's, likewise. */
export function lockChildrenForUpdate(db: Db, caregiverId: string): Promise<ChildRow[]> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('caregiver_id', '=', caregiverId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The children of that caregiver, none where the viewer may not see them. */
export function listVisibleChildren(db: Db, viewer: string, caregiverId: string): Promise<VisibleChildRow[]> {
  return visibleChildren(db, viewer)
    .where('child.caregiver_id', '=', caregiverId)
    .where(seesChildrenOf(viewer, caregiverId))
    .execute()
}

/** The children of all accepted connections. */
export function listFriendsChildren(db: Db, viewer: string): Promise<VisibleChildRow[]> {
  return visibleChildren(db, viewer).where('child.caregiver_id', 'in', connectionsOf(viewer)).execute()
}

export interface ChildHoursRow {
  id: string
  caregiver_id: string
  availability: Availability | null
  time_zone: string
}

/** The hours of those of the children that the viewer may see; never to leave the server as they are. */
export const findHours = prepared((db, { viewer, ids }: { viewer: string; ids: readonly string[] }) =>
  db
    .selectFrom('child')
    .innerJoin('caregiver', 'caregiver.id', 'child.caregiver_id')
    .select(['child.id', 'child.caregiver_id', 'child.availability', 'caregiver.time_zone'])
    .where(isOneOf(ids))
    .where('child.deleted_at', 'is', null)
    .where((eb) => seesChildrenOf(viewer, eb.ref('child.caregiver_id')))
    .$castTo<ChildHoursRow>(),
)

/**
 * Whose the children are, of those that the viewer may see. Neither they nor their caregivers are erased before the
 * transaction ends; each caregiver is locked before its children.
 */
export const lockChildrenForShare = prepared(
  (db, { viewer, ids }: { viewer: string; ids: readonly string[] }) =>
    db
      .selectFrom('child')
      .innerJoin('caregiver', 'caregiver.id', 'child.caregiver_id')
      .select(['child.id', 'child.caregiver_id'])
      .where(isOneOf(ids))
      .where('child.deleted_at', 'is', null)
      .where((eb) => seesChildrenOf(viewer, eb.ref('child.caregiver_id')))
      .orderBy('child.caregiver_id')
      .orderBy('child.id')
      .forKeyShare('caregiver')
      .forKeyShare('child'),
)

/** The list is selected, so that one plan serves it at any length. */
function isOneOf(ids: readonly string[]) {
  return sql<boolean>`child.id = any((select ${ids}::uuid[])::uuid[])`
}
