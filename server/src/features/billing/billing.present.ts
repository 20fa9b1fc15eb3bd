import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionRow } from './billing.db.ts'

/** A user who never had a subscription has neither status nor end. */
export function presentSubscription(row: SubscriptionRow | undefined): Subscription {
  return {
    subscriptionStatus: row?.status ?? null,
    benefitsEndDate: row?.benefits_end_at?.toISOString() ?? null,
  }
}
