import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { quickFamily } from './people.ts'

/** Tells the page what iOS does, as headless browsers have no on-screen keyboard. The page keeps its height. */
async function showKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((taken) => {
    const left = innerHeight - taken
    Object.defineProperty(visualViewport, 'height', { value: left, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, height)
}

const bottomOf = async (page: Page, name: string) => {
  const box = await page.getByRole('dialog').getByRole('button', { name, exact: true }).boundingBox()
  return box ? box.y + box.height : Number.NaN
}

test('the button that saves a sheet stays above the on-screen keyboard', async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add days' }).click()
  await expect.poll(() => bottomOf(page, 'Save')).toBeGreaterThan(700)
  await showKeyboard(page, 336)
  await expect.poll(() => bottomOf(page, 'Save')).toBeLessThanOrEqual(844 - 336)
  await showKeyboard(page, 0)
  await expect.poll(() => bottomOf(page, 'Save')).toBeGreaterThan(700)
})

test('a confirmation dialog stays above the on-screen keyboard', async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await page.goto('/calendar-settings')
  await page.getByRole('button', { name: 'Make My Link' }).click()
  await page.getByRole('button', { name: 'Make a New Link' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await showKeyboard(page, 500)
  const isAbove = async () => {
    const box = await question.boundingBox()
    return box && box.y >= 0 && box.y + box.height <= 844 - 500
  }
  await expect.poll(isAbove).toBe(true)
})

test('no link or button lies under the notch or the home bar', async ({ browser }) => {
  const { page, context } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const devtools = await context.newCDPSession(page)
  const insets = { top: 59, bottom: 34, left: 0, right: 0 }
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const placeOf = async (target: Locator) => {
    const box = await target.boundingBox()
    return box ? { top: box.y, bottom: box.y + box.height } : { top: Number.NaN, bottom: Number.NaN }
  }
  await page.goto('/profile')
  const bar = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
  await expect.poll(async () => (await placeOf(bar)).bottom).toBeLessThanOrEqual(844 - 34)
  for (const link of await page.locator('.shell').getByRole('link').all())
    expect((await placeOf(link)).top).toBeGreaterThanOrEqual(59)
  await page.getByRole('button', { name: 'Add days' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(async () => (await placeOf(dialog)).top).toBeGreaterThanOrEqual(59)
  const save = dialog.getByRole('button', { name: 'Save' })
  // The dialog slides in from below.
  await expect.poll(async () => (await placeOf(save)).bottom).toBeLessThanOrEqual(844 - 34)
})

test('the sign-in page can be zoomed with two fingers', async ({ page }) => {
  await page.goto('/login')
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content')
  expect(viewport).toContain('viewport-fit=cover')
  expect(viewport).not.toMatch(/maximum-scale|minimum-scale|user-scalable/)
})
