import type { ChildPod } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Db } from '#db/db.ts'

/** The pods of the named children; others stay where they are. */
export async function placeChildren(
  db: Db,
  membershipId: string,
  places: readonly ChildPod[],
): Promise<void> {
  if (places.length === 0) return
  await db
    .deleteFrom('pod_child')
    .where('membership_id', '=', membershipId)
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

export async function clearPods(db: Db, membershipId: string): Promise<void> {
  await db.deleteFrom('pod_child').where('membership_id', '=', membershipId).execute()
}

/** Out of every pod, whatever becomes of the memberships. */
export async function takeOutOfPods(db: Db, childIds: readonly string[]): Promise<void> {
  if (childIds.length === 0) return
  await db
    .deleteFrom('pod_child')
    .where('child_id', 'in', [...childIds])
    .execute()
}
