import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import type { Db } from '#db/db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { findSubscription, findSubscriptionOfCaregiver, type SubscriptionRow } from './billing.db.ts'

/** The caller's own subscription; undefined if there is none. */
export async function ownSubscription({
  db,
  actor,
}: Ctx): Promise<Authorised<{ row: SubscriptionRow | undefined }>> {
  return authorise({ row: await findSubscription(db, actor.userId) })
}

/**
 * True if the caregiver may plan events: the subscription is trialing or active, and the end of its benefits, if set,
 * is still to come.
 */
export async function isEntitled(db: Db, caregiverId: string, now: Date): Promise<boolean> {
  const found = await findSubscriptionOfCaregiver(db, caregiverId)
  if (!found || !isSubscribed(found.status)) return false
  return found.benefits_end_at === null || found.benefits_end_at > now
}
