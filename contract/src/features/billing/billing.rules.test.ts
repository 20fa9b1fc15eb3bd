import { describe, expect, test } from 'vitest'
import {
  isSubscribed,
  membershipBadge,
  membershipButton,
  priceText,
  type SubscriptionStatus,
  subscriptionStatuses,
} from './billing.rules.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const past = '2025-03-07T12:00:00.000Z'
const future = '2027-03-07T12:00:00.000Z'
const notSubscribed = ['Free Member', 'Ended 03/07/2025', 'Free Member']
const subscribed = ['Active', 'Active - Ends 03/07/2025', 'Active - Ends 03/07/2027']
const manage = ['Manage Subscription', 'portal']

/** Status; the badge with no end, a past end and a future end; the button and what it opens. */
const table: [SubscriptionStatus | null, badges: string[], button: string[]][] = [
  [null, notSubscribed, ['Do More With Premium', 'checkout']],
  ['incomplete', notSubscribed, manage],
  ['incomplete_expired', notSubscribed, manage],
  ['trialing', subscribed, manage],
  ['active', subscribed, manage],
  ['past_due', notSubscribed, manage],
  ['canceled', notSubscribed, ['Subscribe', 'checkout']],
  ['unpaid', notSubscribed, manage],
  ['paused', notSubscribed, ['Re-start Subscription', 'portal']],
]

describe('the membership in words', () => {
  test('the table has every status', { tags: ['BILL-02'] }, () => {
    expect(table.map(([status]) => status)).toEqual([null, ...subscriptionStatuses])
  })

  test.each(table)(
    'the badge of %s',
    { tags: ['BILL-06', 'BILL-07', 'BILL-08', 'BILL-09', 'BILL-10'] },
    (status, badges) => {
      const badge = (benefitsEndDate: string | null) =>
        membershipBadge({ subscriptionStatus: status, benefitsEndDate }, now, 'America/New_York')
      expect([null, past, future].map(badge)).toEqual(badges)
    },
  )

  test.each(table)(
    'the button of %s',
    { tags: ['BILL-11', 'BILL-12', 'BILL-14', 'BILL-15', 'BILL-17'] },
    (status, _badges, button) => {
      const { label, opens } = membershipButton(status)
      expect([label, opens]).toEqual(button)
    },
  )

  test('trialing and active count as subscribed, and nothing else', {
    tags: ['BILL-03', 'BILL-04', 'BILL-05'],
  }, () => {
    const counted = [null, ...subscriptionStatuses].filter(isSubscribed)
    expect(counted).toEqual(['trialing', 'active'])
  })

  test('benefits are over from the very moment they end', { tags: ['BILL-10'] }, () => {
    const badge = (end: number) =>
      membershipBadge(
        { subscriptionStatus: 'canceled', benefitsEndDate: new Date(end).toISOString() },
        now,
        'America/New_York',
      )
    expect([now - 1, now, now + 1].map(badge)).toEqual([
      'Ended 11/20/2026',
      'Ended 11/20/2026',
      'Free Member',
    ])
  })

  test("the date is on the viewer's calendar", { tags: ['BILL-10'] }, () => {
    const lateEvening = {
      subscriptionStatus: 'canceled',
      benefitsEndDate: '2025-03-08T02:00:00.000Z',
    } as const
    expect(membershipBadge(lateEvening, now, 'America/New_York')).toBe('Ended 03/07/2025')
    expect(membershipBadge(lateEvening, now, 'Europe/Berlin')).toBe('Ended 03/08/2025')
  })
})

test.each([
  [4.99, 'usd', 'month', 1, '$4.99 a month'],
  [30, 'eur', 'month', 3, '€30 every 3 months'],
  [49.5, 'usd', 'year', 1, '$49.50 a year'],
  [500, 'jpy', 'week', 1, '¥500 a week'],
  [5.12, 'kwd', 'year', 2, 'KWD\u00a05.120 every 2 years'],
] as const)(
  '%d %s per %s (%d) reads %j',
  { tags: ['BILL-01'] },
  (amount, currency, interval, count, text) => {
    expect(priceText({ amount, currency, interval, count })).toBe(text)
  },
)
