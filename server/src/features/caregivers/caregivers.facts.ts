import { type Facts, hidden } from '#http/audit.ts'
import type { CaregiverRow } from './caregivers.db.ts'

/** What the audit log holds of a caregiver: nothing that identifies them. */
export function factsOf(row: CaregiverRow): Facts {
  return {
    name: hidden(row.name),
    lastName: hidden(row.last_name),
    phoneNumber: hidden(row.phone_number),
    phoneProof: row.phone_proof,
    zipCode: hidden(row.zip_code),
    timeZone: hidden(row.time_zone),
    user: row.user_id,
  }
}
