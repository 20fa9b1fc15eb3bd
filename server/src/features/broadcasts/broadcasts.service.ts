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

/** So many users at a time, so that no transaction is open for long, however many there are. */
const batch = 500

/** Leaves in batches after the commit. */
export async function broadcastNotification(
  ctx: Ctx,
  { groupId }: Authorised<{ groupId: string | null }>,
  { title, url }: { title: string; url: string },
): Promise<Done<null>> {
  const id = newId()
  await insertBroadcast(ctx.db, { id, title, url, groupId })
  await ctx.queue.enqueue(ctx.db, sendBroadcastKind, { broadcast: id })
  // What is typed freely may name somebody.
  const after = { title: hidden(title), url: hidden(url), group: groupId }
  return { result: null, entry: { kind: 'broadcast', id, before: null, after } }
}

type BatchCtx = Pick<JobCtx, 'db' | 'queue'>

/**
 * Each batch and how far it came are one transaction: whoever begins again begins where it was left, and notifies
 * nobody twice.
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
