import { type Facts, hidden } from '#http/audit.ts'
import type { WholeGroupRow } from './groups.admin.db.ts'
import type { PodRow } from './groups.db.ts'
import type { MembershipRow } from './memberships/memberships.db.ts'

/** What the audit log holds of a group. The code is hidden as it opens the group, free text as it may name somebody. */
export function groupFactsOf({ name, description, code }: WholeGroupRow): Facts {
  return { name, description: hidden(description), referenceCode: hidden(code) }
}

export function podFactsOf({ name, description }: PodRow, groupId: string): Facts {
  return { name, description: hidden(description), group: groupId }
}

/** Lists the pods of its children by id. */
export function membershipFactsOf(row: MembershipRow): Facts {
  const pods = row.children.map(({ id, pod }) => [`child ${id}`, pod?.id ?? null] as const)
  return {
    caregiver: row.caregiver.id,
    group: row.group.id,
    status: row.status,
    isGroupAdmin: row.is_group_admin,
    endedBy: row.ended_by,
    ...Object.fromEntries(pods),
  }
}
