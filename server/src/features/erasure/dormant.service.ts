import * as z from 'zod/mini'
import { findUser } from '#features/users/users.db.ts'
import type { JobCtx } from '#http/context.ts'
import { AddressRefused } from '#integrations/mailer.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { dormantMail } from './mails.ts'
import { isToNotify, listToNotify, markNotified } from './overdue.db.ts'

/** To a user who hasn't visited for so long that the account is erased in 30 days. */
export const mailDormantKind: JobKind<{ userId: string }> = {
  name: 'mail-dormant',
  data: z.object({ userId: z.string() }),
}

/**
 * Daily: mails each dormant account once before it is erased. A mail that couldn't be sent is tried again another day.
 */
export async function warnDormant({ db, queue }: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  for (const userId of await listToNotify(db)) await queue.enqueue(db, mailDormantKind, { userId })
}

export async function mailDormant(
  { userId }: { userId: string },
  { db, env, mailer }: Pick<JobCtx, 'db' | 'env' | 'mailer'>,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user || !(await isToNotify(db, userId))) return
  const to = { brand: env.brandName, to: user.email, link: `${env.publicUrl}/login` }
  try {
    await mailer.send(inLanguage(user.language, () => dormantMail(to)))
  } catch (error) {
    // A dead address must not keep the account for ever.
    if (!(error instanceof AddressRefused)) throw error
  }
  await markNotified(db, userId)
}
