import type { Session, SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import Bowser from 'bowser'
import type { Env } from '#env.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import { presentProfile } from '#features/caregivers/caregivers.present.ts'
import type { UserRow } from '#features/users/users.db.ts'
import type { DeviceRow } from './auth.db.ts'

export function presentSessionUser(
  user: UserRow,
  profile: CaregiverRow | undefined,
  { safety, phoneProvider }: Env,
): SessionUser {
  return {
    _id: user.id,
    email: user.email,
    permissions: { isAdmin: user.is_admin },
    queryParams: user.query_params as SessionUser['queryParams'],
    createdAt: user.created_at.toISOString(),
    lastLoginAt: user.last_login_at?.toISOString() ?? null,
    caregiverProfile: profile ? presentProfile(profile) : null,
    profileImageKey: null,
    language: user.language,
    safety: { isStrict: safety === 'strict', sendsCodes: phoneProvider !== undefined },
  }
}

export function presentSession(row: DeviceRow, currentId: string): Session {
  return {
    _id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }
}

/** `Chrome on Android`, as far as the browser tells. */
export function deviceOf(userAgent: string): string {
  const parsed = Bowser.parse(userAgent || ' ')
  const [browser, system] = [parsed.browser.name, parsed.os.name]
  if (!browser && !system) return m.page_unknown_device()
  const named = browser ?? m.page_unknown_browser()
  return system ? m.page_device({ browser: named, system }) : named
}
