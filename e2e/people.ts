import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  type Caller,
  callAs,
  childrenOf,
  type Invented,
  invented,
  makeProfile,
  newPhone,
  numberOf,
  password,
  profileOf,
  signUp,
  storedToken,
  type Token,
} from './calls.ts'
import { connect } from './events.ts'
import { expect } from './fixtures.ts'
import { expectToast } from './toasts.ts'

// Re-exports what works without a browser, too.
export { callAs, childrenOf, newPhone, numberOf, password, profileOf, storedToken }

/** A person with a browser context of their own. */
export interface Person extends Caller {
  context: BrowserContext
  page: Page
}

export interface PersonOptions {
  /** First name of the only child. */
  child: string
  viewport?: { width: number; height: number }
  timezoneId?: string
  locale?: string
}

/** Makes a new visitor, with empty storage and an address of their own. */
export async function visitor(browser: Browser, name: string, options: PersonOptions): Promise<Person> {
  return arriving(browser, invented(name, options.child), options)
}

async function arriving(
  browser: Browser,
  { address, ...person }: Invented,
  options: PersonOptions,
): Promise<Person> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 390, height: 844 },
    timezoneId: options.timezoneId ?? 'America/New_York',
    locale: options.locale ?? 'en-US',
    extraHTTPHeaders: { 'X-Forwarded-For': address },
  })
  return { ...person, context, page: await context.newPage() }
}

let holds = 0

/** Sets what the browser's storage contains from its next page on: only that token, or nothing. */
export async function storeToken(context: BrowserContext, token: Token | null): Promise<void> {
  // The origin of the server that this context uses.
  const origin = new URL((await context.request.get('/health')).url()).origin
  await context.clearCookies()
  holds += 1
  // Playwright's own way opens a page for it, which takes half as long as a journey's first page.
  await context.addInitScript(storeOnce, { origin, turn: holds, stored: token && JSON.stringify(token) })
}

/** Runs at the start of every page. A cookie tells which storage was set already. */
function storeOnce({ origin, turn, stored }: { origin: string; turn: number; stored: string | null }): void {
  if (location.origin !== origin) return
  const last = Number(/(?:^|; )held=(\d+)/.exec(document.cookie)?.[1] ?? 0)
  if (last >= turn) return
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store can only be asked later.
  document.cookie = `held=${turn}; path=/`
  localStorage.clear()
  if (stored) localStorage.setItem('token', stored)
}

export async function register({ page, email }: Person, link = '/register'): Promise<void> {
  await page.goto(link)
  // A box ticked exactly while the app hydrates the page may stay empty.
  await expect(page.locator('[data-early]')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Confirm Password/).fill(password)
  await page.getByRole('checkbox', { name: /terms of service/ }).check()
  await page.getByRole('checkbox', { name: /privacy policy/ }).check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/onboarding')
}

