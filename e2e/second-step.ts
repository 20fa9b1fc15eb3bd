import type { Page } from '@playwright/test'
import { dialogsClosed, expect } from './fixtures.ts'
import type { Person } from './people.ts'
import { codeOf } from './totp.ts'

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

/** In the open sheet, enters the first code. Returns the key shown, and the code. */
export async function confirmApp(page: Page): Promise<{ key: string; code: string }> {
  const key = (await page.locator('.appkey').textContent()) ?? ''
  const code = codeOf(key)
  await codeField(page).fill(code)
  return { key, code }
}

/** Returns the codes shown, after confirming that they have been kept. */
export async function keepCodes(page: Page): Promise<string[]> {
  const sheet = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const codes = await sheet.getByRole('listitem').allTextContents()
  await sheet.getByRole('checkbox', { name: 'I have kept them' }).check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await dialogsClosed(page)
  return codes
}

/** Sets up the app through the screen, in a fresh session. */
export async function setUpApp({ page }: Person): Promise<{ key: string; code: string }> {
  await page.goto('/security')
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const app = await confirmApp(page)
  await keepCodes(page)
  return app
}
