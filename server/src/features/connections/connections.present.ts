import type { Connection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { ConnectionRow } from './connections.db.ts'

/** As one side may see it. Until the invitee accepts, the inviter learns nothing about who has the number. */
export function presentConnection(
  { row, friendsChildren = [] }: { row: ConnectionRow; friendsChildren?: readonly VisibleChildRow[] },
  { actor: { caregiverId: viewer } }: CaregiverCtx,
): Connection {
  const mine = row.inviter.id === viewer
  const accepted = row.status === 'accepted'
  const other = mine ? row.invitee : row.inviter
  return {
    _id: row.id,
    inviter: presentName(row.inviter),
    invitee: row.invitee && (!mine || accepted) ? presentName(row.invitee) : null,
    inviteStatus: row.status as Connection['inviteStatus'],
    inviteeName: row.invitee_name,
    inviteePhoneNumber: mine ? row.invitee_phone_number : null,
    introducedBy: row.introducer && presentName(row.introducer),
    linkEndsAt: mine && isOpen(row) ? (row.invite_expires_at?.toISOString() ?? null) : null,
    children: accepted
      ? friendsChildren.filter(({ caregiver }) => caregiver.id === other?.id).map(presentVisibleChild)
      : [],
  }
}

/** True while the invitation has no invitee. */
function isOpen({ status, invitee }: ConnectionRow): boolean {
  return status === 'pending' && invitee === null
}
