import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { anyUser } from '#features/users/users.policy.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { isOfOneChild } from './second-step.db.ts'

/** Nobody takes the second step from another grown-up of a child of theirs. */
export async function userOfOthers(
  ctx: Ctx,
  input: { params: { id: string } },
): Promise<Authorised<ListedUserRow> | Refusal> {
  const user = await anyUser(ctx, input)
  if (user instanceof Refusal) return user
  return (await isOfOneChild(ctx.db, ctx.actor.caregiverId, user.id)) ? notFound : user
}
