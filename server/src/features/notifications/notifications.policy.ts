import { noSuchUser } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { anyUser } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, notFound, type Refusal } from '#http/refusal.ts'
import { isNotificationOf } from './notifications.db.ts'

/** The caller, who may name only a notification of their own. */
export async function reader(
  { db, actor }: Ctx,
  { body: { upTo } }: { body: { upTo?: string | undefined } },
): Promise<Authorised<Actor> | Refusal> {
  if (upTo !== undefined && !(await isNotificationOf(db, actor.userId, upTo))) return notFound
  return authorise(actor)
}

/** Loads the user to notify; a missing user is refused at the field. */
export async function userToNotify(
  ctx: Ctx,
  { body }: { body: { user: string } },
): Promise<Authorised<ListedUserRow> | Refusal> {
  const user = await anyUser(ctx, { params: { id: body.user } })
  return user === notFound ? badInput('user', noSuchUser) : user
}
