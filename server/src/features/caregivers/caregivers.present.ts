import type {
  CaregiverName,
  CaregiverProfile,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { isNameless } from '#features/visibility/erased-names.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import type { CaregiverRow } from './caregivers.db.ts'

/** For the caregiver themselves and administrators only. */
export function presentProfile(row: CaregiverRow): CaregiverProfile {
  return {
    _id: row.id,
    name: row.name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    zipCode: row.zip_code,
    timeZone: row.time_zone,
    phoneProof: row.phone_proof as CaregiverProfile['phoneProof'],
    createdAt: row.created_at.toISOString(),
    user: row.user_id,
  }
}

/** For everybody who may see the caregiver. */
export function presentName(row: NameRow): CaregiverName {
  const name = isNameless(row) ? m.value_another_family() : row.name
  return { _id: row.id, name, lastName: row.last_name }
}
