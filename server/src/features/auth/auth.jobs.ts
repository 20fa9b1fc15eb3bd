import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import type { Env } from '#env.ts'
import { findUser, findUserByEmail, lockUser } from '#features/users/users.db.ts'
import type { Mail, Mailer } from '#integrations/mailer.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { insertMailToken, minutes, setMailTokenHash } from './links.db.ts'
import { mailConfirmEmail, mailEmailUndone, mailReset, mailUndoEmail, mailWelcome } from './mail-jobs.ts'
import { confirmEmailMail, emailUndoneMail, resetMail, undoEmailMail, welcomeMail } from './mails.ts'
import { hashOf, newToken } from './tokens.ts'

interface Means {
  database: Database
  mailer: Mailer
  env: Env
}

/**
 * The mails with links. A link's secret is made when its mail is written, so that it stands nowhere else, the queue
 * included; a mail that is tried again carries another one.
 */
export function authJobs(means: Means): Job[] {
  const { database, env } = means
  return [
    defineJob(mailReset, async ({ email }) => {
      const user = await findUserByEmail(database.kysely, email)
      if (!user) return
      await sendReset(means, user, minutes.reset, (link) => resetMail(env.brandName, user.email, link))
    }),
    defineJob(mailConfirmEmail, async ({ userId, email, tokenId }) => {
      const [user, holder] = [
        await findUser(database.kysely, userId),
        await findUserByEmail(database.kysely, email),
      ]
      // An address that is somebody else's gets no mail, and whoever asked is not told.
      if (!user || (holder && holder.id !== user.id)) return
      await sendEmailLink(means, { userId, email, tokenId, kind: 'confirm-email' }, (link) =>
        confirmEmailMail(env.brandName, email, link),
      )
    }),
    defineJob(mailUndoEmail, async ({ userId, email, tokenId }) => {
      if (!(await findUser(database.kysely, userId))) return
      await sendEmailLink(means, { userId, email, tokenId, kind: 'undo-email' }, (link) =>
        undoEmailMail(env.brandName, email, link),
      )
    }),
    defineJob(mailEmailUndone, async ({ email }) => {
      await means.mailer.send(emailUndoneMail(env.brandName, email))
    }),
    defineJob(mailWelcome, async ({ userId }) => {
      const user = await findUser(database.kysely, userId)
      if (!user) return
      await sendReset(means, user, minutes.welcome, (link) => welcomeMail(env.brandName, user.email, link))
    }),
  ]
}

/** None where the address has changed meanwhile: whoever reads the old one must not come in by it. */
async function sendReset(
  means: Means,
  user: { id: string; email: string },
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
  const isMade = await means.database.kysely.transaction().execute(async (db) => {
    if ((await lockUser(db, user.id))?.email !== user.email) return false
    await insertMailToken(db, token)
    return true
  })
  if (isMade) await send(means, '/reset-password', { token: secret, id }, write)
}

interface EmailLink {
  userId: string
  kind: 'confirm-email' | 'undo-email'
  email: string
  tokenId: string | undefined
}

/** None where the link has ended before its mail was written. */
async function sendEmailLink(
  means: Means,
  { tokenId, ...link }: EmailLink,
  write: (link: string) => Mail,
): Promise<void> {
  const db = means.database.kysely
  const [id, secret] = [tokenId ?? newId(), newToken()]
  const hash = hashOf(secret)
  if (!tokenId) await insertMailToken(db, { ...link, id, hash, minutes: minutes[link.kind] })
  else if (!(await setMailTokenHash(db, { id, hash }))) return
  // First, so that a link that was cut in half still asks before it undoes anything.
  const kind = link.kind === 'undo-email' ? { kind: 'undo' } : undefined
  await send(means, '/confirm-email', { ...kind, token: secret, id }, write)
}

async function send(
  { mailer, env }: Means,
  path: string,
  query: Record<string, string>,
  write: (link: string) => Mail,
): Promise<void> {
  await mailer.send(write(`${env.publicUrl}${path}?${new URLSearchParams(query)}`))
}
