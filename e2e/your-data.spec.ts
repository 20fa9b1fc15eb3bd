import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { currentVersion, newestVersion, papers } from '@tagalong/contract/features/papers/papers.rules.ts'
import { spans } from '@tagalong/contract/features/retention/retention.rules.ts'
import { calendarDate } from '@tagalong/contract/values/date-format.ts'
import { unzip } from '../server/test/unzip.ts'
import { confirmedLongAgo } from './database.ts'
import { expect, holdAnswers, test } from './fixtures.ts'
import { tabTo } from './keys.ts'
import { password, quickFamily, quickUser } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const calls = '**/api/app/my-data'
const button = (page: Page) => page.getByRole('button', { name: 'Download my data' })

async function open(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
}

test('a copy of the user’s data is downloaded once they have confirmed who they are', {
  tag: ['@SAFE-71', '@SAFE-77', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409.*my-data/)
  const { page, email } = await quickFamily(browser, 'Dora', { child: 'Mia' })
  await open(page)
  await isSound(page)
  await confirmedLongAgo(email)
  await button(page).click()
  const dialog = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  await dialog.getByLabel('Your Password').fill(password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: "It's me" }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('tagalong-data.zip')
  await expectToast(page, 'Your data is downloaded')
  const files = unzip(await readFile(await file.path()))
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject({ email })
  expect(JSON.parse(String(files.get('children.json')))).toMatchObject([{ firstName: 'Mia' }])
})

test('the page says that the copy is being packed, or why it failed', {
  tag: ['@SAFE-77', '@SAFE-80'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/429.*my-data/, /Failed to load resource|WebSocket connection/)
  const { page, context } = await quickFamily(browser, 'Dino', { child: 'Mia' })
  await open(page)
  await context.setOffline(true)
  await button(page).click()
  await expect(page.getByText('You are offline. Please try again when you are back.')).toBeVisible()
  await isSound(page)
  await context.setOffline(false)

  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/my-data')) asked += 1
  })
  const held = await holdAnswers(page, calls)
  await button(page).dblclick()
  await expect(page.getByText("We're packing it...")).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await isSound(page)
  const download = page.waitForEvent('download')
  held.release()
  await download
  await expect(page.getByText("We're packing it...")).toHaveCount(0)
  expect(asked).toBe(1)

  for (let left = 2; left > 0; left -= 1) {
    const next = page.waitForEvent('download')
    await button(page).click()
    await next
  }
  await button(page).click()
  await expect(
    page.getByText('That was a little too often. Please wait a while and try again.'),
  ).toBeVisible()
})

test('the retention times are those of the table that data is deleted by, with a link to all of it', {
  tag: ['@SAFE-73'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Desi', { child: 'Mia' })
  await page.goto('/your-data')
  const section = page.getByRole('region', { name: 'How long we keep things' })
  await expect(section.getByRole('definition')).toHaveText(Object.values(spans).map(({ words }) => words()))
  await section.getByRole('link', { name: 'See everything' }).click()
  await expect(page).toHaveURL('/privacy#kept')
  await expect(page.getByRole('heading', { name: 'How long we keep things' })).toBeInViewport()
})

test('what a user agreed to when registering is listed with the version of each paper', {
  tag: ['@SAFE-90'],
}, async ({ browser }) => {
  const { page } = await quickUser(browser, 'Dunja', { child: 'Max' })
  await page.goto('/your-data')
  const section = page.getByRole('region', { name: 'What you agreed to' })
  await expect(section.getByRole('term')).toHaveText(['Terms of Service', 'Privacy Policy'])
  const today = new Date().toISOString().slice(0, 10)
  await expect(section.getByRole('definition')).toHaveText(
    papers.map((paper) => calendarDate(currentVersion(paper, today))),
  )
  for (const [at, name] of ['Terms of Service', 'Privacy Policy'].entries()) {
    await page.goto('/your-data')
    await section.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const newest = calendarDate(newestVersion(papers[at] ?? 'terms'))
    await expect(page.getByText(/^Version of /)).toHaveText(`Version of ${newest}`)
  }
})

test('a user without a profile can download their data, too', { tag: ['@SAFE-77'] }, async ({ browser }) => {
  const { page } = await quickUser(browser, 'Dirk', { child: 'Max' })
  await page.goto('/your-data')
  // Only now does the browser learn that there is no profile, and drops the page prerendered for users who have one.
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page).click()
  expect(unzip(await readFile(await (await download).path())).size).toBe(5)
})

test('the download works by keyboard, and the focus stays on its button', { tag: ['@SAFE-80'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Dana', { child: 'Mia' })
  await page.goto('/your-data')
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  await tabTo(page, button(page))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
  await expect(button(page)).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Delete Account' }))
})
