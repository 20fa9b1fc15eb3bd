import * as z from 'zod/mini'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { dormantMail } from './mails.ts'
import { markNotified } from './overdue.db.ts'

/** So many at a time. */
const batch = 500

/** To whoever has not been there for so long that the account goes in 30 days. */
export const mailDormantKind: JobKind<{ userId: string }> = {
  name: 'mail-dormant',
  data: z.object({ userId: z.string() }),
}

/** Daily: each is owed one mail, before the account goes. */
export async function warnDormant({ db, queue }: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  for (let notified = batch; notified >= batch; ) {
    notified = await db.transaction().execute(async (transaction) => {
      const users = await markNotified(transaction, batch)
      for (const userId of users) await queue.enqueue(transaction, mailDormantKind, { userId })
      return users.length
    })
  }
}

export async function mailDormant(
  { userId }: { userId: string },
  { db, env, mailer }: Pick<JobCtx, 'db' | 'env' | 'mailer'>,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user) return
  const to = { brand: env.brandName, to: user.email, link: `${env.publicUrl}/login` }
  await mailer.send(inLanguage(user.language, () => dormantMail(to)))
}
