import type { SecurityFact } from '@tagalong/contract/features/notices/notice-messages.ts'
import * as z from 'zod/mini'
import type { Ctx, Ports } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'

const mailed = z.object({
  userId: z.string(),
  fact: z.string(),
  /** When it happened, in ISO 8601. */
  at: z.string(),
  /** The browser's own words; null where the device says nothing about it. */
  userAgent: z.nullable(z.string()),
})
export type SecurityMail = Omit<z.infer<typeof mailed>, 'fact'> & { fact: SecurityFact }

export const mailSecurity: JobKind<SecurityMail> = {
  name: 'mail-security',
  data: mailed as z.ZodMiniType<SecurityMail>,
}

/** What it takes to tell somebody; `db` is the transaction of the fact. */
export type SecurityCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'> & {
  ports: Pick<Ports, 'notifyUsers'>
}

/**
 * What happened to how somebody signs in, or is found: by mail and notice, which nothing switches off. In the
 * transaction of the fact, so exactly if it happened. `userAgent` is of the device that signed in.
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
