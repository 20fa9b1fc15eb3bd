import type {
  KnownPlace,
  KnownPlaces,
} from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import type { KnownGrownUps, KnownPlaceRow } from './guardians.admin.db.ts'

export function presentKnownPlaces({ child, places, mayChange }: KnownGrownUps): KnownPlaces {
  return {
    child: { _id: child.id, firstName: child.first_name },
    places: places.map(presentKnownPlace),
    mayChange,
  }
}

export function presentKnownPlace(row: KnownPlaceRow): KnownPlace {
  const { underWay } = row
  return {
    caregiver: presentName(row.caregiver),
    role: row.role,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    addedBy: row.addedBy && presentName(row.addedBy),
    wasGuardian: row.was_guardian,
    underWay: underWay && {
      action: underWay.action,
      at: underWay.at.toISOString(),
      by: underWay.by && { _id: underWay.by.id, email: underWay.by.email },
      reason: underWay.reason,
    },
  }
}
