import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { markLogin, type UserRow } from '#features/users/users.db.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { rememberDevice } from './devices.ts'
import { openSession } from './sessions.service.ts'

/** Whatever was wrong. */
export const loginRefused = new Refusal(400, m.prompt_auth_login_refused)

export interface SignedIn {
  token: Token
  redirectUrl: string | null
}

/** The end of each way to sign in: a session, on a device that is known from now on. `db` is a transaction. */
export async function signIn(ctx: Ctx<unknown>, db: Db, user: UserRow): Promise<SignedIn | Refusal> {
  if (!(await markLogin(db, user))) return loginRefused
  await rememberDevice(ctx, db, user.id)
  const hasProfile = (await findCaregiverOfUser(db, user.id)) !== undefined
  // Administrators need no profile.
  const redirectUrl = hasProfile ? null : user.is_admin ? '/admin' : '/onboarding'
  return { token: await openSession(ctx, db, user.id), redirectUrl }
}
