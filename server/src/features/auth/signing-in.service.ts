import type { SignedIn } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { lockLogin, markLogin, type UserRow } from '#features/users/users.db.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { rememberDevice } from './devices.ts'
import { findWays } from './second-step/second-step.db.ts'
import { insertTicket } from './second-step/tickets.db.ts'
import { openSession } from './sessions.service.ts'
import { hashOf, newToken } from './tokens.ts'

/** One refusal, whatever was wrong. */
export const loginRefused = new Refusal(400, m.prompt_auth_login_refused)

/** Signs in after a right password, or returns a ticket if the second step is on. `db` is a transaction. */
export async function signInByPassword(
  ctx: Ctx<unknown>,
  db: Db,
  user: UserRow,
): Promise<SignedIn | Refusal> {
  const held = await lockLogin(db, user)
  if (!held) return loginRefused
  return held.second_step ? askForSecondStep(ctx, db, user.id, 'password') : signIn(ctx, db, user)
}

/**
 * Signs in after a right passkey. A passkey that verified its holder counts as both steps. One that was only pressed
 * counts as one, and can't be the second as well. `db` is a transaction that holds the user.
 */
export async function signInByPasskey(
  ctx: Ctx<unknown>,
  db: Db,
  user: UserRow,
  isVerified: boolean,
): Promise<SignedIn | Refusal> {
  if (!user.second_step || isVerified) return signIn(ctx, db, user)
  return askForSecondStep(ctx, db, user.id, 'passkey')
}

const ofPasskey = 'passkey.'

/**
 * True if a passkey began the sign-in. The prefix can't be removed: a ticket is found by the hash of its whole text.
 */
export function isTicketOfPasskey(ticket: string): boolean {
  return ticket.startsWith(ofPasskey)
}

async function askForSecondStep(
  ctx: Ctx<unknown>,
  db: Db,
  userId: string,
  first: 'password' | 'passkey',
): Promise<SignedIn | Refusal> {
  const ways = await findWays(db, ctx.env, userId)
  const kinds = [
    ways?.passkeys && first === 'password' ? (['passkey'] as const) : [],
    ways?.has_app && ctx.seal ? (['app'] as const) : [],
    ways?.codes_left ? (['recovery'] as const) : [],
  ].flat()
  // With no other way left, signing in has to begin with the password.
  if (first === 'passkey' && kinds.length === 0) return loginRefused
  const ticket = `${first === 'passkey' ? ofPasskey : ''}${newToken()}`
  await insertTicket(db, { hash: hashOf(ticket), userId, kind: 'second-step' })
  return { token: null, redirectUrl: null, secondStep: { ticket, kinds } }
}

/** Completes every way of signing in: opens a session and remembers the device. `db` is a transaction. */
export async function signIn(ctx: Ctx<unknown>, db: Db, user: UserRow): Promise<SignedIn | Refusal> {
  if (!(await markLogin(db, user))) return loginRefused
  if (await rememberDevice(ctx, db, user.id)) {
    await notifyOfSecurity({ ...ctx, db }, user.id, 'signedIn', ctx.client.userAgent)
  }
  const hasProfile = (await findCaregiverOfUser(db, user.id)) !== undefined
  // Administrators need no profile.
  const redirectUrl = hasProfile ? null : user.is_admin ? '/admin' : '/onboarding'
  ctx.log.info({ user: user.id }, 'signed in')
  return { token: await openSession(ctx, db, user.id), redirectUrl }
}
