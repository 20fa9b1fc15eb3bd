import type { SecurityFact } from '@tagalong/contract/features/notices/notice-messages.ts'
import * as z from 'zod/mini'
import type { Ctx, Ports } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'

const mailed = z.object({
  userId: z.string(),
  fact: z.string(),
  /** When it happened, in ISO 8601. */
  at: z.string(),
  /** The browser's User-Agent; null if the device sent none. */
  userAgent: z.nullable(z.string()),
})
export type SecurityMail = Omit<z.infer<typeof mailed>, 'fact'> & { fact: SecurityFact }

export const mailSecurity: JobKind<SecurityMail> = {
  name: 'mail-security',
  data: mailed as z.ZodMiniType<SecurityMail>,
}

/** What a security notice needs; `db` is the transaction of the fact. */
export type SecurityCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'> & {
  ports: Pick<Ports, 'notifyUsers'>
}

/**
 * Notifies a user of a change to how they sign in or are found, by mail and notice, which can't be switched off. Runs
 * in the transaction of the fact, so the user is notified only if it commits. `userAgent` is that of the device that
 * signed in.
 */
export async function notifyOfSecurity(
  { db, queue, ports, clock }: SecurityCtx,
  userId: string,
  fact: SecurityFact,
  userAgent: string | null = null,
): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  await ports.notifyUsers({ db, queue }, [userId], {
    message: `security.${fact}`,
    params: {},
    url: '/security',
  })
  await queue.enqueue(db, mailSecurity, { userId, fact, at, userAgent })
}
