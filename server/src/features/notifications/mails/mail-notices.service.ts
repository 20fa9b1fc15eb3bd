import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { listStanding } from '#features/notices/notices.db.ts'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import { inLanguage } from '#language.ts'
import { findSettings } from '../settings/settings.db.ts'
import { unsubscribeTokenOf } from '../unsubscribe/unsubscribe-token.ts'
import type { NoticesMail } from './mail-notices.kind.ts'
import { noticesMail } from './notices-mail.ts'

type MailCtx = Pick<JobCtx, 'db' | 'mailer' | 'env' | 'clock' | 'secrets'>

/**
 * Mails what is still worth saying, in one mail. Sends nothing to a user who has ended these mails meanwhile, unless
 * nothing switches it off.
 */
export async function mailNotices(
  { user: userId, form, notifications }: NoticesMail,
  { db, mailer, env, clock, secrets }: MailCtx,
): Promise<void> {
  const [user, rows] = [await findUser(db, userId), await listStanding(db, userId, notifications)]
  if (!user || rows.length === 0) return
  const { mail } = await findSettings(db, userId)
  if (mail === 'off' && form !== 'now') return
  const { name } = (await findCaregiverOfUser(db, userId)) ?? {}
  const { brandName: brand, publicUrl } = env
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeTokenOf(secrets.unsubscribeKey, userId)}`
  const options = { brand, publicUrl, to: user.email, name, mail, form, unsubscribeUrl, now: clock.now() }
  await mailer.send(inLanguage(user.language, () => noticesMail(rows, options)))
}
