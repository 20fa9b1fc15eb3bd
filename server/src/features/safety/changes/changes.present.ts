import type { PlaceChange } from '@tagalong/contract/features/safety/changes.contract.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import { isReported } from './change-text.ts'
import type { ChangeRow } from './changes.db.ts'

/** Leaves out who the administrator is. */
export function presentPlaceChange(row: ChangeRow): PlaceChange {
  return {
    caregiver: row.isOwn ? null : presentName(row.caregiver),
    action: row.action,
    at: row.at.toISOString(),
    reason: row.reason,
    isReported: isReported(row),
    mayReport: row.administrator !== null,
  }
}
