import type { SignedIn } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { lockLogin, markLogin, type UserRow } from '#features/users/users.db.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { rememberDevice } from './devices.ts'
import { findWays } from './second-step/second-step.db.ts'
import { insertTicket } from './second-step/tickets.db.ts'
import { openSession } from './sessions.service.ts'
import { hashOf, newToken } from './tokens.ts'

/** Whatever was wrong. */
export const loginRefused = new Refusal(400, m.prompt_auth_login_refused)

/** A right password: where the second step is on, it gives a ticket for that. `db` is a transaction. */
export async function signInByPassword(
  ctx: Ctx<unknown>,
  db: Db,
  user: UserRow,
): Promise<SignedIn | Refusal> {
  const held = await lockLogin(db, user)
  if (!held) return loginRefused
  return held.second_step ? askForSecondStep(ctx, db, user.id) : signIn(ctx, db, user)
}

async function askForSecondStep(ctx: Ctx<unknown>, db: Db, userId: string): Promise<SignedIn> {
  const ticket = newToken()
  await insertTicket(db, { hash: hashOf(ticket), userId, kind: 'second-step' })
  const ways = await findWays(db, userId)
  const kinds = [
    ways?.passkeys ? (['passkey'] as const) : [],
    ways?.has_app && ctx.seal ? (['app'] as const) : [],
    ways?.codes_left ? (['recovery'] as const) : [],
  ].flat()
  return { token: null, redirectUrl: null, secondStep: { ticket, kinds } }
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
