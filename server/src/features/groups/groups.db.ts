import { type Expression, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type VisibleChildRow, visibleChildren } from '#features/visibility/children.db.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import {
  areApart,
  areConnected,
  circleOf,
  guardiansOf,
  isGuardian,
  isOut,
} from '#features/visibility/visibility.db.ts'

export interface PodRow {
  id: string
  name: string
  description: string
}

/** A group with its pods, and the viewer's membership in it. */
export interface GroupRow {
  id: string
  name: string
  description: string
  code: string
  created_at: Date
  pods: PodRow[]
  is_member: boolean
  is_admin: boolean
  was_removed: boolean
}

/** Finds the group for any viewer; a policy decides how much of it they see. */
export async function findGroup(db: Db, viewer: string, id: string): Promise<GroupRow | undefined> {
  const [row] = await groups(db, { viewer, id })
  return row
}

const groups = prepared((db, { viewer, id }: { viewer: string; id: string }) =>
  db
    .selectFrom('caregiver_group')
    .leftJoin('group_membership as own', (join) =>
      join.onRef('own.group_id', '=', 'caregiver_group.id').on('own.caregiver_id', '=', viewer),
    )
    .where('caregiver_group.id', '=', id)
    .select([
      'caregiver_group.id',
      'caregiver_group.name',
      'caregiver_group.description',
      'caregiver_group.code',
      'caregiver_group.created_at',
      sql<PodRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', pod.id, 'name', pod.name, 'description', pod.description) order by pod.name, pod.id), '[]')
        from pod where pod.group_id = caregiver_group.id)`.as('pods'),
      sql<boolean>`coalesce(own.status = 'approved', false)`.as('is_member'),
      sql<boolean>`coalesce(own.status = 'approved' and own.is_group_admin, false)`.as('is_admin'),
      sql<boolean>`coalesce(own.ended_by = 'admin', false)`.as('was_removed'),
    ])
    .$castTo<GroupRow>(),
)

/** The pods of the groups in which the caregiver is an approved member. */
export function listPodsOf(
  db: Db,
  caregiverId: string,
): Promise<{ id: string; name: string; group_id: string }[]> {
  return db
    .selectFrom('group_membership')
    .innerJoin('caregiver_group', 'caregiver_group.id', 'group_membership.group_id')
    .innerJoin('pod', 'pod.group_id', 'group_membership.group_id')
    .where('group_membership.caregiver_id', '=', caregiverId)
    .where('group_membership.status', '=', 'approved')
    .select(['pod.id', 'pod.name', 'pod.group_id'])
    .orderBy('caregiver_group.name')
    .orderBy('pod.group_id')
    .orderBy('pod.name')
    .orderBy('pod.id')
    .execute()
}

/** The children of a group's approved members, each once; with `podId`, only those in that pod. */
export function listGroupChildren(
  db: Db,
  viewer: string,
  { groupId, podId }: { groupId: string; podId: string | undefined },
): Promise<VisibleChildRow[]> {
  return podId ? podChildren(db, { viewer, groupId, podId }) : groupChildren(db, { viewer, groupId })
}

const groupChildren = prepared((db, { viewer, groupId }: { viewer: string; groupId: string }) =>
  visibleChildren(db, viewer, membersOf(groupId)),
)

const podChildren = prepared(
  (db, { viewer, groupId, podId }: { viewer: string; groupId: string; podId: string }) =>
    visibleChildren(db, viewer, membersOf(groupId)).where('seen.id', 'in', (eb) =>
      eb.selectFrom('pod_child').where('pod_id', '=', podId).select('child_id'),
    ),
)

const membersOf = (groupId: string) => sql`(
  select caregiver_id from group_membership where group_id = ${groupId} and status = 'approved')`

export interface CombinedChildRow extends VisibleChildRow {
  /** Its guardians with whom the viewer is connected, by name. */
  friends: NameRow[]
  /** The groups that one of its guardians shares with the viewer. */
  groups: { id: string; name: string }[]
}

/** The children of connections and of fellow members of any group, each once, without the viewer's own. */
export const listCombinedChildren = prepared((db, { viewer }: { viewer: string }) => {
  const child = sql.ref<string>('seen.id')
  return visibleChildren(db, viewer, circleOf(viewer))
    .where(({ not }) => not(isGuardian(viewer, child)))
    .select([friendsOf(viewer, child).as('friends'), sharedGroups(viewer, child).as('groups')])
})

function friendsOf(viewer: string, child: Expression<string>) {
  const guardian = sql.ref<string>('caregiver.id')
  return sql<CombinedChildRow['friends']>`(
    select coalesce(jsonb_agg(${nameOf('caregiver')} order by caregiver.name, caregiver.id), '[]')
    from caregiver
    where caregiver.id in ${guardiansOf(child)} and ${areConnected(viewer, guardian)}
      and not ${areApart(viewer, guardian)})`
}

function sharedGroups(viewer: string, child: Expression<string>) {
  const guardian = sql.ref<string>('theirs.caregiver_id')
  return sql<CombinedChildRow['groups']>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', shared.id, 'name', shared.name)
      order by shared.name, shared.id), '[]')
    from (
      select distinct shared.id, shared.name
      from group_membership mine
      join group_membership theirs on theirs.group_id = mine.group_id and theirs.status = 'approved'
      join caregiver_group shared on shared.id = mine.group_id
      where mine.caregiver_id = ${viewer} and mine.status = 'approved'
        and ${guardian} in ${guardiansOf(child)} and not ${areApart(viewer, guardian)}) shared)`
}

export async function insertGroup(
  db: Db,
  row: { id: string; name: string; description: string; code: string },
): Promise<void> {
  await db.insertInto('caregiver_group').values(row).execute()
}

export async function insertPod(
  db: Db,
  row: { id: string; groupId: string; name: string; description: string },
): Promise<void> {
  const { groupId, ...pod } = row
  await db
    .insertInto('pod')
    .values({ ...pod, group_id: groupId })
    .execute()
}

/** Fields left out stay unchanged. */
export interface ChangedPod {
  name?: string | undefined
  description?: string | undefined
}

/** Undefined if the group has no such pod. */
export function updatePod(
  db: Db,
  { id, groupId, name, description }: ChangedPod & { id: string; groupId: string },
): Promise<PodRow | undefined> {
  return db
    .updateTable('pod')
    .set(({ ref }) => ({ name: name ?? ref('name'), description: description ?? ref('description') }))
    .where('id', '=', id)
    .where('group_id', '=', groupId)
    .returning(['id', 'name', 'description'])
    .executeTakeFirst()
}

/** The groups in which the caregiver has a membership, of any status. */
export async function listGroupIdsOf(db: Db, caregiverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_membership')
    .where('caregiver_id', '=', caregiverId)
    .select('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/**
 * Locks the group as `lockGroups` does. False if its code has changed, or if all its admins are suspended, closed or
 * erased, since then nobody could remove a stranger.
 */
export async function lockCode(db: Db, { id, code }: { id: string; code: string }): Promise<boolean> {
  const row = await db
    .selectFrom('caregiver_group')
    .where('id', '=', id)
    .where('code', '=', code)
    .where(
      sql<boolean>`(
        select coalesce(bool_or(not ${isOut(sql.ref('admin.caregiver_id'))}), true) from group_membership admin
        where admin.group_id = caregiver_group.id and admin.status = 'approved' and admin.is_group_admin)`,
    )
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateCode(db: Db, groupId: string, code: string): Promise<void> {
  await db.updateTable('caregiver_group').set({ code }).where('id', '=', groupId).execute()
}

/** Deletes the groups of that name and description that have no membership, of any status. */
export async function deleteEmptyGroup(
  db: Db,
  { name, description }: { name: string; description: string },
): Promise<void> {
  await db
    .deleteFrom('caregiver_group')
    .where('name', '=', name)
    .where('description', '=', description)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('group_membership')
            .select('group_membership.id')
            .whereRef('group_membership.group_id', '=', 'caregiver_group.id'),
        ),
      ),
    )
    .execute()
}
