import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { listStanding } from '#features/notices/notices.db.ts'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import { writeLetter } from '#integrations/letter.ts'
import { inLanguage } from '#language.ts'
import type { NoticesMail } from './mail-notices.kind.ts'

/** What is left to say of it, in one mail. */
export async function mailNotices(
  { user: userId, notifications }: NoticesMail,
  { db, mailer, env }: Pick<JobCtx, 'db' | 'mailer' | 'env'>,
): Promise<void> {
  const [user, rows] = [await findUser(db, userId), await listStanding(db, userId, notifications)]
  if (!user || rows.length === 0) return
  const to = { brand: env.brandName, to: user.email }
  await mailer.send(
    inLanguage(user.language, () => {
      const lines = rows.map((row) => renderNotice(row, row.zone).title)
      const [title = ''] = lines
      return writeLetter({ ...to, subject: title, title, lines: lines.slice(1), otherwise: '' })
    }),
  )
}
