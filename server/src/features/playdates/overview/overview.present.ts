import type { CaregiverOverview } from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import { presentSubscription } from '#features/billing/billing.present.ts'
import { presentName, presentProfile } from '#features/caregivers/caregivers.present.ts'
import { presentKnownChild } from '#features/children/children.present.ts'
import type { ConnectionRow } from '#features/connections/connections.db.ts'
import { presentMembership } from '#features/groups/groups.present.ts'
import type { Overview } from './overview.db.ts'

export function presentOverview(found: Overview): CaregiverOverview {
  return {
    caregiver: { ...presentProfile(found.caregiver), email: found.email },
    children: found.children.map((child) => presentKnownChild(child, found.caregiver.id)),
    memberships: found.memberships.map(presentMembership),
    connections: found.connections.map(presentSides),
    playdates: found.playdates,
    subscription: presentSubscription(found.subscription),
  }
}

function presentSides(row: ConnectionRow): CaregiverOverview['connections'][number] {
  return {
    _id: row.id,
    inviter: presentName(row.inviter),
    invitee: row.invitee && presentName(row.invitee),
    inviteeName: row.invitee_name,
    inviteStatus: row.status as CaregiverOverview['connections'][number]['inviteStatus'],
  }
}
