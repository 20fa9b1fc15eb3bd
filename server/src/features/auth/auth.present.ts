import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import { presentProfile } from '#features/caregivers/caregivers.present.ts'
import type { UserRow } from '#features/users/users.db.ts'

export function presentSessionUser(user: UserRow, profile: CaregiverRow | undefined): SessionUser {
  return {
    _id: user.id,
    email: user.email,
    permissions: { isAdmin: user.is_admin },
    queryParams: user.query_params as SessionUser['queryParams'],
    createdAt: user.created_at.toISOString(),
    lastLoginAt: user.last_login_at?.toISOString() ?? null,
    caregiverProfile: profile ? presentProfile(profile) : null,
    profileImageKey: null,
  }
}
