import type { ChildPod } from '@tagalong/contract/features/groups/groups.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { guardiansOf } from '#features/visibility/visibility.db.ts'

/** Sets the pods of these children in the membership's group, whichever guardian chose the pods before. */
export async function placeChildren(
  db: Db,
  membershipId: string,
  places: readonly ChildPod[],
): Promise<void> {
  if (places.length === 0) return
  await db
    .deleteFrom('pod_child')
    .where('pod_id', 'in', podsBeside(membershipId))
    .where(
      'child_id',
      'in',
      places.map(({ child }) => child),
    )
    .execute()
  const rows = places.flatMap(({ child, subGroup }) =>
    subGroup ? [{ membership_id: membershipId, child_id: child, pod_id: subGroup }] : [],
  )
  if (rows.length > 0) await db.insertInto('pod_child').values(rows).execute()
}

function podsBeside(membershipId: string): RawBuilder<string> {
  return sql<string>`(
    select pod.id from pod join group_membership on group_membership.group_id = pod.group_id
    where group_membership.id = ${membershipId})`
}

/** Clears the pods of a membership that ends. A child stays in its pod if another guardian of it is a member. */
export async function clearPods(db: Db, membershipId: string): Promise<void> {
  await sql`update pod_child set membership_id = other.id
    from group_membership mine
    join group_membership other on other.group_id = mine.group_id and other.status = 'approved' and other.id <> mine.id
    where pod_child.membership_id = ${membershipId} and mine.id = ${membershipId}
      and other.caregiver_id in ${guardiansOf(sql.ref('pod_child.child_id'))}`.execute(db)
  await db.deleteFrom('pod_child').where('membership_id', '=', membershipId).execute()
}

/** Takes the children out of all pods, whatever memberships there are. */
export async function takeOutOfPods(db: Db, childIds: readonly string[]): Promise<void> {
  if (childIds.length === 0) return
  await db
    .deleteFrom('pod_child')
    .where('child_id', 'in', [...childIds])
    .execute()
}
