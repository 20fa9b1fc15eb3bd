import { shortDate } from '../../values/date-format.ts'

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

export const priceIntervals = ['day', 'week', 'month', 'year'] as const

/** The exact texts of the premium membership. */
export const billingTexts = {
  confirmed: 'You are now a premium member!',
  confirming: 'Your payment is still being confirmed',
  unavailable: "We can't reach the payment page right now. Please try again in a moment.",
  alreadySubscribed: 'There is a subscription already. Please reload this page to manage it.',
  unsigned: 'This message does not bear the signature of our payment provider.',
  notSold: "Memberships can't be bought here yet.",
  nothingToManage: 'There is no subscription to manage yet. Please reload this page.',
} as const

/** Whether that status is a premium membership; null where there is no subscription. */
export function isSubscribed(status: SubscriptionStatus | null): boolean {
  return status === 'trialing' || status === 'active'
}

/** '$4.99 a month', '€30 every 3 months'. */
export function priceText({
  amount,
  currency,
  interval,
  count,
}: {
  amount: number
  currency: string
  interval: (typeof priceIntervals)[number]
  count: number
}): string {
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
  return `${money} ${count === 1 ? `a ${interval}` : `every ${count} ${interval}s`}`
}

/**
 * The membership in words.
 * @param now milliseconds since 1970
 * @param zone in which the date is shown
 */
export function membershipBadge(
  subscription: { subscriptionStatus: SubscriptionStatus | null; benefitsEndDate: string | null },
  now: number,
  zone: string,
): string {
  const { subscriptionStatus, benefitsEndDate: end } = subscription
  const date = end && shortDate(end, zone)
  if (isSubscribed(subscriptionStatus)) return date ? `Active - Ends ${date}` : 'Active'
  return end && Date.parse(end) <= now ? `Ended ${date}` : 'Free Member'
}

/** What the one button of the membership says, and where it leads. */
export function membershipButton(status: SubscriptionStatus | null): {
  label: string
  opens: 'checkout' | 'portal'
} {
  switch (status) {
    case null:
      return { label: 'Do More With Premium', opens: 'checkout' }
    case 'canceled':
      return { label: 'Subscribe', opens: 'checkout' }
    case 'paused':
      return { label: 'Re-start Subscription', opens: 'portal' }
    default:
      return { label: 'Manage Subscription', opens: 'portal' }
  }
}
