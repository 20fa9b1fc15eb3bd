import { type Facts, hidden } from '#http/audit.ts'
import type { WholeGroupRow } from './groups.admin.db.ts'
import type { PodRow } from './groups.db.ts'
import type { MembershipRow } from './memberships/memberships.db.ts'

/** What the audit log tells of a group. Its code opens it, and what is typed freely may name somebody. */
export function groupFactsOf({ name, description, code }: WholeGroupRow): Facts {
  return { name, description: hidden(description), referenceCode: hidden(code) }
}

export function podFactsOf({ name, description }: PodRow, groupId: string): Facts {
  return { name, description: hidden(description), group: groupId }
}

/** Where its children are is given by their ids. */
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
