import type { MembershipColumn } from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { caregiverText } from '#features/visibility/searched.ts'
import {
  flagColumn,
  foreignColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'
import { bareMemberships, type EndedBy, type MembershipStatus } from './memberships.db.ts'

const list: List<MembershipColumn> = {
  id: sql`group_membership.id`,
  text: sql`group_membership.status`,
  table: sql`group_membership`,
  usualSort: '-createdAt',
  columns: {
    group: foreignColumn(sql`caregiver_group.name`, sql`group_membership.group_id`, sql`caregiver_group`),
    caregiver: foreignColumn(
      sql`btrim(caregiver.name || ' ' || caregiver.last_name)`,
      sql`group_membership.caregiver_id`,
      sql`(select * from caregiver where deleted_at is null) as caregiver`,
      { text: caregiverText },
    ),
    status: textColumn(sql`group_membership.status`, sql`group_membership.status`),
    isGroupAdmin: flagColumn(sql`group_membership.is_group_admin`),
    createdAt: momentColumn(sql`group_membership.created_at`),
  },
}

function memberships(db: Db) {
  return bareMemberships(db).where('caregiver.deleted_at', 'is', null)
}

export function listAllMemberships(db: Db, ask: ListQuery<MembershipColumn>) {
  return readPage(db, memberships(db), list, ask)
}

export function listMembershipValues(db: Db, ask: ValuesQuery<MembershipColumn>) {
  return readValues(db, memberships(db), list, ask)
}

export async function updateMembership(
  db: Db,
  row: { id: string; status: MembershipStatus; isGroupAdmin: boolean; endedBy: EndedBy | null },
): Promise<void> {
  await db
    .updateTable('group_membership')
    .set({
      status: row.status,
      is_group_admin: row.isGroupAdmin,
      ended_by: row.endedBy,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .execute()
}

export async function dropMembership(db: Db, id: string): Promise<void> {
  await db.deleteFrom('group_membership').where('id', '=', id).execute()
}
