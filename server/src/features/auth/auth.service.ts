import type { SignedIn, Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage, type Language } from '@tagalong/contract/values/language.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { type CaregiverRow, findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { emailHash } from '#features/caregivers/email-hash.ts'
import { isBarred } from '#features/users/bars.db.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
  updateLanguage,
} from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import type { Limit } from '#http/limits/limits.ts'
import { badInput, Refusal, unauthorised } from '#http/refusal.ts'
import { isDemoAddress } from './demo-addresses.ts'
import { isKnownDeviceOf, listKnownDevices } from './devices.db.ts'
import { rememberDevice } from './devices.ts'
import { isKeptForAnother } from './links/links.db.ts'
import { refuseEasy } from './passwords.service.ts'
import { hashing, hashPassword, matchesPassword } from './passwords.ts'
import { endSession, openSession } from './sessions.service.ts'
import { loginRefused, signInByPassword } from './signing-in.service.ts'
import { hashOf } from './tokens.ts'

const perAccountAndAddress = { name: 'login-account-address', points: 10, seconds: 3_600 }
const perAccount = { name: 'login-account', points: 100, seconds: 3_600 }
const perAddress = { name: 'login-address', points: 100, seconds: 3_600 }
const registrations = { name: 'register-address', points: 20, seconds: 3_600 }

const perDevice = { name: 'login-device', points: 10, seconds: 3_600 }

const inviteNeeded = new Refusal(400, m.prompt_auth_invite_needed)

/**
 * Gives the same answer, after the same time, for an unknown address and a wrong password. Counts each try before
 * looking at it, so that concurrent tries can't exceed the limit; a right password restores its try.
 */
export async function login(
  ctx: Ctx<unknown>,
  entered: { email: string; password: string },
): Promise<SignedIn | Refusal> {
  // Counted inside the queue: a try that a flood leaves no place isn't counted in the database.
  const user = await hashing(
    ctx.client.ip,
    () => countAndCompare(ctx, entered),
    () => knownBefore(ctx, entered.email),
  )
  if (user instanceof Refusal) return user
  return ctx.db.transaction().execute((db) => signInByPassword(ctx, db, user))
}

/** A limit, and the key it counts by. */
type Count = readonly [limit: Limit, key: string]

async function countAndCompare(
  ctx: Ctx<unknown>,
  { email, password }: { email: string; password: string },
): Promise<UserRow | Refusal> {
  const account = email.toLowerCase()
  const perSource: Count[] = [
    [perAccountAndAddress, `${account} ${ctx.client.ip}`],
    [perAddress, ctx.client.ip],
  ]
  const fromHere = (await Promise.all(perSource.map(([limit, key]) => ctx.limits.use(limit, key)))).find(
    Boolean,
  )
  // A try refused by its source's limits doesn't count against the account: one IP address alone can't lock it.
  const refused = fromHere ?? (await ctx.limits.use(perAccount, account))
  const user = await findUserByEmail(ctx.db, email)
  if (refused && !(await comesFromKnownDevice(ctx, user))) return refused
  const matches = await matchesPassword(user?.password_hash, password)
  if (!user || !matches) {
    ctx.log.info({ user: user?.id }, 'wrong password')
    return refused ?? loginRefused
  }
  const counted: Count[] = fromHere ? perSource : [...perSource, [perAccount, account]]
  await Promise.all(counted.map(([limit, key]) => ctx.limits.restore(limit, key)))
  return user
}

/** Returns the account if somebody has signed in to it on this device before, else null. */
async function knownBefore({ db, client }: Ctx<unknown>, email: string): Promise<string | null> {
  const isKnown = await isKnownDeviceOf(db, client.devices.map(hashOf), email)
  return isKnown ? email.toLowerCase() : null
}

/**
 * True if this user has signed in on this device before and it has tries left: known devices have tries of their own.
 */
async function comesFromKnownDevice(ctx: Ctx<unknown>, user: UserRow | undefined): Promise<boolean> {
  // Looked up for unknown users too, so that it takes as long.
  const known = await listKnownDevices(ctx.db, ctx.client.devices.map(hashOf))
  const device = known.find(({ user_id }) => user_id === user?.id)
  return device !== undefined && (await ctx.limits.use(perDevice, device.hash.toString('base64url'))) === null
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
  // With the public demo password it would pass for a demo account, and the server would refuse to start.
  if (ctx.env.isPublic && isDemoAddress(email)) return badInput('email', m.prompt_auth_email_reserved)
  const easy = refuseEasy(ctx, 'password', password, { email })
  if (easy) return easy
  const inviteHash = inviteHashOf(queryParams)
  const invite = inviteHash && (await ctx.ports.findInvite(ctx.db, inviteHash))
  if (ctx.env.requireInvite && !invite) return inviteNeeded
  // Counted first, so that concurrent tries can't exceed the limit. Finding an address taken counts too.
  const passwordHash = await hashing(
    ctx.client.ip,
    async () => (await ctx.limits.use(registrations, ctx.client.ip)) ?? hashPassword(password),
  )
  if (passwordHash instanceof Refusal) return passwordHash
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const id = newId()
      await insertUser(db, {
        id,
        email,
        passwordHash,
        queryParams: queryParams.filter(isKept),
        inviteHash,
        inviteConnectionId: invite?.connectionId ?? null,
        // The user keeps the language in which they registered.
        language: currentLanguage(),
      })
      if (await isKeptForAnother(db, { email, userId: id })) throw new EmailKept()
      if (await isBarred(db, { kind: 'email', hash: emailHash(ctx.secrets, email) })) throw new EmailKept()
      await ctx.ports.registered(ctx, db, id)
      await rememberDevice(ctx, db, id)
      return openSession(ctx, db, id)
    })
  } catch (error) {
    if (error instanceof EmailKept || violates(error, 'app_user_email_key')) {
      return badInput('email', m.prompt_auth_email_taken)
    }
    await ctx.limits.restore(registrations, ctx.client.ip)
    throw error
  }
}

/**
 * Thrown if the address's former owner may still take it back, or if its account was closed. Both are answered like a
 * taken address.
 */
class EmailKept extends Error {}

/** True for query parameters worth keeping: they show where families come from. Secrets are dropped. */
function isKept({ name }: { name: string }): boolean {
  return !/pass|pwd|token|secret|code|key|^invite$/i.test(name)
}

/** The invite is redeemed when the profile is made. Until then its hash and its connection are kept. */
function inviteHashOf(queryParams: Registration['queryParams']): Buffer | null {
  const invite = queryParams.find(({ name }) => name === 'invite')?.value
  return invite ? hashOf(invite) : null
}

export async function logout(ctx: Ctx, actor: Authorised<Actor>): Promise<void> {
  await ctx.db.transaction().execute((db) => endSession(db, actor.sessionId))
}

export async function whoami(
  ctx: Ctx,
  actor: Authorised<Actor>,
): Promise<{ user: UserRow; profile: CaregiverRow | undefined } | Refusal> {
  const [user, profile] = await Promise.all([
    findUser(ctx.db, actor.userId),
    findCaregiverOfUser(ctx.db, actor.userId),
  ])
  return user ? { user, profile } : unauthorised
}

export async function setLanguage(
  { db }: Ctx,
  { userId }: Authorised<Actor>,
  language: Language,
): Promise<{ language: Language }> {
  await updateLanguage(db, userId, language)
  return { language }
}
