import type { Page } from '@playwright/test'
import { connect, quickPlaydate } from './events.ts'
import { answered, expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'
import { installWorker, stubPush } from './push-stub.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const path = '/api/app/notice-settings'
const mail = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
const quiet = (page: Page) => page.getByRole('switch', { name: 'Quiet hours' })
const hour = (page: Page, label: 'From' | 'To') => page.getByRole('combobox', { name: label })
const saved = (page: Page) =>
  answered(page, (request) => request.method() === 'POST' && request.url().endsWith(path))
const settings = async (person: Person) => (await callAs(person, 'GET', path)).body.data

test('the choice of mails is saved at once', { tag: ['@TIME-71'] }, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const { page } = priya
  await page.goto('/profile')
  await page.getByRole('link', { name: 'What and when' }).click()
  await expect(page).toHaveURL('/notification-settings')
  await expect(page.getByRole('heading', { level: 1, name: 'What and When' })).toBeVisible()
  await expect(mail(page, /^Soon/)).toBeChecked()
  await expect(page.getByText("Ten minutes later, if you haven't seen it")).toBeVisible()
  await expect(page.getByText('At 6 pm')).toBeVisible()
  await expect(
    page.getByText('Changes less than 24 hours before a playdate, and safety notices, always come.'),
  ).toBeVisible()
  await isSound(page)
  const first = saved(page)
  await page.getByText('Once a day').click()
  expect((await first).postDataJSON()).toEqual({ mail: 'daily', quietFrom: 21, quietTo: 7 })
  await page.reload()
  await expect(mail(page, /^Once a day/)).toBeChecked()
  const second = saved(page)
  await page.getByText('Off', { exact: true }).click()
  await second
  expect(await settings(priya)).toEqual({ mail: 'off', quietFrom: 21, quietTo: 7 })
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
})

test.describe('if the server fails', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\)/] })

  test('a choice that could not be saved is reset, and a toast says so', { tag: ['@TIME-71'] }, async ({
    browser,
  }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    const { page } = priya
    await page.goto('/notification-settings')
    await expect(mail(page, /^Soon/)).toBeChecked()
    const refuse = Promise.withResolvers<void>()
    await page.route(`**${path}`, async (route) => {
      await refuse.promise
      await route.fulfill({ status: 500, json: { status: 500, data: null, error: 'Something went wrong.' } })
    })
    await page.getByText('Off', { exact: true }).click()
    await expect(mail(page, 'Off')).toBeChecked()
    refuse.resolve()
    await expectToast(page, 'Something went wrong.')
    await expect(mail(page, /^Soon/)).toBeChecked()
    expect((await settings(priya)).mail).toBe('soon')
  })

  test('a choice that failed is not sent with the next one', { tag: ['@TIME-71'] }, async ({ browser }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    const { page } = priya
    await page.goto('/notification-settings')
    await expect(mail(page, /^Soon/)).toBeChecked()
    const refuse = Promise.withResolvers<void>()
    let failed = false
    await page.route(`**${path}`, async (route) => {
      if (failed || route.request().method() !== 'POST') return route.fallback()
      failed = true
      await refuse.promise
      await route.fulfill({ status: 500, json: { status: 500, data: null, error: 'Something went wrong.' } })
    })
    await page.getByText('Off', { exact: true }).click()
    await expect(mail(page, 'Off')).toBeChecked()
    await quiet(page).click()
    refuse.resolve()
    await expectToast(page, 'Something went wrong.')
    await expect.poll(() => settings(priya)).toEqual({ mail: 'soon', quietFrom: null, quietTo: null })
    await expect(mail(page, /^Soon/)).toBeChecked()
    await expect(quiet(page)).not.toBeChecked()
  })
})

test('a change keeps what another device has chosen meanwhile', { tag: ['@TIME-71'] }, async ({
  browser,
}) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const { page } = priya
  await page.goto('/notification-settings')
  await expect(mail(page, /^Soon/)).toBeChecked()
  const elsewhere = { mail: 'daily', quietFrom: 21, quietTo: 7 }
  expect((await callAs(priya, 'POST', path, elsewhere)).status).toBe(200)
  const off = saved(page)
  await quiet(page).click()
  await off
  expect(await settings(priya)).toEqual({ mail: 'daily', quietFrom: null, quietTo: null })
  await expect(mail(page, /^Once a day/)).toBeChecked()
})

test('quiet hours are two different whole hours, or none', { tag: ['@TIME-78'] }, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const { page } = priya
  await page.goto('/notification-settings')
  await expect(page.getByText('Nothing between 9 pm and 7 am. It comes at 7 am.')).toBeVisible()
  const from = saved(page)
  await hour(page, 'From').selectOption('10 pm')
  expect((await from).postDataJSON()).toMatchObject({ quietFrom: 22, quietTo: 7 })
  await expect(page.getByText('Nothing between 10 pm and 7 am. It comes at 7 am.')).toBeVisible()
  await hour(page, 'To').selectOption('10 pm')
  await expect(page.getByText('Choose two different hours')).toBeVisible()
  await expect(hour(page, 'To')).toHaveAttribute('aria-invalid', 'true')
  await isSound(page)
  const to = saved(page)
  await hour(page, 'To').selectOption('6 am')
  expect((await to).postDataJSON()).toMatchObject({ quietFrom: 22, quietTo: 6 })
  await expect(page.getByText('Choose two different hours')).toHaveCount(0)
  const off = saved(page)
  await quiet(page).click()
  await off
  expect(await settings(priya)).toMatchObject({ quietFrom: null, quietTo: null })
  await expect(hour(page, 'From')).toHaveCount(0)
  await page.reload()
  await expect(quiet(page)).not.toBeChecked()
  const on = saved(page)
  await quiet(page).click()
  await on
  await expect(hour(page, 'From')).toHaveValue('21')
  await expect(hour(page, 'To')).toHaveValue('7')
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('notifications can be turned on for this device', async ({ browser }) => {
    const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
    await stubPush(priya.context)
    const { page } = priya
    await page.goto('/notification-settings')
    await expect(page.getByText('This device gets no notifications yet.')).toBeVisible()
    await isSound(page)
    await installWorker(page)
    const subscribed = answered(page, /\/api\/app\/subscribe$/)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await subscribed
    await expect(page.getByText('This device gets no notifications yet.')).toHaveCount(0)
    await page.goto('/profile')
    await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked()
  })
})

test('a confirmed playdate says when the caregiver is reminded, and where to change it', {
  tag: ['@TIME-70'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  await connect(priya, amara)
  const time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(priya, { times: [time] })
  const { page } = amara
  const line = page.getByText("We'll remind you a day and 2 hours before.")
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
  await expect(line).toHaveCount(0)
  const accepted = { id, acceptedLocation: 'Riverside Park', acceptedTime: time, version: 1 }
  expect((await callAs(amara, 'POST', '/api/app/accept-playdate', accepted)).status).toBe(200)
  await page.reload()
  await expect(line).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await expect(page).toHaveURL('/notification-settings')
  expect((await callAs(priya, 'POST', '/api/app/cancel-playdate', { id })).status).toBe(200)
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
  await expect(line).toHaveCount(0)
})
