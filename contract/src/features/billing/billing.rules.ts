import { m } from '../../messages.ts'
import { shortDate } from '../../values/date-format.ts'
import { currentLanguage } from '../../values/language.ts'

/** Stripe's subscription statuses. */
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

/** True if the status is a premium membership. `status` is null if there is no subscription. */
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
  const money = new Intl.NumberFormat(`${currentLanguage()}-US`, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
  return count === 1 ? m.value_price({ money, interval }) : m.value_price_every({ money, interval, count })
}

/**
 * Describes the membership in words.
 * @param now milliseconds since 1970
 * @param zone the time zone of the date shown
 */
export function membershipBadge(
  subscription: { subscriptionStatus: SubscriptionStatus | null; benefitsEndDate: string | null },
  now: number,
  zone: string,
): string {
  const { subscriptionStatus, benefitsEndDate: end } = subscription
  const date = end && shortDate(end, zone)
  if (isSubscribed(subscriptionStatus))
    return date ? m.value_membership_active_until({ date }) : m.value_membership_active()
  return date && Date.parse(end) <= now ? m.value_membership_ended({ date }) : m.value_membership_free()
}

/** Returns the label of the membership's button, and what it opens. */
export function membershipButton(status: SubscriptionStatus | null): {
  label: string
  opens: 'checkout' | 'portal'
} {
  switch (status) {
    case null:
      return { label: m.value_membership_do_more(), opens: 'checkout' }
    case 'canceled':
      return { label: m.common_subscribe(), opens: 'checkout' }
    case 'paused':
      return { label: m.value_membership_restart(), opens: 'portal' }
    default:
      return { label: m.value_membership_manage(), opens: 'portal' }
  }
}
