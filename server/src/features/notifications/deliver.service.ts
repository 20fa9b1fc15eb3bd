import * as z from 'zod/mini'
import { pushHeldKind } from '#features/push/deliveries.service.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { holdThroughQuiet, lockDue, takeMails, takePushes } from './due.db.ts'
import { mailNoticesKind, mailNowKind } from './mails/mail-notices.kind.ts'

/** Users at a time; they are locked as long as it takes to enqueue. */
const batch = 100

export const deliverKind: JobKind<Record<string, never>> = { name: 'deliver', data: z.strictObject({}) }

/**
 * What is due by now leaves: a push of what was held, and a mail in each form, to each user, but not in quiet hours.
 * Clearing and enqueueing are one transaction, so killed or begun twice it enqueues each once.
 */
export async function deliver(_none: object, ctx: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  while ((await deliverBatch(ctx)) > 0);
}

/** Answers to how many. Whoever another process delivers to just now is left to it. */
function deliverBatch({ db, queue }: Pick<JobCtx, 'db' | 'queue'>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const users = await lockDue(transaction, batch)
    if (users.length === 0) return 0
    await holdThroughQuiet(transaction, users)
    for (const held of await takePushes(transaction, users)) {
      await queue.enqueue(transaction, pushHeldKind, held)
    }
    for (const mail of await takeMails(transaction, users)) {
      await queue.enqueue(transaction, mail.form === 'now' ? mailNowKind : mailNoticesKind, mail)
    }
    return users.length
  })
}
