import { hash, verify } from '@node-rs/argon2'
import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { authPrompts } from '@tagalong/contract/features/auth/auth.rules.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { type CaregiverRow, findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { findUser, findUserByEmail, insertUser, markLogin, type UserRow } from '#features/users/users.db.ts'
import type { Allowed } from '#http/allowed.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal, unauthorised } from '#http/refusal.ts'
import { endSession, openSession } from './sessions.service.ts'

const perAccountAndAddress = { name: 'login-account-address', points: 10, seconds: 3_600 }
const perAccount = { name: 'login-account', points: 100, seconds: 3_600 }
const registrations = { name: 'register-address', points: 20, seconds: 3_600 }

const loginRefused = new Refusal(400, authPrompts.loginRefused)

/** Verified where there is no such user, so that the answer takes as long. */
const nobodysHash = await hash('nobody has this password')

/** Same answer, after the same time, for an unknown address and a wrong password. */
export async function login(
  ctx: Ctx<unknown>,
  { email, password }: { email: string; password: string },
): Promise<{ token: Token; hasProfile: boolean } | Refusal> {
  const account = email.toLowerCase()
  const pair = `${account} ${ctx.client.ip}`
  const refused =
    (await ctx.limits.peek(perAccountAndAddress, pair)) ?? (await ctx.limits.peek(perAccount, account))
  if (refused) return refused
  const user = await findUserByEmail(ctx.db, email)
  const matches = await verify(user?.password_hash ?? nobodysHash, password)
  if (!user || !matches) {
    await ctx.limits.use(perAccountAndAddress, pair)
    await ctx.limits.use(perAccount, account)
    return loginRefused
  }
  const hasProfile = (await findCaregiverOfUser(ctx.db, user.id)) !== undefined
  return ctx.db.transaction().execute(async (db) => {
    await markLogin(db, user.id)
    return { token: await openSession(ctx, db, user.id), hasProfile }
  })
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
  const refused = await ctx.limits.peek(registrations, ctx.client.ip)
  if (refused) return refused
  const passwordHash = await hash(password)
  try {
    const token = await ctx.db.transaction().execute(async (db) => {
      const id = newId()
      await insertUser(db, { id, email, passwordHash, queryParams: queryParams.filter(isKept) })
      return openSession(ctx, db, id)
    })
    await ctx.limits.use(registrations, ctx.client.ip)
    return token
  } catch (error) {
    if (violates(error, 'app_user_email_key')) return badInput('email', authPrompts.emailTaken)
    throw error
  }
}

/** The page's query is kept for whoever asks where families come from; secrets in it are not. */
function isKept({ name }: { name: string }): boolean {
  return !/pass|pwd|token|secret|code|key|invite$/i.test(name)
}

export async function logout(ctx: Ctx, actor: Allowed<Actor>): Promise<void> {
  await ctx.db.transaction().execute((db) => endSession(db, actor.sessionId))
}

export async function whoami(
  ctx: Ctx,
  actor: Allowed<Actor>,
): Promise<{ user: UserRow; profile: CaregiverRow | undefined } | Refusal> {
  const user = await findUser(ctx.db, actor.userId)
  if (!user) return unauthorised
  return { user, profile: await findCaregiverOfUser(ctx.db, actor.userId) }
}
