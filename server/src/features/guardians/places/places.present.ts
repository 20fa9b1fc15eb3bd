import type {
  GrownUps,
  getGrownUpQuestion,
  Help,
  Place,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { InviteRow } from '../invites/invites.db.ts'
import { presentInvite } from '../invites/invites.present.ts'
import type { HelpRow } from './help.db.ts'
import type { PlaceRow } from './places.db.ts'
import type { AskedChildRow, OpenedRow } from './question.db.ts'

export function presentPlace(row: PlaceRow, { actor }: CaregiverCtx): Place {
  const isOwn = row.caregiver.id === actor.caregiverId && row.role === 'guardian'
  return {
    caregiver: presentName(row.caregiver),
    role: row.role,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    addedBy: row.addedBy && presentName(row.addedBy),
    ...(isOwn && { sharesPlaces: row.shares_places }),
    ...(isOwn && row.until && { mayStay: row.ended_by === actor.userId }),
  }
}

/** A guardian's place, which ends in a day; null for a helper, whose place is over. */
export function presentLeft(row: PlaceRow | null, ctx: CaregiverCtx): Place | null {
  return row && presentPlace(row, ctx)
}

export function presentGrownUps(
  { own, places, invites }: { own: PlaceRow; places: readonly PlaceRow[]; invites: readonly InviteRow[] },
  ctx: CaregiverCtx,
): GrownUps {
  const of = (role: PlaceRow['role']) =>
    places.filter((row) => row.role === role).map((row) => presentPlace(row, ctx))
  return {
    child: { _id: own.child_id, firstName: own.child_name },
    guardians: of('guardian'),
    helpers: of('helper'),
    invites: invites.map(presentInvite),
  }
}

export function presentHelp({ id, first_name, photo, addedBy, until }: HelpRow): Help {
  return {
    child: { _id: id, firstName: first_name, photo },
    addedBy: presentName(addedBy),
    until: until.toISOString(),
  }
}

export function presentQuestion({
  child,
  opened,
}: {
  child: AskedChildRow | undefined
  opened: OpenedRow | undefined
}): DataOf<typeof getGrownUpQuestion> {
  return {
    child: child ? { _id: child.id, firstName: child.first_name } : null,
    opened: opened ? { child: opened.child_id, invitee: presentName(opened.invitee) } : null,
  }
}
