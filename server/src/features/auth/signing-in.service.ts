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
  return held.second_step ? askForSecondStep(ctx, db, user.id, 'password') : signIn(ctx, db, user)
}

/**
 * A right passkey: one that verified who holds it is both steps. Pressed by anybody it is one, and the same again is no
 * second. `db` is a transaction, and holds the user.
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

/** Whether a passkey began what the ticket stands for: it says so itself, and is found by its whole text alone. */
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
  // Then it takes the password first.
  if (first === 'passkey' && kinds.length === 0) return loginRefused
  const ticket = `${first === 'passkey' ? ofPasskey : ''}${newToken()}`
  await insertTicket(db, { hash: hashOf(ticket), userId, kind: 'second-step' })
  return { token: null, redirectUrl: null, secondStep: { ticket, kinds } }
}

/** The end of each way to sign in: a session, on a device that is known from now on. `db` is a transaction. */
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
