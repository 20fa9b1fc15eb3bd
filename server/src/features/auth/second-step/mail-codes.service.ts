import { randomInt } from 'node:crypto'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { phoneHash } from '#features/caregivers/phone-hash.ts'
import { findUser, lockUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx, JobCtx } from '#http/context.ts'
import { badInput, type Refusal } from '#http/refusal.ts'
import { inLanguage } from '#language.ts'
import { mailCode } from '../links/mail-jobs.ts'
import { codeMail } from '../links/mails.ts'
import { findWays, type Ways } from './second-step.db.ts'
import { countMailCodeTry, dropTickets, insertTicket, spendTicket } from './tickets.db.ts'

const mails = { name: 'mail-code', points: 5, seconds: 3_600, text: refusalTexts.aLotAtOnce }

const missing = badInput('mailCode', m.prompt_auth_mail_code_missing)
const wrong = badInput('mailCode', m.prompt_auth_code_wrong)

/** Makes the code only when its mail is written, so that nothing else stores it, not even the queue. */
export async function sendMailCode(ctx: Ctx, { userId }: Authorised<Actor>): Promise<Refusal | null> {
  const refused = await ctx.limits.use(mails, userId)
  if (refused) return refused
  await ctx.db.transaction().execute((db) => ctx.queue.enqueue(db, mailCode, { userId }))
  return null
}

/** Mails a new code; the previous one ends. */
export async function sendCode(
  { userId }: { userId: string },
  { db, mailer, env, secrets }: Pick<JobCtx, 'db' | 'mailer' | 'env' | 'secrets'>,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    await dropTickets(trx, userId, 'mail-code')
    await insertTicket(trx, { hash: codeHash(secrets, userId, code), userId, kind: 'mail-code' })
  })
  await mailer.send(inLanguage(user.language, () => codeMail(env.brandName, user.email, code)))
}

/** Refuses to set up a first way without the mailed code. Runs before the transaction, since each try counts. */
export async function refuseWithoutMailCode(ctx: Ctx, entered: string | undefined): Promise<Refusal | null> {
  const { userId } = ctx.actor
  if (!needsMailCode(ctx.env, await findWays(ctx.db, ctx.env, userId))) return null
  if (!entered) return missing
  const kept = await countMailCodeTry(ctx.db, userId)
  return kept?.hash.equals(codeHash(ctx.secrets, userId, entered)) ? null : wrong
}

/** Spends the code in the transaction that sets up the way, with the user locked. */
export async function spendMailCode(ctx: Ctx, db: Db, entered: string | undefined): Promise<Refusal | null> {
  const { userId } = ctx.actor
  if (!needsMailCode(ctx.env, await findWays(db, ctx.env, userId))) return null
  const isSpent = entered && (await spendTicket(db, codeHash(ctx.secrets, userId, entered)))
  return isSpent ? null : wrong
}

/**
 * An administrator's password alone must not be enough to set up a second step. If it is on already, they have shown
 * one, if only a recovery code because the host was renamed.
 */
function needsMailCode({ safety }: Env, ways: Ways | undefined): boolean {
  if (safety !== 'strict' || !ways?.is_admin || ways.second_step) return false
  return ways.passkeys === 0 && !ways.has_app
}

/** Hashed with a key: there are so few codes that a plain hash would give them away. */
function codeHash(secrets: { phoneKey: Buffer }, userId: string, code: string): Buffer {
  return phoneHash(secrets, 'mail-code', userId, code)
}
