import { m } from '@tagalong/contract/messages.ts'
import type { ChildHoursRow } from '#features/children/children.db.ts'
import { childrenToSchedule } from '#features/children/children.policy.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'

/** Loads children as for slots, own ones and those of others, so that nobody's hours can be asked about alone. */
export async function childrenToMeet(
  ctx: CaregiverCtx,
  { body }: { body: { ownChildren: string[]; otherChildren: string[] } },
): Promise<Authorised<ChildHoursRow[]> | Refusal> {
  const { ownChildren, otherChildren } = body
  const rows = await childrenToSchedule(ctx, { body: { children: [...ownChildren, ...otherChildren] } })
  if (rows instanceof Refusal) return rows
  const isOwn = (id: string) => rows.some((row) => row.id === id && row.is_own)
  if (!ownChildren.every(isOwn)) return badInput('ownChildren', m.prompt_playdate_not_yours)
  if (otherChildren.some(isOwn)) return badInput('otherChildren', m.prompt_playdate_recipient)
  return rows
}
