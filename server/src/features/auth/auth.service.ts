import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { authPrompts } from '@tagalong/contract/features/auth/auth.rules.ts'
import { v7 as newId } from 'uuid'
import { type Db, violates } from '#db/database.ts'
import { notify } from '#db/listen.ts'
import { type CaregiverRow, findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  markLogin,
  type UserRow,
  updateEmail,
  updatePassword,
} from '#features/users/users.db.ts'
import type { Allowed } from '#http/allowed.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal, unauthorised } from '#http/refusal.ts'
import {
  dropMailTokens,
  findMailToken,
  forgetDevices,
  insertKnownDevice,
  isKnownDevice,
  spendMailToken,
} from './auth.db.ts'
import { mailConfirmEmail, mailReset, mailUndoEmail } from './mail-jobs.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { endSession, endSessionsOf, openSession } from './sessions.service.ts'
import { hashOf, newToken } from './tokens.ts'

const perAccountAndAddress = { name: 'login-account-address', points: 10, seconds: 3_600 }
const perAccount = { name: 'login-account', points: 100, seconds: 3_600 }
const registrations = { name: 'register-address', points: 20, seconds: 3_600 }

const perDevice = { name: 'login-device', points: 10, seconds: 3_600 }
const confirmations = { name: 'confirm-password', points: 10, seconds: 3_600 }
const resets = { name: 'request-token', points: 5, seconds: 3_600 }
const changes = { name: 'change-email', points: 5, seconds: 3_600 }

const inviteNeeded = new Refusal(400, authPrompts.inviteNeeded)
const resetFailed = new Refusal(400, authPrompts.resetFailed)
const linkGone = new Refusal(400, authPrompts.linkGone)
const loginRefused = new Refusal(400, authPrompts.loginRefused)

/**
 * Same answer, after the same time, for an unknown address and a wrong password. Each try is counted before it is
 * looked at, so that many at once are no way around the limit; the right password takes its own back.
 */
export async function login(
  ctx: Ctx<unknown>,
  { email, password }: { email: string; password: string },
): Promise<{ token: Token; redirectUrl: string | null } | Refusal> {
  const account = email.toLowerCase()
  const counted = [
    [perAccountAndAddress, `${account} ${ctx.client.ip}`],
    [perAccount, account],
  ] as const
  const refusals = await Promise.all(counted.map(([limit, key]) => ctx.limits.use(limit, key)))
  const user = await findUserByEmail(ctx.db, email)
  const refused = refusals.find((each) => each !== null)
  if (refused && !(await comesFromKnownDevice(ctx, user))) return refused
  const matches = await matchesPassword(user?.password_hash, password)
  if (!user || !matches) return refused ?? loginRefused
  for (const [limit, key] of counted) await ctx.limits.restore(limit, key)
  const hasProfile = (await findCaregiverOfUser(ctx.db, user.id)) !== undefined
  // Administrators need no profile.
  const redirectUrl = hasProfile ? null : user.is_admin ? '/admin' : '/onboarding'
  return ctx.db.transaction().execute(async (db) => {
    await markLogin(db, user.id)
    await rememberDevice(ctx, db, user.id)
    return { token: await openSession(ctx, db, user.id), redirectUrl }
  })
}

/** A device on which this user signed in before has tries of its own. */
async function comesFromKnownDevice(ctx: Ctx<unknown>, user: UserRow | undefined): Promise<boolean> {
  if (!user || !ctx.client.device) return false
  if (!(await isKnownDevice(ctx.db, hashOf(ctx.client.device), user.id))) return false
  return (await ctx.limits.use(perDevice, ctx.client.device)) === null
}

async function rememberDevice(ctx: Ctx<unknown>, db: Db, userId: string): Promise<void> {
  const { device, remember } = ctx.client
  if (device && (await isKnownDevice(db, hashOf(device), userId))) return
  const fresh = newToken()
  await insertKnownDevice(db, { hash: hashOf(fresh), userId })
  remember(fresh)
}

export interface Registration {
  email: string
  password: string
  queryParams: { name: string; value: string }[]
}

export async function register(
  ctx: Ctx<unknown>,
  { email, password, queryParams }: Registration,
): Promise<Token | Refusal> {
  const inviteHash = inviteHashOf(queryParams)
  if (ctx.env.requireInvite && !(inviteHash && (await ctx.ports.isOpenInvite(ctx.db, inviteHash)))) {
    return inviteNeeded
  }
  // Counted first, so that many at once are no way around it; what doesn't succeed takes its own back.
  const refused = await ctx.limits.use(registrations, ctx.client.ip)
  if (refused) return refused
  const passwordHash = await hashPassword(password)
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const id = newId()
      await insertUser(db, { id, email, passwordHash, queryParams: queryParams.filter(isKept), inviteHash })
      await rememberDevice(ctx, db, id)
      return openSession(ctx, db, id)
    })
  } catch (error) {
    await ctx.limits.restore(registrations, ctx.client.ip)
    if (violates(error, 'app_user_email_key')) return badInput('email', authPrompts.emailTaken)
    throw error
  }
}

