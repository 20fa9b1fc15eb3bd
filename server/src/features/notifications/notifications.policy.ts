import { noSuchUser } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { anyUser } from '#features/users/users.policy.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { badInput, notFound, type Refusal } from '#http/refusal.ts'

/** Whoever is to be notified; that a user is gone is said at the field. */
export async function userToNotify(
  ctx: Ctx,
  { body }: { body: { user: string } },
): Promise<Authorised<ListedUserRow> | Refusal> {
  const user = await anyUser(ctx, { params: { id: body.user } })
  return user === notFound ? badInput('user', noSuchUser) : user
}
