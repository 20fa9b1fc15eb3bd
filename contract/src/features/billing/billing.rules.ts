/** What the payment provider can say of a subscription. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Whether that status is a premium membership; null where there is no subscription. */
export function isSubscribed(status: SubscriptionStatus | null): boolean {
  return status === 'trialing' || status === 'active'
}
