import type { Page } from '@playwright/test'
import { expect, holdAnswers, test } from './fixtures.ts'
import { callAs, password, quickFamily, quickRequest } from './people.ts'
import { isSound } from './sound.ts'

// Caused by the wrong password, and afterwards by everything that still uses the old session, including a socket.
test.use({ expectedErrors: [/40[019]|WebSocket connection .* HTTP Authentication failed/] })

test('deleting an account needs the password, signs out, and hides the family from others at once', {
  tag: ['@API-087', '@AUTH-36', '@SAFE-80'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Arva', { child: 'Ottokar' })
  const ben = await quickFamily(browser, 'Bero', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  await ben.page.goto(`/view-playdate-information/${id}`)
  await expect(ben.page.getByText('Ottokar E')).toBeVisible()

  const { page } = anna
  await page.goto('/edit-profile')
  await page.getByRole('main').getByRole('link', { name: 'Delete Account' }).click()
  await expect(page).toHaveURL('/your-data')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = dialog.getByRole('button', { name: 'Delete Account' })
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Password').fill('not this one')
  await remove.click()
  await expect(dialog.getByText('That is not your password. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  expect((await callAs(anna, 'GET', '/api/auth/whoami')).status).toBe(200)

  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  const goodbye = page.getByRole('heading', { name: 'Goodbye, and thank you' })
  await expect(goodbye).toBeVisible()
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page.getByText('Families with whom you still had plans are told.')).toBeVisible()
  await isSound(page)
  await page.reload()
  await expect(goodbye).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key === 'token'))).toEqual([])

  // Without a reload: the request is cancelled, and nothing shows whose it was.
  await expect(ben.page.getByText('Ottokar E')).toBeHidden()
  await expect(ben.page.getByText('Arva')).toHaveCount(0)
  // Only the tab of the deletion shows it.
  const other = await anna.context.newPage()
  await other.goto('/goodbye')
  await expect(other).toHaveURL('/login')
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(anna.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a deletion whose reply is lost ends with the farewell, and deletes all drafts', {
  tag: ['@AUTH-36'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/net::ERR_FAILED/)
  const { page } = await quickFamily(browser, 'Arlo', { child: 'Mia' })
  await page.goto('/edit-profile')
  await page.getByLabel('Zip Code').fill('10001')
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:.*:/.test(key)))
  expect(await drafts()).not.toEqual([])
  // A response read before the deletion but delivered after it must not count as proof of a session.
  const [read, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/app/notifications', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await lost.promise
    await route.fulfill({ response })
  })
  await page.route('**/api/app/user', async (route) => {
    await route.fetch()
    await route.abort()
    lost.resolve()
  })
  await page.goto('/your-data')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await read.promise
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Goodbye, and thank you' })).toBeVisible()
  expect(await drafts()).toEqual([])
})

for (const [way, leave] of [
  ['‘Keep it’', (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()],
  ['going back', (page: Page) => page.goBack()],
] as const) {
  test(`a deletion that is under way ends with the farewell, also after ${way}`, {
    tag: ['@AUTH-36'],
  }, async ({ browser }) => {
    const { page } = await quickFamily(browser, 'Arno', { child: 'Mia' })
    const held = await holdAnswers(page, '**/api/app/user')
    await page.goto('/your-data')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await held.asked
    await leave(page)
    held.release()
    await expect(page.getByRole('heading', { name: 'Goodbye, and thank you' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
}
