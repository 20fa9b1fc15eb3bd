import { securityText } from '@tagalong/contract/features/notices/notices.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { v7 as newId } from 'uuid'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { defaultTimeZone } from '#features/caregivers/caregivers.service.ts'
import type { SecurityMail } from '#features/users/security-facts.ts'
import { findUser, findUserByEmail, lockUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { Mail } from '#integrations/mailer.ts'
import { inLanguage } from '#language.ts'
import { deviceOf } from '../auth.present.ts'
import { hashOf, newToken } from '../tokens.ts'
import { insertMailToken, minutes, setMailTokenHash } from './links.db.ts'
import type { MailAboutEmail } from './mail-jobs.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  emailUndoneMail,
  resetMail,
  securityMail,
  undoEmailMail,
  welcomeMail,
} from './mails.ts'

/*
 * The mails with links. A link's secret is made when its mail is written, so that nothing else stores it, not even the
 * queue. A mail that is tried again carries another secret.
 */

type MailCtx = Pick<JobCtx, 'db' | 'mailer' | 'env' | 'clock'>

export async function sendReset({ email }: { email: string }, ctx: MailCtx): Promise<void> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user) return
  await sendPasswordLink(ctx, user, minutes.reset, (link) => resetMail(ctx.env.brandName, user.email, link))
}

export async function sendWelcome({ userId }: { userId: string }, ctx: MailCtx): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (!user) return
  await sendPasswordLink(ctx, user, minutes.welcome, (link) =>
    welcomeMail(ctx.env.brandName, user.email, link),
  )
}

export async function sendConfirmEmail(data: MailAboutEmail, ctx: MailCtx): Promise<void> {
  const { userId, email, tokenId } = data
  const [user, holder] = [await findUser(ctx.db, userId), await findUserByEmail(ctx.db, email)]
  // An address of another user gets no mail, and the user who asked doesn't learn of it.
  if (!user || (holder && holder.id !== user.id)) return
  const confirm = { userId, email, tokenId, kind: 'confirm-email' } as const
  await sendEmailLink(ctx, user.language, confirm, (link) => confirmEmailMail(ctx.env.brandName, email, link))
}

export async function sendUndoEmail(data: MailAboutEmail, ctx: MailCtx): Promise<void> {
  const { userId, email, tokenId } = data
  const user = await findUser(ctx.db, userId)
  if (!user) return
  const undo = { userId, email, tokenId, kind: 'undo-email' } as const
  await sendEmailLink(ctx, user.language, undo, (link) => undoEmailMail(ctx.env.brandName, email, link))
}

export async function sendEmailChanged(
  { userId, email }: { userId: string; email: string },
  { db, mailer, env }: MailCtx,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user) return
  await mailer.send(inLanguage(user.language, () => emailChangedMail(env.brandName, email)))
}

export async function sendEmailUndone(
  { email, userId }: { email: string; userId?: string | undefined },
  { db, mailer, env }: MailCtx,
): Promise<void> {
  const user = userId ? await findUser(db, userId) : undefined
  await mailer.send(inLanguage(user?.language ?? 'en', () => emailUndoneMail(env.brandName, email)))
}

/** Runs jobs of the previous release. */
export function sendNumberCleared({ userId }: { userId: string }, ctx: MailCtx): Promise<void> {
  const at = new Date(ctx.clock.now()).toISOString()
  return sendSecurity({ userId, fact: 'numberCleared', at, userAgent: null }, ctx)
}

export async function sendSecurity(
  { userId, fact, at, userAgent }: SecurityMail,
  ctx: MailCtx,
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (!user) return
  const zone = (await findCaregiverOfUser(ctx.db, userId))?.time_zone ?? defaultTimeZone
  const [id, secret] = [newId(), newToken()]
  const token = { id, userId, kind: 'not-me', hash: hashOf(secret), email: user.email } as const
  // The lifetime counts from the event, so that `madeAt` can tell what came since.
  const since = (ctx.clock.now() - Date.parse(at)) / 60_000
  await insertMailToken(ctx.db, { ...token, minutes: minutes['not-me'] - since })
  const query = new URLSearchParams({ token: secret, id })
  await send(ctx, user.language, `/not-me?${query}`, (link) => {
    const lines = [m.mail_security_when({ time: playdateTime(at, zone) })]
    if (fact === 'signedIn') lines.push(m.mail_security_device({ device: deviceOf(userAgent ?? '') }))
    if (fact === 'numberCleared') lines.push(m.mail_number_cleared_told(), m.mail_number_cleared_kept())
    return securityMail(ctx.env.brandName, user.email, { fact: securityText(fact), lines, link })
  })
}

/** Sends nothing if the address has changed meanwhile: the old address's reader must not get in by the link. */
async function sendPasswordLink(
  ctx: MailCtx,
  user: { id: string; email: string; language: Language },
  life: number,
  write: (link: string) => Mail,
): Promise<void> {
  const [id, secret] = [newId(), newToken()]
  const token = {
    id,
    userId: user.id,
    kind: 'reset' as const,
    email: null,
    hash: hashOf(secret),
    minutes: life,
  }
  const isMade = await ctx.db.transaction().execute(async (db) => {
    if ((await lockUser(db, user.id))?.email !== user.email) return false
    await insertMailToken(db, token)
    return true
  })
  if (isMade)
    await send(ctx, user.language, `/reset-password?${new URLSearchParams({ token: secret, id })}`, write)
}

interface EmailLink {
  userId: string
  kind: 'confirm-email' | 'undo-email'
  email: string
  tokenId: string | undefined
}

/** Sends nothing if the link ended before its mail was written. */
async function sendEmailLink(
  ctx: MailCtx,
  language: Language,
  { tokenId, ...link }: EmailLink,
  write: (link: string) => Mail,
): Promise<void> {
  const { db } = ctx
  const [id, secret] = [tokenId ?? newId(), newToken()]
  const hash = hashOf(secret)
  if (!tokenId) await insertMailToken(db, { ...link, id, hash, minutes: minutes[link.kind] })
  else if (!(await setMailTokenHash(db, { id, hash }))) return
  // `kind` comes first, so that a truncated link still asks before it undoes anything.
  const kind = link.kind === 'undo-email' ? { kind: 'undo' } : undefined
  const query = new URLSearchParams({ ...kind, token: secret, id })
  await send(ctx, language, `/confirm-email?${query}`, write)
}

async function send(
  { mailer, env }: MailCtx,
  language: Language,
  path: string,
  write: (link: string) => Mail,
): Promise<void> {
  await mailer.send(inLanguage(language, () => write(`${env.publicUrl}${path}`)))
}