/** Makes a profile and one child, free on Saturdays and Sundays from 9 am to 1 pm. */
export async function onboard({ page, name, child, phone }: Person): Promise<void> {
  await page.getByLabel('First Name').fill(name)
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Zip Code').fill('94601')
  await page.getByRole('button', { name: /Add a child/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill(child)
  await dialog.getByLabel('Last Initial').fill('E')
  await dialog.getByText('Availability').click()
  for (const day of ['Saturday', 'Sunday']) await paintMorning(page, day)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
}

/** Paints 9 am to 1 pm by keyboard: space paints, shift and an arrow extend. */
async function paintMorning(page: Page, day: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  // On a phone one day is shown at a time.
  const tab = dialog.getByRole('tab', { name: new RegExp(`^${day}`) })
  if (await tab.isVisible()) await tab.click()
  await dialog.getByRole('button', { name: new RegExp(`^${day} 9 am`) }).focus()
  await page.keyboard.press('Space')
  for (let hour = 0; hour < 3; hour += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(dialog.getByRole('button', { name: `${day} 12 noon, free` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: `${day} 1 pm, not free` })).toBeVisible()
}

/** One invites by phone number, the other accepts; both through the screens. */
export async function befriend(one: Person, other: Person): Promise<void> {
  const { page } = one
  await page.goto('/connections')
  await page.getByRole('link', { name: 'Add or Invite Friend' }).first().click()
  await expect(page).toHaveURL('/edit-connection/new')
  await page.getByLabel("Friend's Name").fill(other.name)
  await page.getByLabel('Phone Number').fill(other.phone)
  await page.getByRole('button', { name: 'Send Invite' }).click()
  await expectToast(page, `Invite sent to ${other.name}`)
  await expect(page).toHaveURL('/connections?t=pending')
  await expect(page.getByText(`Waiting for ${other.name} to accept your invite`)).toBeVisible()
  await other.page.goto('/connections?t=pending')
  await expect(other.page.getByText('invited', { exact: true })).toBeVisible()
  await other.page.getByRole('button', { name: 'Accept' }).click()
  // The other side sees it without reloading.
  await page.getByRole('tab', { name: 'Connections' }).click()
  await expect(page.getByText(`${other.name} Example`)).toBeVisible()
  await expect(page.getByText(`${other.child} E`)).toBeVisible()
}

/** Picks the hours on the first Saturday of next month, in the open dialog Propose Times. */
export async function proposeTimes(page: Page, hours: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Propose Times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  // The buttons beside the month's name are named after the previous and next month.
  const next = dialog
    .getByRole('button', { name: /^[A-Z][a-z]+$/ })
    .filter({ hasNotText: 'Done' })
    .last()
  const month = (await next.getAttribute('aria-label')) ?? ''
  await next.click()
  await goToSaturday(page, month)
  for (const hour of hours) await dialog.getByRole('button', { name: new RegExp(`, ${hour}(,|$)`) }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

/**
 * The strip shows five days, with the selected one in the middle: the month's first Saturday appears within two steps.
 */
async function goToSaturday(page: Page, month: string): Promise<void> {
  const strip = page
    .getByRole('dialog', { name: 'Propose Times' })
    .getByRole('group', { name: 'Day', exact: true })
  const saturday = strip.getByRole('button', { name: new RegExp(`^Sat .*${month}`) })
  for (let step = 0; step < 2 && (await saturday.count()) === 0; step += 1) {
    const last = strip.getByRole('button').last()
    const name = await last.textContent()
    await last.click()
    // The day that was last is now in the middle.
    await expect(strip.locator('[aria-current]')).toHaveText(name ?? '')
  }
  await saturday.click()
  await expect(strip.locator('[aria-current]')).toHaveAccessibleName(/^Sat/)
}

/** Sends a request to the other family, starting from the dashboard's tile. */
export async function ask(
  one: Person,
  other: Person,
  places: readonly string[],
  hours: readonly string[],
): Promise<void> {
  const { page } = one
  await page.goto('/')
  await page.getByRole('link', { name: /SCHEDULE A\s+PLAYDATE/ }).click()
  await expect(page).toHaveURL('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('button', { name: one.child }).click()
  await page
    .getByRole('combobox', { name: 'Child' })
    .selectOption({ label: `${other.child} - ${other.name}` })
  for (const [index, place] of places.entries()) await page.getByLabel(`Location ${index + 1}`).fill(place)
  await proposeTimes(page, hours)
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
}

/** Makes a family by calls instead of screens, and signs it in: for journeys about something else. */
export async function quickFamily(browser: Browser, name: string, options: PersonOptions): Promise<Person> {
  const person = await quickUser(browser, name, options)
  await makeProfile(person, options.timezoneId)
  return person
}

/** The same without a profile. */
export async function quickUser(browser: Browser, name: string, options: PersonOptions): Promise<Person> {
  const person = await visitor(browser, name, options)
  const token = await signUp(person)
  await storeToken(person.context, token)
  return { ...person, token }
}

/** Makes two families friends by calls, with a request from the first to the second. Returns the request's id. */
export async function quickRequest(one: Caller, other: Caller): Promise<string> {
  await connect(one, other)
  const [own] = await childrenOf(one)
  const friends = await callAs(one, 'GET', '/api/app/children-from-active-connections')
  const child = friends.body.data.find(({ firstName }: { firstName: string }) => firstName === other.child)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const request = await callAs(one, 'POST', '/api/app/playdate', {
    type: 'single',
    ownerChildren: [own._id],
    recipientChildren: [child._id],
    proposedLocations: { option1: 'Riverside Park', option2: 'The library' },
    proposedTimes: [day(3), day(4)],
  })
  expect(request.status, JSON.stringify(request.body)).toBe(200)
  return request.body.data._id
}