/** The page's query is kept for whoever asks where families come from; secrets in it are not. */
function isKept({ name }: { name: string }): boolean {
  return !/pass|pwd|token|secret|code|key|^invite$/i.test(name)
}

/** The invite is redeemed when the profile is made, and kept as a hash until then. */
function inviteHashOf(queryParams: Registration['queryParams']): Buffer | null {
  const invite = queryParams.find(({ name }) => name === 'invite')?.value
  return invite ? hashOf(invite) : null
}

export async function logout(ctx: Ctx, actor: Allowed<Actor>): Promise<void> {
  await ctx.db.transaction().execute((db) => endSession(db, actor.sessionId))
}

export async function whoami(
  ctx: Ctx,
  actor: Allowed<Actor>,
): Promise<{ user: UserRow; profile: CaregiverRow | undefined } | Refusal> {
  const [user, profile] = await Promise.all([
    findUser(ctx.db, actor.userId),
    findCaregiverOfUser(ctx.db, actor.userId),
  ])
  return user ? { user, profile } : unauthorised
}

/** The job alone finds out whether the address is known: the answer and its time tell nothing. */
export async function requestToken(ctx: Ctx<unknown>, email: string): Promise<void> {
  const tooOften = [
    await ctx.limits.use(resets, `address ${ctx.client.ip}`),
    await ctx.limits.use(resets, `account ${email.toLowerCase()}`),
  ]
  if (tooOften.every((each) => each === null)) await ctx.queue.enqueue(ctx.db, mailReset, { email })
}

/** The mailed link, a password, and every session of the user is over. */
export async function resetPassword(
  ctx: Ctx<unknown>,
  { id, token, password }: { id: string; token: string; password: string },
): Promise<Refusal | null> {
  const link = { id, hash: hashOf(token), kinds: ['reset'] as const }
  // Looked at first: nobody without a link makes us hash passwords.
  if (!(await findMailToken(ctx.db, link))) return resetFailed
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction().execute(async (db) => {
    const spent = await spendMailToken(db, link)
    if (!spent) return resetFailed
    await updatePassword(db, spent.user_id, passwordHash)
    await dropMailTokens(db, spent.user_id, ['reset'])
    await forgetDevices(db, spent.user_id)
    await endSessionsOf(db, spent.user_id, null)
    return null
  })
}

export async function changeEmail(ctx: Ctx, actor: Allowed<Actor>, email: string): Promise<Refusal | null> {
  const refused = await ctx.limits.use(changes, actor.userId)
  if (refused) return refused
  await dropMailTokens(ctx.db, actor.userId, ['confirm-email'])
  await ctx.queue.enqueue(ctx.db, mailConfirmEmail, { userId: actor.userId, email })
  return null
}

/** The new address' link makes it the user's; the old one's takes that back, and ends every session. */
export async function confirmEmail(
  ctx: Ctx<unknown>,
  { id, token }: { id: string; token: string },
): Promise<string | Refusal> {
  const spent = await spendMailToken(ctx.db, {
    id,
    hash: hashOf(token),
    kinds: ['confirm-email', 'undo-email'],
  })
  if (!spent?.email) return linkGone
  try {
    const before = await updateEmail(ctx.db, spent.user_id, spent.email)
    await notify(ctx.db, { kind: 'changed', user: spent.user_id })
    if (spent.kind === 'undo-email') {
      await dropMailTokens(ctx.db, spent.user_id, ['confirm-email', 'reset'])
      await endSessionsOf(ctx.db, spent.user_id, null)
    } else if (before.toLowerCase() !== spent.email.toLowerCase()) {
      await ctx.queue.enqueue(ctx.db, mailUndoEmail, { userId: spent.user_id, email: before })
    }
    return spent.email
  } catch (error) {
    if (violates(error, 'app_user_email_key')) return new Refusal(409, authPrompts.emailTaken)
    throw error
  }
}

/** For what a lent phone must not be able to do. Hashing takes long, so this goes before the transaction. */
export async function confirmPassword(ctx: Ctx, password: string): Promise<Refusal | null> {
  const refused = await ctx.limits.use(confirmations, ctx.actor.userId)
  if (refused) return refused
  const user = await findUser(ctx.db, ctx.actor.userId)
  if (!(await matchesPassword(user?.password_hash, password))) {
    return badInput('password', authPrompts.passwordWrong)
  }
  await ctx.limits.restore(confirmations, ctx.actor.userId)
  return null
}
