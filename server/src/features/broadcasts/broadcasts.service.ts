import { v7 as newId } from 'uuid'
import type { Allowed } from '#http/allowed.ts'
import { type Done, hidden } from '#http/audit.ts'
import type { Ctx } from '#http/context.ts'
import { insertBroadcast } from './broadcasts.db.ts'
import { sendBroadcast } from './broadcasts.jobs.ts'

/** Leaves in batches after the commit. */
export async function broadcastNotification(
  ctx: Ctx,
  { groupId }: Allowed<{ groupId: string | null }>,
  { title, url }: { title: string; url: string },
): Promise<Done<null>> {
  const id = newId()
  await insertBroadcast(ctx.db, { id, title, url, groupId })
  await ctx.queue.enqueue(ctx.db, sendBroadcast, { broadcast: id })
  // What is typed freely may name somebody.
  const after = { title: hidden(title), url: hidden(url), group: groupId }
  return { result: null, deed: { kind: 'broadcast', id, before: null, after } }
}
