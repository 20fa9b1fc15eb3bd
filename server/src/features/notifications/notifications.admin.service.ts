import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { type Done, hidden } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notifyUsers } from './notifications.service.ts'

export async function sendNotification(
  ctx: Ctx,
  user: Authorised<ListedUserRow>,
  { title, url }: { title: string; url: string },
): Promise<Done<null>> {
  await notifyUsers(ctx, [user.id], { message: 'admin.said', params: { text: title }, url })
  // Free text may name a person.
  const after = { title: hidden(title), url: hidden(url) }
  return { result: null, entry: { kind: 'user', id: user.id, before: null, after } }
}
