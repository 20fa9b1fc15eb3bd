import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { notifyOfSecurity, type SecurityCtx } from '#features/users/security-facts.ts'
import { lockUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { passkeyHost } from '#http/origin.ts'
import { Refusal, unauthorised } from '#http/refusal.ts'
import { isFreshSession, isLiveSession, unconfirmSessions } from '../auth.db.ts'
import { listPasskeys, type PasskeyRow } from '../passkeys/passkeys.db.ts'
import { hashing, hashPassword } from '../passwords.ts'
import { spendMailCode } from './mail-codes.service.ts'
import { newRecoveryCodes, shownRecoveryCode } from './recovery-codes.ts'
import {
  confirmWaitingTotp,
  deleteRecoveryCodes,
  deleteTotp,
  findWaitingTotp,
  findWays,
  insertTotp,
  replaceRecoveryCodes,
  setTotpStep,
  updateSecondStep,
  type Ways,
} from './second-step.db.ts'
import { aboutTotp, codeWrong, counting, openTotp } from './second-step.service.ts'
import { dropTickets } from './tickets.db.ts'
import { newTotpSecret, shownTotp, stepOf } from './totp.ts'

const notSetUp = new Refusal(409, m.refusal_not_set_up)
const notStarted = new Refusal(409, m.prompt_auth_app_not_started)
const wayMissing = new Refusal(409, m.prompt_auth_way_missing)
const stepOff = new Refusal(409, m.prompt_auth_step_off)
export const adminsNeedStep = new Refusal(409, m.prompt_auth_admins_need_step)

export async function getSecurity(
  { db, env }: Ctx,
  { userId, sessionId }: Authorised<Actor>,
): Promise<{ ways: Ways; passkeys: PasskeyRow[]; mustSetUp: boolean; isFresh: boolean } | Refusal> {
  const [ways, passkeys, isFresh] = await Promise.all([
    findWays(db, env, userId),
    listPasskeys(db, userId, passkeyHost(env.publicUrl)),
    isFreshSession(db, sessionId),
  ])
  if (!ways) return unauthorised
  return { ways, passkeys, mustSetUp: mustHaveStep(env, ways) && !ways.second_step, isFresh }
}

/** Returns a new secret, which counts once one of its codes was entered. */
export async function startTotp(
  ctx: Ctx,
  { userId }: Authorised<Actor>,
  { mailCode }: { mailCode?: string | undefined },
): Promise<{ secret: string; url: string } | Refusal> {
  const { db, seal, env } = ctx
  if (!seal) return notSetUp
  const user = await lockUser(db, userId)
  if (!user) return unauthorised
  const refused = await spendMailCode(ctx, db, mailCode)
  if (refused) return refused
  const secret = newTotpSecret()
  await insertTotp(db, userId, seal.seal(secret, aboutTotp(userId)))
  return shownTotp(secret, { brand: env.brandName, email: user.email })
}

/** Confirms the app and turns the second step on; returns recovery codes if it was off. */
export function confirmTotp(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  code: string,
): Promise<{ recoveryCodes?: string[] } | Refusal> {
  return counting(ctx, userId, async () => {
    if (!ctx.seal) return notSetUp
    const sealed = await findWaitingTotp(ctx.db, userId)
    if (!sealed) return notStarted
    const secret = openTotp(ctx, userId, sealed)
    const step = secret && stepOf(code, secret, ctx.clock.now())
    if (step === null) return codeWrong
    const codes = await codesIfNew(ctx, userId, await findWays(ctx.db, ctx.env, userId))
    if (codes instanceof Refusal) return codes
    return inLiveSession(ctx, sessionId, userId, async (db) => {
      if (!(await confirmWaitingTotp(db, userId, sealed))) return notStarted
      await setTotpStep(db, userId, step)
      const on = await turnOn({ ...ctx, db }, { userId, sessionId }, codes)
      // Replacing an app is reported like a first one.
      if (!on.isNew) await notifyOfSecurity({ ...ctx, db }, userId, 'secondStepOn')
      return on.answer
    })
  })
}

/** Removing the last way turns the second step off. */
export async function removeTotp(ctx: Ctx, { userId }: Authorised<Actor>): Promise<Refusal | null> {
  await lockUser(ctx.db, userId)
  const ways = await findWays(ctx.db, ctx.env, userId)
  const last = ways?.has_app && refuseLastWay(ctx.env, ways)
  if (last) return last
  await deleteTotp(ctx.db, userId)
  await turnOffWithoutWay(ctx, userId)
  return null
}

/** Makes ten new recovery codes; the old ones end. */
export async function makeRecoveryCodes(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const isOn = async (db: Db) => Boolean((await findWays(db, ctx.env, userId))?.second_step)
  // Ten hashes cost a second of CPU time: refuse before making them.
  if (!(await isOn(ctx.db))) return stepOff
  const codes = await newCodes(ctx, userId)
  if (codes instanceof Refusal) return codes
  return inLiveSession(ctx, sessionId, userId, async (db) => {
    if (!(await isOn(db))) return stepOff
    await replaceRecoveryCodes(db, userId, codes.kept)
    await notifyOfSecurity({ ...ctx, db }, userId, 'codesMade')
    return { recoveryCodes: codes.shown }
  })
}

export async function turnSecondStepOn(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
): Promise<{ recoveryCodes?: string[] } | Refusal> {
  // An app whose secret this server can't open would lock its user out.
  const isWay = (ways: Ways | undefined) => Boolean(ways && (ways.passkeys > 0 || (ways.has_app && ctx.seal)))
  const ways = await findWays(ctx.db, ctx.env, userId)
  if (!isWay(ways)) return wayMissing
  const codes = await codesIfNew(ctx, userId, ways)
  if (codes instanceof Refusal) return codes
  return inLiveSession(ctx, sessionId, userId, async (db) => {
    if (!isWay(await findWays(db, ctx.env, userId))) return wayMissing
    return (await turnOn({ ...ctx, db }, { userId, sessionId }, codes)).answer
  })
}

/** Keeps the ways, deletes the recovery codes. */
export async function turnSecondStepOff(ctx: Ctx, { userId }: Authorised<Actor>): Promise<Refusal | null> {
  await lockUser(ctx.db, userId)
  const ways = await findWays(ctx.db, ctx.env, userId)
  if (ways && mustHaveStep(ctx.env, ways)) return adminsNeedStep
  await turnOff(ctx, userId)
  return null
}

/** With strict safety, administrators sign in with two steps. */
function mustHaveStep({ safety }: Env, { is_admin: isAdmin }: Pick<Ways, 'is_admin'>): boolean {
  return safety === 'strict' && isAdmin
}

/** Runs before a way is removed, in the same transaction, with the user locked. */
export function refuseLastWay(env: Env, ways: Ways): Refusal | null {
  const isLast = ways.passkeys + (ways.has_app ? 1 : 0) === 1
  return isLast && mustHaveStep(env, ways) ? adminsNeedStep : null
}

/** Runs after a way was removed: without any left, the second step is turned off. */
export async function turnOffWithoutWay(ctx: SecurityCtx & Pick<Ctx, 'env'>, userId: string): Promise<void> {
  const ways = await findWays(ctx.db, ctx.env, userId)
  if (ways && ways.passkeys === 0 && !ways.has_app) await turnOff(ctx, userId)
}

async function turnOff(ctx: SecurityCtx, userId: string): Promise<void> {
  const wasOn = await updateSecondStep(ctx.db, userId, false)
  await deleteRecoveryCodes(ctx.db, userId)
  await dropTickets(ctx.db, userId, 'second-step')
  if (wasOn) await notifyOfSecurity(ctx, userId, 'secondStepOff')
}

/**
 * Returns the codes if the second step was off. Other sessions, confirmed by the password alone, no longer count as
 * confirmed.
 */
async function turnOn(
  ctx: SecurityCtx,
  { userId, sessionId }: { userId: string; sessionId: string },
  codes: Codes | null,
): Promise<{ isNew: boolean; answer: { recoveryCodes?: string[] } }> {
  if (!(await updateSecondStep(ctx.db, userId, true)) || !codes) return { isNew: false, answer: {} }
  await unconfirmSessions(ctx.db, userId, sessionId)
  await replaceRecoveryCodes(ctx.db, userId, codes.kept)
  await notifyOfSecurity(ctx, userId, 'secondStepOn')
  return { isNew: true, answer: { recoveryCodes: codes.shown } }
}

interface Codes {
  shown: string[]
  kept: { selector: string; hash: string }[]
}

/** Returns null if the second step is already on. Hashes before the transaction. */
async function codesIfNew(ctx: Ctx, userId: string, ways: Ways | undefined): Promise<Codes | null | Refusal> {
  return ways?.second_step ? null : newCodes(ctx, userId)
}

function newCodes(ctx: Ctx, userId: string): Promise<Codes | Refusal> {
  const made = newRecoveryCodes()
  const hash = async () => {
    const kept: Codes['kept'] = []
    for (const { selector, whole } of made) kept.push({ selector, hash: await hashPassword(whole) })
    return { shown: made.map(shownRecoveryCode), kept }
  }
  return hashing(ctx.client.ip, hash, async () => userId)
}

/** Runs `work` in a transaction with the user locked, unless the session was ended while hashes were made. */
function inLiveSession<T>(
  ctx: Ctx,
  sessionId: string,
  userId: string,
  work: (db: Db) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    return (await isLiveSession(db, sessionId)) ? work(db) : unauthorised
  })
}
