import type { Browser, Page } from '@playwright/test'
import { type Caller, callAs } from './calls.ts'
import { inDatabase } from './database.ts'
import { expect } from './fixtures.ts'
import { type Person, type PersonOptions, quickFamily } from './people.ts'

/** Written into the database, as no screen makes the first one. Waits until the server's session cache knows. */
export async function setAdmin(person: Caller, isAdmin: boolean, url?: string): Promise<void> {
  await inDatabase('update app_user set is_admin = $2 where email = $1', [person.email, isAdmin], url)
  const status = async () => (await callAs(person, 'GET', '/api/admin/report?tab=waiting')).status
  if (isAdmin) await expect.poll(status).not.toBe(403)
  else await expect.poll(status).toBe(403)
}

/** Returns an administrator with a family, in a desktop window. */
export async function administrator(
  browser: Browser,
  name: string,
  options: Partial<PersonOptions> = {},
): Promise<Person> {
  const viewport = { width: 1280, height: 800 }
  const person = await quickFamily(browser, name, { child: 'Max', viewport, ...options })
  await setAdmin(person, true)
  return person
}

/** Returns the only row that contains this text. */
export async function only(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  return page.locator('tbody tr')
}

/** Chooses an option of a list of any length by typing. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  const option = page.getByRole('option', { name: text })
  const whole = (await option.textContent()) ?? ''
  await option.click()
  await expect(field).toHaveValue(whole)
}
