import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import {
  areApart,
  childrenOfGuardian,
  connectionsOf,
  guardiansOf,
} from '#features/visibility/visibility.db.ts'

export type MembershipStatus = 'pending' | 'approved' | 'rejected'
export type EndedBy = 'self' | 'admin'

export interface MemberChildRow {
  id: string
  first_name: string
  last_name_initial: string
  grade: string | null
  photo: string | null
  pod: { id: string; name: string } | null
}

export interface MembershipRow {
  id: string
  status: MembershipStatus
  is_group_admin: boolean
  ended_by: EndedBy | null
  created_at: Date
  caregiver: NameRow
  group: { id: string; name: string }
  /** Empty unless the membership is approved. */
  children: MemberChildRow[]
}

export type BareMembershipRow = Omit<MembershipRow, 'children'>

export function bareMemberships(db: Db) {
  return db
    .selectFrom('group_membership')
    .innerJoin('caregiver', 'caregiver.id', 'group_membership.caregiver_id')
    .innerJoin('caregiver_group', 'caregiver_group.id', 'group_membership.group_id')
    .select([
      'group_membership.id',
      'group_membership.status',
      'group_membership.is_group_admin',
      'group_membership.ended_by',
      'group_membership.created_at',
      nameOf('caregiver').as('caregiver'),
      sql<
        MembershipRow['group']
      >`jsonb_build_object('id', caregiver_group.id, 'name', caregiver_group.name)`.as('group'),
    ])
    .$castTo<BareMembershipRow>()
}

/**
 * Memberships with the children that each member is guardian of.
 * @param areSeen condition for the viewer to see a member's children
 * @param stands condition for a child to be listed with this member and not with another
 */
function memberships(db: Db, areSeen = sql<boolean>`true`, stands = sql<boolean>`true`) {
  const child = sql.ref<string>('child.id')
  return bareMemberships(db).select(
    sql<MemberChildRow[]>`(
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', child.id, 'first_name', child.first_name, 'last_name_initial', child.last_name_initial,
        'grade', child.grade, 'photo', child.photo,
        'pod', case when pod.id is not null then jsonb_build_object('id', pod.id, 'name', pod.name) end
      ) order by child.id), '[]')
      from child
      left join lateral (
        select pod.id, pod.name from pod_child join pod on pod.id = pod_child.pod_id
        where pod_child.child_id = child.id and pod.group_id = group_membership.group_id) pod on true
      where group_membership.status = 'approved' and ${areSeen} and ${stands} and child.deleted_at is null
        and ${child} in ${childrenOfGuardian(sql.ref('group_membership.caregiver_id'))})`.as('children'),
  )
}

/** The caregiver's own, ordered by the group's name. */
export function listMemberships(db: Db, caregiverId: string): Promise<MembershipRow[]> {
  return memberships(db)
    .where('group_membership.caregiver_id', '=', caregiverId)
    .orderBy('caregiver_group.name')
    .orderBy('group_membership.id')
    .execute()
}

/** Lists a child of several members once: with the first of them, by id, who isn't apart from the viewer. */
function standsOnce(viewer: string) {
  const other = sql.ref<string>('other.caregiver_id')
  return sql<boolean>`not exists (
    select from group_membership other
    where other.group_id = group_membership.group_id and other.status = 'approved'
      and other.caregiver_id < group_membership.caregiver_id
      and ${other} in ${guardiansOf(sql.ref('child.id'))} and not ${areApart(viewer, other)})`
}

/** A group's approved memberships, by the caregiver's name. Children of members apart from the viewer are left out. */
export function listMembers(db: Db, viewer: string, groupId: string): Promise<MembershipRow[]> {
  const areSeen = sql<boolean>`not ${areApart(viewer, sql.ref('group_membership.caregiver_id'))}`
  return memberships(db, areSeen, standsOnce(viewer))
    .where('group_membership.group_id', '=', groupId)
    .where('group_membership.status', '=', 'approved')
    .orderBy('caregiver.name')
    .orderBy('caregiver.last_name')
    .orderBy('group_membership.id')
    .execute()
}

export function findMembership(db: Db, id: string): Promise<MembershipRow | undefined> {
  return memberships(db).where('group_membership.id', '=', id).executeTakeFirst()
}

export function findMembershipIn(
  db: Db,
  { groupId, caregiverId }: { groupId: string; caregiverId: string },
): Promise<MembershipRow | undefined> {
  return memberships(db)
    .where('group_membership.caregiver_id', '=', caregiverId)
    .where('group_membership.group_id', '=', groupId)
    .executeTakeFirst()
}

