import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hold, password, quickFamily, visitor } from './people.ts'

/** Keeps the app's scripts back until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('AUTH-08 what is typed before any script is there stays, and sending it then signs in', async ({
  browser,
}) => {
  const person = await quickFamily(browser, 'Ines', { child: 'Max' })
  await hold(person.context, null)
  const { page } = person
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await form.evaluate((element) => element.setAttribute('data-same', 'yes'))
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Password/).press('Enter')
  await expect(page.getByLabel(/^Password/)).toHaveValue(password)
  await expect(page).toHaveURL('/login')
  await expect(form).toHaveAttribute('data-same', 'yes')
  release()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('AUTH-57 what is typed on a page that is drawn ahead is there to be corrected, in the same fields', async ({
  browser,
}) => {
  const { page } = await visitor(browser, 'Nora', { child: 'Max' })
  const release = await holdScripts(page)
  await page.goto('/register?invite=abc', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('nora@example')
  await page.getByLabel(/terms of service/).check()
  await page.locator('form').evaluate((element) => element.setAttribute('data-same', 'yes'))
  release()
  // What hangs on the rest of the address comes with the app.
  await expect(page.getByText('A friend has invited you.')).toBeVisible()
  await expect(page.locator('form')).toHaveAttribute('data-same', 'yes')
  await expect(page.getByLabel('Email')).toHaveValue('nora@example')
  await expect(page.getByLabel(/terms of service/)).toBeChecked()
  await page.getByLabel('Email').pressSequentially('.org')
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.org')
})

test('the frame and the dashboard stand before any script, dark where that is wanted; visitors see none of it', async ({
  browser,
}) => {
  const { page, context } = await quickFamily(browser, 'Ida', { child: 'Ben' })
  await page.emulateMedia({ colorScheme: 'dark' })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(canvas).toBe('rgb(23, 22, 46)')
  await page
    .getByRole('heading', { name: 'I WANT TO' })
    .evaluate((element) => element.setAttribute('data-same', 'yes'))
  release()
  await expect(page.getByText('Hi Ida')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toHaveAttribute('data-same', 'yes')

  await hold(context, null)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const releaseAgain = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.shell')).toBeAttached()
  await expect(page.locator('.shell')).toBeHidden()
  releaseAgain()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
