import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { notifyUsers } from '#features/notifications/notifications.service.ts'
import { type Done, hidden } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx, JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { insertBroadcast, listNextUsers, lockBroadcast, markNotified } from './broadcasts.db.ts'

export const sendBroadcastKind: JobKind<{ broadcast: string }> = {
  name: 'send-broadcast',
  data: z.object({ broadcast: z.string() }),
}

/** Users per batch, so that no transaction is open for long. */
const batch = 500

/** Stores the broadcast, which is sent in batches after the commit. */
export async function broadcastNotification(
  ctx: Ctx,
  { groupId }: Authorised<{ groupId: string | null }>,
  { title, url }: { title: string; url: string },
): Promise<Done<null>> {
  const id = newId()
  await insertBroadcast(ctx.db, { id, title, url, groupId })
  await ctx.queue.enqueue(ctx.db, sendBroadcastKind, { broadcast: id })
  // Free text may name a person.
  const after = { title: hidden(title), url: hidden(url), group: groupId }
  return { result: null, entry: { kind: 'broadcast', id, before: null, after } }
}

type BatchCtx = Pick<JobCtx, 'db' | 'queue'>

/**
 * Each batch and its progress are one transaction: a job that runs again goes on where it was left, and notifies nobody
 * twice.
 */
export async function sendBroadcast({ broadcast }: { broadcast: string }, ctx: BatchCtx): Promise<void> {
  for (let isMore = true; isMore; ) isMore = await sendBatch(ctx, broadcast)
}

/** False once everybody has been notified. */
function sendBatch({ db, queue }: BatchCtx, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await lockBroadcast(transaction, id)
    if (!row) return false
    const userIds = await listNextUsers(transaction, row, batch)
    const notification = { message: 'admin.said', params: { text: row.title }, url: row.url } as const
    await notifyUsers({ db: transaction, queue }, userIds, notification)
    await markNotified(transaction, id, userIds.at(-1) ?? null)
    return userIds.length > 0
  })
}
