import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { type Availability, merged } from '@tagalong/contract/values/availability.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { Child } from '#db/types.ts'
import { visibleChildren } from '#features/visibility/children.db.ts'
import {
  areConnected,
  childrenOfGuardian,
  connectionsOf,
  guardiansOf,
  isFriendsChild,
  isGuardian,
  isLive,
  isOut,
  knowsChild,
  seesChildrenOf,
} from '#features/visibility/visibility.db.ts'

export type ChildRow = Selectable<Child>

/** `photo` is the key in the store by now, not the upload's. */
const columns = (child: ChildFields) => ({
  first_name: child.firstName,
  last_name_initial: child.lastNameInitial,
  school: child.school || null,
  grade: child.grade ?? null,
  photo: child.photo ?? null,
  availability: child.availability?.length ? JSON.stringify(merged(child.availability)) : null,
  ...(child.helpsFriends !== undefined && { helps_friends: child.helpsFriends }),
})

/** Adds the children in the order given; a trigger makes the caregiver their guardian. */
export async function insertChildren(
  db: Db,
  caregiverId: string,
  children: readonly (ChildFields & { id: string })[],
): Promise<ChildRow[]> {
  const values = children.map((child) => ({
    id: child.id,
    caregiver_id: caregiverId,
    availability_by: caregiverId,
    ...columns(child),
  }))
  return db.insertInto('child').values(values).returningAll().execute()
}

