import type { ChildRow } from '#features/children/children.db.ts'
import { ownChildToChange } from '#features/children/children.policy.ts'
import { lockAsksAround } from '#features/playdates/asks/asks.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'

/** As to change it, after the orders that it stands in: its name leaves them, too. */
export async function ownChildToErase(
  ctx: CaregiverCtx,
  input: { params: { id: string } },
): Promise<Authorised<ChildRow> | Refusal> {
  await lockAsksAround(ctx.db, ctx.actor.caregiverId)
  return ownChildToChange(ctx, input)
}
