import type { GuardianInvite, OwnInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { InviteRow } from './invites.db.ts'

/** For the child's guardians. */
export function presentInvite(row: InviteRow): GuardianInvite {
  return {
    _id: row.id,
    label: row.label,
    role: row.role,
    until: row.help_until?.toISOString() ?? null,
    status: row.status,
    invitedBy: presentName(row.inviter),
    invitee: row.invitee && presentName(row.invitee),
    hereSince: row.here_since,
    expiresAt: row.expires_at.toISOString(),
    begins: row.begins_at?.toISOString() ?? null,
    version: row.version,
  }
}

/** For the holder of the link: without anything about the child, and without the label. */
export function presentOwnInvite(row: InviteRow): OwnInvite {
  return {
    _id: row.id,
    inviterName: row.inviter.name,
    role: row.role,
    until: row.help_until?.toISOString() ?? null,
    status: row.status,
    begins: row.begins_at?.toISOString() ?? null,
    version: row.version,
  }
}