/** Hours that changed count on the clock of the guardian who saves them. */
export function updateChild(
  db: Db,
  { id, caregiverId }: { id: string; caregiverId: string },
  child: ChildFields,
): Promise<ChildRow> {
  const set = columns(child)
  return db
    .updateTable('child')
    .set({
      ...set,
      availability_by: sql<string>`case when availability is distinct from ${set.availability}::jsonb
        then ${caregiverId}::uuid else availability_by end`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Erased children are in no list and can't be found; only past playdates still count them. */
export function listChildren(db: Db, caregiverId: string): Promise<ChildRow[]> {
  return db
    .selectFrom('child')
    .selectAll()
    .where(isOfGuardian(caregiverId))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

function isOfGuardian(caregiverId: string) {
  return sql<boolean>`child.id in ${childrenOfGuardian(caregiverId)}`
}

/** Finds the child if the viewer may see it, and says whether they are its guardian. */
export function findChild(
  db: Db,
  viewer: string,
  id: string,
): Promise<(ChildRow & { is_own: boolean }) | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .select((eb) => isGuardian(viewer, eb.ref('child.id')).as('is_own'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => knowsChild(viewer, eb.ref('child.id')))
    .executeTakeFirst()
}

export async function listGuardianIds(db: Db, childId: string): Promise<string[]> {
  const { rows } = await sql<{ caregiver_id: string }>`${guardiansOf(childId)}`.execute(db)
  return rows.map(({ caregiver_id }) => caregiver_id)
}

/** Locks a child the caregiver is guardian of: nobody else changes or deletes it, or takes it into a playdate. */
export function lockChildForUpdate(
  db: Db,
  { id, caregiverId }: { id: string; caregiverId: string },
): Promise<ChildRow | undefined> {
  return db
    .selectFrom('child')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => isGuardian(caregiverId, eb.ref('child.id')))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks all children that the caregiver is guardian of, likewise. */
export function lockChildrenForUpdate(db: Db, caregiverId: string): Promise<ChildRow[]> {
  return db
    .selectFrom('child')
    .selectAll()
    .where(isOfGuardian(caregiverId))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The caregiver's children; none if the viewer may not see them. */
export const listVisibleChildren = prepared(
  (db, { viewer, caregiverId }: { viewer: string; caregiverId: string }) =>
    visibleChildren(db, viewer, sql`(${caregiverId}::uuid)`).where(seesChildrenOf(viewer, caregiverId)),
)

/** The children of all accepted connections, without the viewer's own. */
export const listFriendsChildren = prepared((db, { viewer }: { viewer: string }) =>
  visibleChildren(db, viewer, connectionsOf(viewer)).where(({ not, ref }) =>
    not(isGuardian(viewer, ref('seen.id'))),
  ),
)

export interface ChildHoursRow {
  id: string
  is_own: boolean
  availability: Availability | null
  time_zone: string
  away: { from: string; to: string; time_zone: string }[]
}

/**
 * The hours of those of the children that the viewer may see, on the clock of the guardian who changed them last, or
 * else of the longest-standing one; and their days away, on the clock of the guardian who entered them. They must never
 * leave the server as they are. A viewer who isn't the child's guardian gets the hours only if the child helps friends
 * find a time, and the days away only if also connected with one of its guardians.
 */
export const findHours = prepared((db, { viewer, ids }: { viewer: string; ids: readonly string[] }) =>
  db
    .selectFrom('child')
    .innerJoin('caregiver', (join) =>
      join.onRef('caregiver.id', '=', sql<string>`acted_for(child.id, child.availability_by)`),
    )
    .select((eb) => [
      'child.id',
      isGuardian(viewer, eb.ref('child.id')).as('is_own'),
      sql<Availability | null>`case when child.helps_friends or ${isGuardian(viewer, eb.ref('child.id'))}
        then child.availability end`.as('availability'),
      'caregiver.time_zone',
      sql<ChildHoursRow['away']>`array(
        select jsonb_build_object('from', first_day, 'to', last_day, 'time_zone', author.time_zone)
        from away_child
        join away on away.id = away_child.away_id
        join caregiver author on author.id = away.caregiver_id
        where away_child.child_id = child.id and ${isGuardian(sql.ref('away.caregiver_id'), eb.ref('child.id'))}
          and not ${isOut(sql.ref('away.caregiver_id'))}
          and (${isGuardian(viewer, eb.ref('child.id'))}
            or child.helps_friends and ${isFriendsChild(viewer, eb.ref('child.id'))}))`.as('away'),
    ])
    .where(isOneOf(ids))
    .where('child.deleted_at', 'is', null)
    .where((eb) => knowsChild(viewer, eb.ref('child.id')))
    .$castTo<ChildHoursRow>(),
)

export interface KnownChildRow {
  id: string
  /** The guardian through whom the viewer knows it: themselves, else a connection before a member, then by id. */
  caregiver_id: string
}

/**
 * Locks those of the children that the viewer may see: neither they nor their guardians can be erased before the
 * transaction ends. Each guardian is locked before the children.
 */
export async function lockChildrenForShare(
  db: Db,
  children: { viewer: string; ids: readonly string[] },
): Promise<KnownChildRow[]> {
  const rows = await guardiansForShare(db, children)
  const known = new Map<string, KnownChildRow>()
  for (const { id, caregiver_id, is_shown } of rows.toSorted((a, b) => a.rank - b.rank)) {
    if (is_shown && !known.has(id)) known.set(id, { id, caregiver_id })
  }
  return [...known.values()]
}

/** A row for each guardian of each child, ordered by their ids. */
const guardiansForShare = prepared((db, { viewer, ids }: { viewer: string; ids: readonly string[] }) =>
  db
    .selectFrom('child')
    .innerJoin('guardianship', 'guardianship.child_id', 'child.id')
    .innerJoin('caregiver', 'caregiver.id', 'guardianship.caregiver_id')
    .select((eb) => [
      'child.id',
      'guardianship.caregiver_id',
      seesChildrenOf(viewer, eb.ref('guardianship.caregiver_id')).as('is_shown'),
      sql<number>`case when guardianship.caregiver_id = ${viewer} then 0
        when ${areConnected(viewer, eb.ref('guardianship.caregiver_id'))} then 1 else 2 end`.as('rank'),
    ])
    .where(isOneOf(ids))
    .where('guardianship.role', '=', 'guardian')
    .where(isLive())
    .where('child.deleted_at', 'is', null)
    .where((eb) => knowsChild(viewer, eb.ref('child.id')))
    .orderBy('guardianship.caregiver_id')
    .orderBy('child.id')
    .forKeyShare('caregiver')
    .forKeyShare('child'),
)

/** A subquery, so that one plan serves lists of any length. */
function isOneOf(ids: readonly string[]) {
  return sql<boolean>`child.id = any((select ${ids}::uuid[])::uuid[])`
}
