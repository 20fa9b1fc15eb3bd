import type { MailChoice } from '@tagalong/contract/features/notifications/settings.contract.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Ctx } from '#http/context.ts'
import { setDueAnew } from '../due.db.ts'
import { findSettings, updateMail } from '../settings/settings.db.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

type UnsubscribeCtx = Pick<Ctx<unknown>, 'db' | 'secrets'>

/** The user who got the mail, and how they get mails now. */
export interface Subscriber {
  userId: string
  language: Language
  mail: MailChoice
}

/** Finds the token's user; undefined if it isn't one of ours, or the account is gone. */
export async function findSubscriber(
  { db, secrets }: UnsubscribeCtx,
  token: string,
): Promise<Subscriber | undefined> {
  const userId = readUnsubscribeToken(secrets.unsubscribeKey, token)
  const user = userId && (await findUser(db, userId))
  if (!user) return undefined
  const { mail } = await findSettings(db, user.id)
  return { userId: user.id, language: user.language, mail }
}

/** For anybody with one of the user's mails: ends mails, or has them sent once a day. */
export function chooseMail(
  { db }: UnsubscribeCtx,
  { userId }: Subscriber,
  mail: 'off' | 'daily',
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    if (await updateMail(transaction, userId, mail)) await setDueAnew(transaction, userId)
  })
}
