import type { GroupColumn, PodColumn } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import {
  foreignColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'
import type { PodRow } from './groups.db.ts'

export interface ListedGroupRow {
  id: string
  name: string
  description: string
  created_at: Date
}

const groupList: List<GroupColumn> = {
  id: sql`caregiver_group.id`,
  table: sql`caregiver_group`,
  text: sql`caregiver_group.name`,
  usualSort: '-createdAt',
  columns: {
    name: textColumn(sql`caregiver_group.name`),
    createdAt: momentColumn(sql`caregiver_group.created_at`),
  },
}

function groups(db: Db) {
  return db
    .selectFrom('caregiver_group')
    .select([
      'caregiver_group.id',
      'caregiver_group.name',
      'caregiver_group.description',
      'caregiver_group.created_at',
    ])
}

export function listGroups(db: Db, ask: ListQuery<GroupColumn>) {
  return readPage(db, groups(db), groupList, ask)
}

export function listGroupValues(db: Db, ask: ValuesQuery<GroupColumn>) {
  return readValues(db, groups(db), groupList, ask)
}

/** A group with its code, its pods and the number of approved members. */
export interface WholeGroupRow extends ListedGroupRow {
  code: string
  pods: PodRow[]
  members: number
}

export function findWholeGroup(db: Db, id: string): Promise<WholeGroupRow | undefined> {
  return groups(db)
    .where('caregiver_group.id', '=', id)
    .select([
      'caregiver_group.code',
      sql<PodRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', pod.id, 'name', pod.name, 'description', pod.description) order by pod.name, pod.id), '[]')
        from pod where pod.group_id = caregiver_group.id)`.as('pods'),
      sql<number>`(
        select count(*)::int from group_membership
        where group_membership.group_id = caregiver_group.id and group_membership.status = 'approved')`.as(
        'members',
      ),
    ])
    .executeTakeFirst()
}

/** False if the group is gone. */
export async function updateGroup(
  db: Db,
  { id, ...fields }: { id: string; name: string; description: string; code: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('caregiver_group')
    .set(fields)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Locks the group, so that nobody joins before the transaction ends; false if it is gone. */
export async function closeGroup(db: Db, id: string): Promise<boolean> {
  const closed = await db
    .selectFrom('caregiver_group')
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return closed !== undefined
}

/** True while a report about the group waits for a decision: without the group, nobody would find it. */
export async function isReported(db: Db, id: string): Promise<boolean> {
  const open = await db
    .selectFrom('report')
    .select('id')
    .where('subject_group_id', '=', id)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** False if the group has members or pending memberships. */
export async function deleteEmptyGroup(db: Db, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('caregiver_group')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('group_membership')
            .select('group_membership.id')
            .whereRef('group_membership.group_id', '=', 'caregiver_group.id')
            .where('group_membership.status', '<>', 'rejected'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export interface ListedPodRow extends PodRow {
  group_id: string
}

const podList: List<PodColumn> = {
  id: sql`pod.id`,
  text: sql`pod.name`,
  table: sql`pod`,
  usualSort: 'name',
  columns: {
    name: textColumn(sql`pod.name`),
    group: foreignColumn(sql`caregiver_group.name`, sql`pod.group_id`, sql`caregiver_group`),
    createdAt: momentColumn(sql`pod.created_at`),
  },
}

/** The pods of all groups, or of one. */
function pods(db: Db, group?: string) {
  const all = db
    .selectFrom('pod')
    .innerJoin('caregiver_group', 'caregiver_group.id', 'pod.group_id')
    .select(['pod.id', 'pod.name', 'pod.description', 'pod.group_id'])
  return group === undefined ? all : all.where('pod.group_id', '=', group)
}

export interface OfGroup {
  group?: string | undefined
}

export function listAllPods(db: Db, { group, ...ask }: ListQuery<PodColumn> & OfGroup) {
  return readPage(db, pods(db, group), podList, ask)
}

export function listPodValues(db: Db, { group, ...ask }: ValuesQuery<PodColumn> & OfGroup) {
  return readValues(db, pods(db, group), podList, ask)
}

export function findPod(db: Db, id: string): Promise<ListedPodRow | undefined> {
  return pods(db).where('pod.id', '=', id).executeTakeFirst()
}
