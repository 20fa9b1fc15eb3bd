import type { Page } from '@playwright/test'
import { setPremium } from './events.ts'
import { answered, expect, holdAnswers, refuseUntilRetried, someFrames, test } from './fixtures.ts'
import { quickFamily } from './people.ts'
import { isSound } from './sound.ts'

const checkoutCall = '/api/stripe/create-checkout-session'
const portalCall = '/api/stripe/create-stripe-portal-session'

const membership = (page: Page) => page.getByRole('region', { name: 'My Membership' })
const button = (page: Page, name: string) => membership(page).getByRole('button', { name, exact: true })
const badge = (page: Page) => membership(page).locator('.badge')

/** Formats as 'MM/dd/yyyy' in the viewer's time zone. */
const dateOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(date)

/** Returns the dates so many days after `then` and after now, as a pattern, since midnight may have passed. */
function daysSince(then: number, days = 0): string {
  return [then, Date.now()].map((at) => dateOf(new Date(at + days * 86_400_000))).join('|')
}

/** Collects the paths of the page's calls to make sessions at the provider and to read the subscription. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(stripe\/create|app\/subscription)/.test(pathname)) calls.push(pathname)
  })
  return calls
}

test('premium is subscribed to, cancelled and ended', {
  tag: [
    '@BILL-01',
    '@BILL-06',
    '@BILL-07',
    '@BILL-08',
    '@BILL-12',
    '@BILL-13',
    '@BILL-16',
    '@BILL-18',
    '@BILL-19',
    '@BILL-20',
    '@BILL-21',
    '@BILL-22',
    '@BILL-24',
    '@PROFILE-05',
    '@API-051',
    '@API-124',
  ],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const calls = watchCalls(page)
  await page.goto('/profile')
  await expect(badge(page)).toHaveText('Free Member')
  expect(calls).toEqual(['/api/app/subscription'])

  // A double click makes one call.
  await button(page, 'Do More With Premium').dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Premium membership' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('No real money')
  expect(calls.filter((path) => path === checkoutCall)).toHaveLength(1)
  await isSound(page)
  const before = Date.now()
  await page.getByRole('button', { name: 'Subscribe without paying' }).click()
  await expect(page).toHaveURL('/profile?stripe=1')
  const ends = daysSince(before, 30)
  await expect(membership(page).getByText('You are now a premium member!')).toBeInViewport()
  await expect(badge(page)).toHaveText('Active')

  await button(page, 'Manage Subscription').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your subscription' })).toBeVisible()
  expect(calls).toContain(portalCall)
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect(page.getByText('Benefits end')).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page).toHaveURL('/profile?portal=1')
  await expect(badge(page)).toHaveText(new RegExp(`^Active - Ends (${ends})$`))
  await expect(membership(page).getByText('You are now a premium member!')).toBeHidden()

  await button(page, 'Manage Subscription').click()
  const beforeEnd = Date.now()
  await page.getByRole('button', { name: 'End it now' }).click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(badge(page)).toHaveText(/^Ended /)
  await expect(badge(page)).toHaveText(new RegExp(`^Ended (${daysSince(beforeEnd)})$`))
  const checkouts = calls.filter((path) => path === checkoutCall).length
  await button(page, 'Subscribe').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Premium membership' })).toBeVisible()
  expect(calls.filter((path) => path === checkoutCall)).toHaveLength(checkouts + 1)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(button(page, 'Subscribe')).toBeEnabled()
})

const [past, future] = ['2025-03-07T17:00:00Z', '2099-03-07T17:00:00Z']
const free = ['Free Member', 'Ended 03/07/2025', 'Free Member']
const premium = ['Active', 'Active - Ends 03/07/2025', 'Active - Ends 03/07/2099']
const table: [status: string | null, badges: string[], button: string][] = [
  [null, free, 'Do More With Premium'],
  ['incomplete', free, 'Manage Subscription'],
  ['incomplete_expired', free, 'Manage Subscription'],
  ['trialing', premium, 'Manage Subscription'],
  ['active', premium, 'Manage Subscription'],
  ['past_due', free, 'Manage Subscription'],
  ['canceled', free, 'Subscribe'],
  ['unpaid', free, 'Manage Subscription'],
  ['paused', free, 'Re-start Subscription'],
]

for (const [at, end] of [null, past, future].entries()) {
  test(`every status has its badge and its button, with an end of ${end}`, {
    tag: [
      '@BILL-02',
      '@BILL-06',
      '@BILL-07',
      '@BILL-08',
      '@BILL-09',
      '@BILL-10',
      '@BILL-11',
      '@BILL-12',
      '@BILL-14',
      '@BILL-15',
      '@PROFILE-22',
      '@PROFILE-23',
      '@API-037',
      '@CONST-13',
    ],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    for (const [status, badges, label] of table) {
      await setPremium(anna, status, end)
      await page.goto('/profile')
      await expect(badge(page), `${status}`).toHaveText(badges[at] ?? '')
      await expect(membership(page).getByRole('button')).toHaveText([label])
      if (status === null || status === 'active') await isSound(page, { within: '.membership' })
    }
  })
}

test('a paused subscription leads to the portal that restarts it', { tag: ['@BILL-14', '@BILL-17'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const { page } = anna
  await setPremium(anna, 'paused')
  await page.goto('/profile')
  const call = answered(page, (request) => new URL(request.url()).pathname === portalCall)
  await button(page, 'Re-start Subscription').click()
  await call
  await expect(page.getByRole('heading', { level: 1, name: 'Your subscription' })).toBeVisible()
})

test('returning from the checkout grants nothing: the payment is awaited, and shown when it arrives', {
  tag: ['@BILL-18', '@BILL-19', '@BILL-20'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const { page } = anna
  const calls = watchCalls(page)
  await page.goto('/profile?stripe=1')
  await expect(membership(page).getByRole('status')).toHaveText('Your payment is still being confirmed')
  await expect(badge(page)).toHaveText('Free Member')
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  await setPremium(anna, 'trialing')
  await expect(membership(page).getByRole('status')).toHaveText('You are now a premium member!')
  await expect(badge(page)).toHaveText('Active')
})

for (const [status, path, label] of [
  [null, checkoutCall, 'Do More With Premium'],
  ['unpaid', portalCall, 'Manage Subscription'],
] as const) {
  test(`a failure is shown above '${label}', and another try works`, {
    tag: ['@BILL-26', '@BILL-27', '@BILL-28', '@BILL-29'],
  }, async ({ browser, expectErrors }) => {
    expectErrors(/status of 429/, /ERR_FAILED/)
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    if (status) await setPremium(anna, status)
    await page.goto('/profile')
    const alert = membership(page).getByRole('alert')
    const replies = [
      [429, { status: 429, error: 'Too often today.' }, 'Too often today.'],
      [200, { status: 200, data: { message: 'The till is closed.' } }, 'The till is closed.'],
    ] as const
    for (const [code, json, text] of replies) {
      await page.route(`**${path}`, (route) => route.fulfill({ status: code, json }))
      await button(page, label).click()
      await expect(alert).toHaveText(text)
      const places = await alert.or(button(page, label)).evaluateAll((all) =>
        all.map((each) => {
          const { top, bottom } = each.getBoundingClientRect()
          return { top, bottom }
        }),
      )
      expect(places).toHaveLength(2)
      expect(places[0]?.bottom).toBeLessThan(places[1]?.top ?? 0)
      await isSound(page, { within: '.membership' })
      await page.unroute(`**${path}`)
    }
    await page.route(`**${path}`, (route) => route.abort())
    await button(page, label).click()
    await expect(alert).toContainText('right now. Please try again in a moment.')
    await page.unroute(`**${path}`)
    await button(page, label).click()
    await expect(page).toHaveURL(/\/api\/stripe\/demo\//)
  })
}

test('a subscription that could not be loaded can be loaded again', {
  tag: ['@PROFILE-05', '@PROFILE-22'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/status of 429/)
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await refuseUntilRetried(page, '**/api/app/subscription')
  await page.goto('/profile')
  await expect(membership(page).getByText('We could not load this')).toBeVisible()
  await membership(page).getByRole('button', { name: 'Try again' }).click()
  await expect(badge(page)).toHaveText('Free Member')
})

