import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { lockUser, markEmailOpened, updateEmail, updatePassword } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import type { Limit } from '#http/limits/limits.ts'
import { Refusal, unauthorised } from '#http/refusal.ts'
import { isLiveSession } from '../auth.db.ts'
import { isKnownDeviceOf } from '../devices.db.ts'
import { rememberThisDeviceAlone } from '../devices.ts'
import { deletePasskeysSince } from '../passkeys/passkeys.db.ts'
import { refuseEasyFor } from '../passwords.service.ts'
import { hashing, hashPassword, unknownHash } from '../passwords.ts'
import { deleteTotpSince, findWays } from '../second-step/second-step.db.ts'
import { turnOffWithoutWay } from '../second-step/ways.service.ts'
import { endSessionsOf } from '../sessions.service.ts'
import { hashOf, newToken } from '../tokens.ts'
import {
  dropLaterLinks,
  dropMailTokens,
  dropNotMeLinksElsewhere,
  findMailToken,
  insertMailToken,
  isKeptForAnother,
  type MailTokenRow,
  madeAt,
  minutes,
  spendMailToken,
} from './links.db.ts'
import { mailConfirmEmail, mailEmailUndone, mailReset, mailUndoEmail } from './mail-jobs.ts'

const hour = 3_600
const day = 24 * hour

/** Resets per IP address, for any accounts. */
const askedFrom = { name: 'reset-from', points: 100, seconds: hour }
/** Shared mails to one account per IP address. */
const sharedFrom = { name: 'reset-account-from', points: 4, seconds: day }

/**
 * What one mail address receives: 20 a day at most. A stranger may use up the shared mails, but neither those kept for
 * devices that the account knows, nor the one that is sent every three hours, whoever asks for it. See 0064.
 */
const received = {
  byKnownDevice: { name: 'mail-known-device', points: 4, seconds: day },
  steady: { name: 'mail-steady', points: 1, seconds: 3 * hour },
  shared: { name: 'mail-shared', points: 8, seconds: day },
}

const changes = { name: 'change-email', points: 5, seconds: hour }

const resetFailed = new Refusal(400, m.prompt_auth_reset_failed)
const linkGone = new Refusal(400, m.prompt_auth_link_gone)
const emailTaken = new Refusal(409, m.prompt_auth_email_taken)

/** Only the job finds out if the address is known: the answer and its time reveal nothing. */
export async function requestToken(ctx: Ctx<unknown>, email: string): Promise<void> {
  if (!(await mayBeMailed(ctx, email))) return
  await ctx.db.transaction().execute((db) => ctx.queue.enqueue(db, mailReset, { email }))
}

async function mayBeMailed({ db, limits, client }: Ctx<unknown>, email: string): Promise<boolean> {
  const account = email.toLowerCase()
  const isWithin = async (limit: Limit, key: string) => (await limits.use(limit, key)) === null
  if (!(await isWithin(askedFrom, client.ip))) return false
  const isKnown = await isKnownDeviceOf(db, client.devices.map(hashOf), email)
  if (isKnown && (await isWithin(received.byKnownDevice, account))) return true
  if (await isWithin(received.steady, account)) return true
  return (await isWithin(sharedFrom, `${account} ${client.ip}`)) && isWithin(received.shared, account)
}

/** Sets a new password by the mailed link. Ends every session of the user and any pending change of email. */
export async function resetPassword(
  ctx: Ctx<unknown>,
  { id, token, password }: { id: string; token: string; password: string },
): Promise<Refusal | null> {
  const link = { id, hash: hashOf(token), kinds: ['reset'] as const }
  // Checked first: without a link, nobody makes the server hash passwords.
  const found = await findMailToken(ctx.db, link)
  if (!found) return resetFailed
  const easy = await refuseEasyFor(ctx, found.user_id, 'password', password)
  if (easy) return easy
  const passwordHash = await hashing(
    ctx.client.ip,
    () => hashPassword(password),
    async () => found.user_id,
  )
  if (passwordHash instanceof Refusal) return passwordHash
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, found.user_id)
    if (!(await spendMailToken(db, link))) return resetFailed
    await updatePassword(db, found.user_id, passwordHash)
    await markEmailOpened(db, found.user_id)
    await rememberThisDeviceAlone(ctx, db, found.user_id)
    await endSessionsOf(db, found.user_id, null)
    await ctx.ports.endCalendarFeed({ ...ctx, db }, found.user_id)
    await dropMailTokens(db, found.user_id, ['reset', 'confirm-email'])
    await notifyOfSecurity({ ...ctx, db }, found.user_id, 'passwordChanged')
    return null
  })
}

/** The answer is the same whether a mail is sent or not: it must not reveal what others have asked for. */
export async function changeEmail(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  email: string,
): Promise<Refusal | null> {
  const refused = await ctx.limits.use(changes, userId)
  if (refused) return refused
  const tooMany = await ctx.limits.use(received.shared, email.toLowerCase())
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    // Erasing the account, or taking it back, ends this session. No link may be added after that.
    if (!(await isLiveSession(db, sessionId))) return unauthorised
    await dropMailTokens(db, userId, ['confirm-email'])
    if (tooMany) return null
    const tokenId = await addLink(db, userId, 'confirm-email', email)
    await ctx.queue.enqueue(db, mailConfirmEmail, { userId, email, tokenId })
    return null
  })
}

