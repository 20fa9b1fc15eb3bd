import * as z from 'zod/mini'
import { pushHeldKind } from '#features/push/deliveries.service.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { holdThroughQuiet, lockDue, takeMails, takePushes } from './due.db.ts'
import { mailNoticesKind, mailNowKind } from './mails/mail-notices.kind.ts'

/** Users per transaction; they are locked while their jobs are enqueued. */
const batch = 100

export const deliverKind: JobKind<Record<string, never>> = { name: 'deliver', data: z.strictObject({}) }

/**
 * Delivers what is due: to each user one push of what was held, and one mail in each form, but not in quiet hours.
 * Clearing and enqueueing are one transaction, so that each is enqueued once, even if the job is killed or runs twice.
 */
export async function deliver(_none: object, ctx: Pick<JobCtx, 'db' | 'queue'>): Promise<void> {
  while ((await deliverBatch(ctx)) > 0);
}

/** Returns the number of users. Leaves users locked by another process to that one. */
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
