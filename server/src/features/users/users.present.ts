import type { User } from '@tagalong/contract/features/users/users.admin.contract.ts'
import type { ListedUserRow } from './users.admin.db.ts'

/** For administrators only. */
export function presentUser(row: ListedUserRow): User {
  return {
    _id: row.id,
    email: row.email,
    permissions: { isAdmin: row.is_admin },
    standing: row.standing,
    standingUntil: row.standing_until?.toISOString() ?? null,
    secondStep: row.second_step,
    queryParams: row.query_params,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    caregiverProfile: row.caregiver && {
      _id: row.caregiver.id,
      name: row.caregiver.name,
      lastName: row.caregiver.last_name,
    },
    profileImageKey: null,
  }
}
