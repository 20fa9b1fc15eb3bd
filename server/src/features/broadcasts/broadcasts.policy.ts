import { groupAdminTexts } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import { findWholeGroup } from '#features/groups/groups.admin.db.ts'
import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'

/** Everybody, or the members of an existing group. */
export async function audience(
  ctx: Ctx,
  { body }: { body: { group?: string | null | undefined } },
): Promise<Authorised<{ groupId: string | null }> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const groupId = body.group ?? null
  if (groupId && !(await findWholeGroup(ctx.db, groupId))) return badInput('group', groupAdminTexts.noGroup)
  return authorise({ groupId })
}
