import { type Allowed, allow } from '#http/allowed.ts'
import type { Ctx } from '#http/context.ts'
import { findSubscription, type SubscriptionRow } from './billing.db.ts'

/** Everybody reads their own; null where there is none. */
export async function ownSubscription({
  db,
  actor,
}: Ctx): Promise<Allowed<{ row: SubscriptionRow | undefined }>> {
  return allow({ row: await findSubscription(db, actor.userId) })
}
