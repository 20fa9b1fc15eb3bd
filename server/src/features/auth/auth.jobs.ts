import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import type { Env } from '#env.ts'
import { findUser, findUserByEmail } from '#features/users/users.db.ts'
import type { Mail, Mailer } from '#integrations/mailer.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { insertMailToken, type MailTokenKind } from './auth.db.ts'
import { mailConfirmEmail, mailReset, mailUndoEmail, mailWelcome } from './mail-jobs.ts'
import { confirmEmailMail, resetMail, undoEmailMail, welcomeMail } from './mails.ts'
import { hashOf, newToken } from './tokens.ts'

interface Means {
  database: Database
  mailer: Mailer
  env: Env
}

const hour = 60
const week = 7 * 24 * hour

/**
 * The mails with links. A link is made when its mail is written, so that it stands nowhere else, the queue included;
 * a mail that is tried again carries another one.
 */
export function authJobs(means: Means): Job[] {
  const { database, env } = means
  return [
    defineJob(mailReset, async ({ email }) => {
      const user = await findUserByEmail(database.kysely, email)
      if (!user) return
      await sendLink(
        means,
        { userId: user.id, kind: 'reset', email: null, minutes: hour, path: '/reset-password' },
        (link) => resetMail(env.brandName, user.email, link),
      )
    }),
    defineJob(mailConfirmEmail, async ({ userId, email }) => {
      const [user, holder] = [
        await findUser(database.kysely, userId),
        await findUserByEmail(database.kysely, email),
      ]
      // An address that is somebody else's gets no mail, and whoever asked is not told.
      if (!user || (holder && holder.id !== user.id)) return
      await sendLink(
        means,
        { userId, kind: 'confirm-email', email, minutes: hour, path: '/confirm-email' },
        (link) => confirmEmailMail(env.brandName, email, link),
      )
    }),
    defineJob(mailUndoEmail, async ({ userId, email }) => {
      if (!(await findUser(database.kysely, userId))) return
      await sendLink(
        means,
        { userId, kind: 'undo-email', email, minutes: week, path: '/confirm-email' },
        (link) => undoEmailMail(env.brandName, email, link),
      )
    }),
    defineJob(mailWelcome, async ({ userId }) => {
      const user = await findUser(database.kysely, userId)
      if (!user) return
      await sendLink(
        means,
        { userId, kind: 'reset', email: null, minutes: week, path: '/reset-password' },
        (link) => welcomeMail(env.brandName, user.email, link),
      )
    }),
  ]
}

interface Link {
  userId: string
  kind: MailTokenKind
  email: string | null
  minutes: number
  path: string
}

async function sendLink(
  { database, mailer, env }: Means,
  { path, ...token }: Link,
  write: (link: string) => Mail,
): Promise<void> {
  const [id, secret] = [newId(), newToken()]
  await insertMailToken(database.kysely, { ...token, id, hash: hashOf(secret) })
  const query = new URLSearchParams({ token: secret, id })
  await mailer.send(write(`${env.publicUrl}${path}?${query}`))
}