/** The names of the approved members; the group's admins see by them how many there are. */
export async function listMemberNames(db: Db, groupId: string): Promise<NameRow[]> {
  const rows = await db
    .selectFrom('group_membership')
    .innerJoin('caregiver', 'caregiver.id', 'group_membership.caregiver_id')
    .where('group_membership.group_id', '=', groupId)
    .where('group_membership.status', '=', 'approved')
    .select(nameOf('caregiver').as('caregiver'))
    .orderBy('caregiver.name')
    .orderBy('caregiver.id')
    .execute()
  return rows.map(({ caregiver }) => caregiver)
}

/** The ids of the members, who get a frame when the group changes. */
export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_membership')
    .where('group_id', '=', groupId)
    .where('status', '=', 'approved')
    .select('caregiver_id')
    .execute()
  return rows.map(({ caregiver_id }) => caregiver_id)
}

/** True if the caregiver has a membership that no admin ended, or is connected with a member. */
export async function isKnownTo(
  db: Db,
  { groupId, caregiverId }: { groupId: string; caregiverId: string },
): Promise<boolean> {
  const known = await db
    .selectFrom('group_membership')
    .where('group_id', '=', groupId)
    .where((eb) =>
      eb.or([
        eb.and([eb('caregiver_id', '=', caregiverId), eb('ended_by', 'is distinct from', 'admin')]),
        eb.and([eb('status', '=', 'approved'), eb('caregiver_id', 'in', connectionsOf(caregiverId))]),
      ]),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

export interface NewMembership {
  id: string
  groupId: string
  caregiverId: string
  status: MembershipStatus
  isGroupAdmin: boolean
  endedBy: EndedBy | null
}

export async function insertMembership(db: Db, row: NewMembership): Promise<void> {
  await db
    .insertInto('group_membership')
    .values({
      id: row.id,
      group_id: row.groupId,
      caregiver_id: row.caregiverId,
      status: row.status,
      is_group_admin: row.isGroupAdmin,
      ended_by: row.endedBy,
    })
    .execute()
}

/** Adds a member, or brings back one who left; undefined if the caregiver has any other membership there. */
export async function approveByCode(
  db: Db,
  { id, groupId, caregiverId }: { id: string; groupId: string; caregiverId: string },
): Promise<string | undefined> {
  const joined = await db
    .insertInto('group_membership')
    .values({ id, group_id: groupId, caregiver_id: caregiverId, status: 'approved' })
    .onConflict((conflict) =>
      conflict
        .constraint('group_membership_key')
        .doUpdateSet({ status: 'approved', ended_by: null, updated_at: sql<Date>`now()` })
        .where('group_membership.ended_by', '=', 'self'),
    )
    .returning('id')
    .executeTakeFirst()
  return joined?.id
}

/** False if the membership is no longer approved. */
export async function leaveGroup(db: Db, id: string): Promise<boolean> {
  return (await ending(db, id, 'self').executeTakeFirst()) !== undefined
}

/** False if the membership is no longer approved, or `admin` is no longer an admin of the group. */
export async function removeMember(db: Db, { id, admin }: { id: string; admin: string }): Promise<boolean> {
  const removed = await ending(db, id, 'admin')
    .where(
      sql<boolean>`exists (
        select 1 from group_membership acting
        where acting.group_id = group_membership.group_id and acting.caregiver_id = ${admin}
          and acting.status = 'approved' and acting.is_group_admin)`,
    )
    .executeTakeFirst()
  return removed !== undefined
}

/** Takes the admin flag away, so that a member who comes back is a plain one. */
function ending(db: Db, id: string, endedBy: EndedBy) {
  return db
    .updateTable('group_membership')
    .set({ status: 'rejected', ended_by: endedBy, is_group_admin: false, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .returning('id')
}

export async function listAdminIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_membership')
    .where('group_id', '=', groupId)
    .where('status', '=', 'approved')
    .where('is_group_admin', '=', true)
    .select('caregiver_id')
    .execute()
  return rows.map(({ caregiver_id }) => caregiver_id)
}

export async function hasAdmin(db: Db, groupId: string): Promise<boolean> {
  const admin = await db
    .selectFrom('group_membership')
    .where('group_id', '=', groupId)
    .where('status', '=', 'approved')
    .where('is_group_admin', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Locks the membership, so that nobody ends it before the transaction ends; false if it isn't approved. */
export async function lockMembership(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('group_membership')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listMembershipIds(db: Db, caregiverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_membership')
    .where('caregiver_id', '=', caregiverId)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the groups in which the caregiver was an approved member. */
export async function deleteMemberships(
  db: Db,
  caregiverId: string,
): Promise<{ group_id: string; is_group_admin: boolean }[]> {
  const gone = await db
    .deleteFrom('group_membership')
    .where('caregiver_id', '=', caregiverId)
    .returning(['group_id', 'is_group_admin', 'status'])
    .execute()
  return gone.filter(({ status }) => status === 'approved')
}
