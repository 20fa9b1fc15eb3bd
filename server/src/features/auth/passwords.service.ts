import { m } from '@tagalong/contract/messages.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { findUser, lockUser, updatePassword } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal, unauthorised } from '#http/refusal.ts'
import { isLiveSession } from './auth.db.ts'
import { rememberThisDeviceAlone } from './devices.ts'
import { isEasyToGuess } from './easy-passwords.ts'
import { dropMailTokens } from './links/links.db.ts'
import { hashing, hashPassword, matchesPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.service.ts'

const confirmations = { name: 'confirm-password', points: 10, seconds: 3_600 }

/** Refuses a password that is easy to guess from what others know of the user. `field` is the body's. */
export function refuseEasy(
  { env }: Pick<Ctx, 'env'>,
  field: 'password' | 'newPassword',
  password: string,
  of: { email: string; names?: readonly string[] },
): Refusal | null {
  const [localPart = ''] = of.email.split('@')
  const isEasy = isEasyToGuess(password, [env.brandName, localPart, ...(of.names ?? [])])
  return isEasy ? badInput(field, m.prompt_auth_password_easy) : null
}

/** Like `refuseEasy`, for an existing account. */
export async function refuseEasyFor(
  ctx: Pick<Ctx, 'db' | 'env'>,
  userId: string,
  field: 'password' | 'newPassword',
  password: string,
): Promise<Refusal | null> {
  const [user, profile] = await Promise.all([findUser(ctx.db, userId), findCaregiverOfUser(ctx.db, userId)])
  if (!user) return null
  const names = profile ? [profile.name, profile.last_name, `${profile.name} ${profile.last_name}`] : []
  return refuseEasy(ctx, field, password, { email: user.email, names })
}

/**
 * Confirms the password for actions that a borrowed phone must not allow. Hashing takes long, so this runs before the
 * transaction.
 */
export function confirmPassword(ctx: Ctx, password: string): Promise<Refusal | null> {
  const { userId } = ctx.actor
  const compare = async () => {
    const refused = await ctx.limits.use(confirmations, userId)
    if (refused) return refused
    const user = await findUser(ctx.db, userId)
    const matches = await matchesPassword(user?.password_hash, password)
    if (!matches) {
      ctx.log.info({ user: userId }, 'wrong password')
      return badInput('password', m.prompt_auth_password_wrong)
    }
    await ctx.limits.restore(confirmations, userId)
    return null
  }
  return hashing(ctx.client.ip, compare, async () => userId)
}

/**
 * Runs after the present password was confirmed. Ends all other sessions, forgets all other devices, and drops any
 * pending change of email.
 */
export async function changePassword(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  newPassword: string,
): Promise<Refusal | null> {
  const refused = await refuseEasyFor(ctx, userId, 'newPassword', newPassword)
  if (refused) return refused
  const passwordHash = await hashing(
    ctx.client.ip,
    () => hashPassword(newPassword),
    async () => userId,
  )
  if (passwordHash instanceof Refusal) return passwordHash
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    // A reset, or an undone change of email, may have ended this session meanwhile: it has the last word.
    if (!(await isLiveSession(db, sessionId))) return unauthorised
    await updatePassword(db, userId, passwordHash)
    await endSessionsOf(db, userId, sessionId)
    await dropMailTokens(db, userId, ['reset', 'confirm-email'])
    await ctx.ports.endCalendarFeed({ ...ctx, db }, userId)
    await rememberThisDeviceAlone(ctx, db, userId)
    await notifyOfSecurity({ ...ctx, db }, userId, 'passwordChanged')
    return null
  })
}
