import { administrator, setAdmin } from './administrators.ts'
import { answered, expect, holdAnswers, test } from './fixtures.ts'
import { password, quickFamily, register, storeToken, visitor } from './people.ts'

const scripts = '**/assets/*.js'

/** True if React has hydrated the element, for pages where nothing else shows it. */
function isReacts(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__react'))
}

test('what is typed before any script has loaded stays, and sending it then signs in', {
  tag: ['@AUTH-08'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Ines', { child: 'Max' })
  await storeToken(person.context, null)
  const { page } = person
  const held = await holdAnswers(page, scripts)
  await page.goto('/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await form.evaluate((element) => element.setAttribute('data-same', 'yes'))
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Password/).press('Enter')
  await expect(page.getByLabel(/^Password/)).toHaveValue(password)
  await expect(page).toHaveURL('/login')
  await expect(form).toHaveAttribute('data-same', 'yes')
  held.release()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a page whose script failed to load works once it has loaded', {
  tag: ['@AUTH-08'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/net::ERR_FAILED/)
  const person = await quickFamily(browser, 'Inka', { child: 'Max' })
  await storeToken(person.context, null)
  const { page } = person
  // However often it is asked for, it is lost until the page looks whether the server is back.
  let [lost, isBack] = [0, false]
  await page.route('**/api/public/echo', async (route) => {
    isBack = true
    await route.continue()
  })
  await page.route('**/assets/soon-*.js', async (route) => {
    if (isBack) return route.continue()
    lost += 1
    await route.abort()
  })
  await page.goto('/login')
  // The page may reload itself in between, which ends a reading.
  await expect(async () => expect(await page.locator('form').evaluate(isReacts)).toBe(true)).toPass({
    timeout: 10_000,
  })
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  expect(lost).toBeGreaterThan(0)
})

test('what is typed on a prerendered page stays in the same fields, which don’t move', {
  tag: ['@AUTH-57'],
}, async ({ browser, expectErrors }) => {
  // A link that belongs to nobody.
  expectErrors(/404 .*public\/invite/)
  const { page } = await visitor(browser, 'Nora', { child: 'Max' })
  const held = await holdAnswers(page, scripts)
  await page.goto('/register?invite=abc', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('nora@example')
  const terms = page.getByLabel(/terms of service/)
  await terms.check()
  const place = await terms.boundingBox()
  await page.locator('form').evaluate((element) => element.setAttribute('data-same', 'yes'))
  held.release()
  // The part that depends on the rest of the address appears with the app.
  await expect(page.getByRole('status').getByText('You have been invited.')).toBeVisible()
  // A control that moves under a press would be missed.
  expect(await terms.boundingBox()).toEqual(place)
  await expect(page.locator('form')).toHaveAttribute('data-same', 'yes')
  await expect(page.getByLabel('Email')).toHaveValue('nora@example')
  await expect(page.getByLabel(/terms of service/)).toBeChecked()
  await page.getByLabel('Email').pressSequentially('.org')
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.org')
})

test('a button pressed before any script has loaded does its work once it has', async ({ browser }) => {
  const { page } = await visitor(browser, 'Ella', { child: 'Max' })
  const held = await holdAnswers(page, scripts)
  await page.goto('/register', { waitUntil: 'commit' })
  const field = page.getByLabel(/^Password/)
  await field.fill(password)
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(field).toHaveAttribute('type', 'password')
  held.release()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue(password)
})

test('before any script has loaded, frame and dashboard are visible, in dark colours; visitors see neither', async ({
  browser,
}) => {
  const { page, context } = await quickFamily(browser, 'Ida', { child: 'Ben' })
  await page.emulateMedia({ colorScheme: 'dark' })
  const held = await holdAnswers(page, scripts)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(canvas).toBe('rgb(23, 22, 46)')
  await page
    .getByRole('heading', { name: 'I WANT TO' })
    .evaluate((element) => element.setAttribute('data-same', 'yes'))
  held.release()
  await expect(page.getByText('Hi Ida')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toHaveAttribute('data-same', 'yes')

  await storeToken(context, null)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const heldAgain = await holdAnswers(page, scripts)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.shell')).toBeAttached()
  await expect(page.locator('.shell')).toBeHidden()
  heldAgain.release()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('the administrators’ page contains none of their screens, and shows none before the user is known', {
  tag: ['@ADMIN-02'],
}, async ({ browser }) => {
  const admin = await administrator(browser, 'Olga')
  const { page } = admin
  const isListed = answered(page, '**/api/admin/group?**')
  const answer = await page.goto('/admin/groups')
  expect(await answer?.text()).toContain('<div id="root"></div>')
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await isListed

  // Its other calls would be refused.
  await page.goto('about:blank')
  await setAdmin(admin, false)
  const whoami = await holdAnswers(page, '**/api/auth/whoami')
  await page.goto('/admin/groups', { waitUntil: 'commit' })
  // The app is running already.
  await whoami.asked
  await expect(page.locator('.admin')).toHaveCount(0)
  whoami.release()
  await expect(page).toHaveURL('/forbidden')
})

test('a caregiver’s heading is visible above a skeleton before any script has loaded, and is kept', async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Enno', { child: 'Ben' })
  const held = await holdAnswers(page, scripts)
  await page.goto('/profile', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, name: 'My Profile' })
  await expect(heading).toBeVisible()
  await expect(page.locator('main .skeletons .card')).toHaveCount(3)
  await heading.evaluate((element) => element.setAttribute('data-same', 'yes'))
  held.release()
  await expect(page.getByRole('heading', { name: 'My Details' })).toBeVisible()
  await expect(page.locator('main .skeletons')).toHaveCount(0)
  await expect(heading).toHaveAttribute('data-same', 'yes')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the terms and the privacy policy can be read to their end', {
    tag: ['@AUTH-21'],
  }, async ({ page }) => {
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'When things end' })).toBeVisible()
    await expect(page.getByText('switch on JavaScript')).toHaveCount(0)
    await page.getByRole('link', { name: 'privacy policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
  })
})

test('before any script has loaded, visitors can read the terms; caregivers see them only in their own frame', async ({
  browser,
}) => {
  const { page, context } = await quickFamily(browser, 'Elif', { child: 'Ben' })
  const text = page.locator('h2', { hasText: 'When things end' })
  const held = await holdAnswers(page, scripts)
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(text).toBeAttached()
  await expect(text).toBeHidden()
  held.release()
  await expect(text).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await storeToken(context, null)
  const heldAgain = await holdAnswers(page, scripts)
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(text).toBeVisible()
  await text.evaluate((element) => element.setAttribute('data-same', 'yes'))
  heldAgain.release()
  await expect.poll(() => text.evaluate(isReacts)).toBe(true)
  await expect(text).toHaveAttribute('data-same', 'yes')
})

test('a user known to have no profile sees no caregiver’s screen on the way to the onboarding', async ({
  browser,
}) => {
  const person = await visitor(browser, 'Juna', { child: 'Max' })
  const { page } = person
  await register(person)
  // Stored by the browser once whoami has been answered.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('no-profile'))).toBe('yes')
  const whoami = await holdAnswers(page, '**/api/auth/whoami')
  await page.goto('/profile', { waitUntil: 'commit' })
  // The app is running already.
  await whoami.asked
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  whoami.release()
  await expect(page).toHaveURL('/onboarding')
})