test('what is below My Membership appears after it, and is not moved by the price', {
  tag: ['@PROFILE-05'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const subscription = await holdAnswers(page, '**/api/app/subscription')
  const helped = await holdAnswers(page, '**/api/app/helped-children')
  const invites = await holdAnswers(page, '**/api/app/guardian-invite')
  const price = await holdAnswers(page, '**/api/stripe/price')
  await page.goto('/profile')
  const below = page.getByRole('button', { name: 'Add days' })
  const place = () => below.evaluate((each) => each.getBoundingClientRect().top + window.scrollY)
  await subscription.asked
  await expect(page.getByRole('link', { name: 'Edit Mia' })).toBeVisible()
  for (const late of [helped, invites, subscription]) {
    await late.asked
    await someFrames(page)
    await expect(below).toBeHidden()
    late.release()
  }
  await price.asked
  await expect(below).toBeVisible()
  const before = await place()
  price.release()
  await expect(membership(page).getByText('$4.99 a month', { exact: true })).toBeVisible()
  expect(await place(), 'nothing moves').toBeCloseTo(before, 0)
})

test('a caregiver who subscribes from a draft sees the price first, and returns to the unchanged draft', {
  tag: ['@BILL-13', '@BILL-17', '@BILL-20', '@CREATE-06', '@CREATE-08'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const price = page.getByText('$4.99 a month', { exact: true })
  await page.goto('/profile')
  await expect(membership(page).getByText('$4.99 a month', { exact: true })).toBeVisible()

  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByLabel('Location 1').fill('The old oak')
  await expect(price).toBeVisible()
  await isSound(page)
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  await subscribe.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Premium membership' })).toBeVisible()
  await expect(page.getByText('$4.99 a month')).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/edit-playdate/new')
  await expect(page.getByLabel('Location 1')).toHaveValue('The old oak')

  await subscribe.click()
  await page.getByRole('button', { name: 'Subscribe without paying' }).click()
  await expect(page).toHaveURL('/edit-playdate/new?stripe=1')
  await expect(page.getByText('You are now a premium member!')).toBeInViewport()
  await expect(page.getByRole('radio', { name: /^Playdate/ })).toBeChecked()
  await expect(page.getByLabel('Location 1')).toHaveValue('The old oak')
  await expect(price).toHaveCount(0)
  await isSound(page)
  await page.getByRole('radio', { name: /^Event/ }).click()
  await expect(page.getByLabel('Description')).toBeVisible()
})

test('a draft shows no price if none is available, and shows why the checkout is refused', {
  tag: ['@BILL-13', '@BILL-26'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await page.route('**/api/stripe/price', (route) =>
    route.fulfill({ json: { status: 200, data: { price: null } } }),
  )
  const text = "We can't reach the payment page right now. Please try again in a moment."
  await page.route(`**${checkoutCall}*`, (route) =>
    route.fulfill({ json: { status: 200, data: { message: text } } }),
  )
  const read = answered(page, '**/api/stripe/price')
  await page.goto('/edit-playdate/new')
  await read
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true })
  await expect(subscribe).toBeVisible()
  await expect(page.getByText(/[$€]|a month/)).toHaveCount(0)
  await subscribe.click()
  await expect(page.getByRole('alert')).toHaveText(text)
  await expect(subscribe).toBeEnabled()
  await isSound(page)
})