/** The new address's link makes it the user's. The old address's link undoes that, and all that came after it. */
export async function confirmEmail(
  ctx: Ctx<unknown>,
  { id, token }: { id: string; token: string },
): Promise<{ email: string; isUndone: boolean } | Refusal> {
  const link = { id, hash: hashOf(token), kinds: ['confirm-email', 'undo-email'] as const }
  const found = await findMailToken(ctx.db, link)
  if (!found) return linkGone
  await lockUser(ctx.db, found.user_id)
  const spent = await spendMailToken(ctx.db, link)
  if (!spent?.email) return linkGone
  const { user_id: userId, email } = spent
  try {
    const before = await updateEmail(ctx.db, { id: userId, email, isOpened: true })
    if (await isKeptForAnother(ctx.db, { email, userId })) return emailTaken
    await notify(ctx.db, { kind: 'changed', user: userId })
    const isUndone = spent.kind === 'undo-email'
    const isAnother = before.toLowerCase() !== email.toLowerCase()
    if (isUndone) await takeBack(ctx, spent, email)
    if (isUndone && isAnother) await ctx.queue.enqueue(ctx.db, mailEmailUndone, { email: before, userId })
    if (!isUndone && isAnother) {
      // Reset links were mailed to the previous address.
      await dropMailTokens(ctx.db, userId, ['reset'])
      const tokenId = await addLink(ctx.db, userId, 'undo-email', before)
      await ctx.queue.enqueue(ctx.db, mailUndoEmail, { userId, email: before, tokenId })
    }
    return { email, isUndone }
  } catch (error) {
    if (violates(error, 'app_user_email_key')) return emailTaken
    throw error
  }
}

/**
 * Takes the account back. The intruder who changed the address knew the password, so it ends. So do passkeys and apps
 * added since: only the new address was notified of them. Older ones stay, or a mailbox would be a way around the
 * second step. Links of earlier changes stay, and so do links about what this address was notified of: the first owner
 * of the account has the last word.
 */
async function takeBack(ctx: Ctx<unknown>, spent: MailTokenRow, email: string): Promise<void> {
  await updatePassword(ctx.db, spent.user_id, unknownHash())
  const since = madeAt({ id: spent.id, kind: 'undo-email' })
  await deletePasskeysSince(ctx.db, spent.user_id, since)
  await deleteTotpSince(ctx.db, spent.user_id, since)
  await turnOffWithoutWay(ctx, spent.user_id)
  await rememberThisDeviceAlone(ctx, ctx.db, spent.user_id)
  await endSessionsOf(ctx.db, spent.user_id, null)
  await ctx.ports.endCalendarFeed(ctx, spent.user_id)
  await dropMailTokens(ctx.db, spent.user_id, ['reset', 'confirm-email'])
  await dropNotMeLinksElsewhere(ctx.db, spent.user_id, email)
  await dropLaterLinks(ctx.db, spent)
  await ctx.queue.enqueue(ctx.db, mailReset, { email })
}

/**
 * Ends what an intruder has: every session, the password, and passkeys added since, which would let them back in. Links
 * about earlier events stay valid. If the second step is on, all its ways stay, or a mailbox would be a way around it:
 * an administrator helps a user who lost them.
 *
 * @returns whether a link for a new password is mailed
 */
export async function reportNotMe(
  ctx: Ctx<unknown>,
  { id, token }: { id: string; token: string },
): Promise<{ isMailed: boolean } | Refusal> {
  const link = { id, hash: hashOf(token), kinds: ['not-me'] as const }
  const found = await findMailToken(ctx.db, link)
  if (!found) return linkGone
  const user = await lockUser(ctx.db, found.user_id)
  const spent = user && (await spendMailToken(ctx.db, link))
  if (!spent) return linkGone
  await updatePassword(ctx.db, user.id, unknownHash())
  const ways = await findWays(ctx.db, ctx.env, user.id)
  if (!ways?.second_step) await deletePasskeysSince(ctx.db, user.id, madeAt({ id, kind: 'not-me' }))
  await rememberThisDeviceAlone(ctx, ctx.db, user.id)
  await endSessionsOf(ctx.db, user.id, null)
  await ctx.ports.endCalendarFeed(ctx, user.id)
  await dropMailTokens(ctx.db, user.id, ['reset', 'confirm-email'])
  await dropLaterLinks(ctx.db, spent)
  // If the address has changed since, its previous owner has the link from that mail; the new address gets nothing.
  const isMailed = user.email.toLowerCase() === found.email?.toLowerCase()
  if (isMailed) await ctx.queue.enqueue(ctx.db, mailReset, { email: user.email })
  return { isMailed }
}

/**
 * Adds a link in the transaction of the change it is about, so that both are ordered and end together. Its secret is
 * made when the mail is written, and nothing else stores it.
 */
async function addLink(
  db: Db,
  userId: string,
  kind: 'confirm-email' | 'undo-email',
  email: string,
): Promise<string> {
  const id = newId()
  await insertMailToken(db, { id, userId, kind, email, hash: hashOf(newToken()), minutes: minutes[kind] })
  return id
}
