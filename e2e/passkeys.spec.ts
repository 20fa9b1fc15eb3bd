import type { Page } from '@playwright/test'
import { confirmedLongAgo, inDatabase } from './database.ts'
import { answered, dialogsClosed, expect, test } from './fixtures.ts'
import { enter, tabTo } from './keys.ts'
import { type Person, password, quickFamily, storeToken } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

// Browsers keep passkeys only for host names, not addresses; the server is the same.
test.use({ baseURL: process.env.E2E_BASE_URL?.replace('127.0.0.1', 'localhost') })

const phone = { width: 360, height: 780 }

/** How the page has requested passkeys since it was loaded. */
const askedFor = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: (string | undefined)[] }).asked)

function rememberAsking(): void {
  const asked: (string | undefined)[] = []
  Object.assign(window, { asked })
  const get = navigator.credentials.get.bind(navigator.credentials)
  navigator.credentials.get = (options) => {
    asked.push(options?.mediation)
    return get(options)
  }
}

async function withPasskey({ page, context }: Person, device: VirtualAuthenticator, name: string) {
  await context.addInitScript(rememberAsking)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Add a passkey' })
  await dialog.getByLabel('What shall we call it?').fill(name)
  await device.attend(true)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expectToast(page, 'Your passkey is added')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name)
  expect(await device.count()).toBe(1)
  await device.attend(false)
}

async function signOut(page: Page, device: VirtualAuthenticator) {
  await device.attend(false)
  await dialogsClosed(page)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  // Its call is over, so the next one is that of another page.
  await expect.poll(() => askedFor(page)).toEqual(['conditional'])
}

/** Opens /login, where the browser suggests passkeys and none is taken. */
async function openLogin(page: Page) {
  const suggested = answered(page, '**/api/auth/passkey-login/options')
  await page.goto('/login')
  await suggested
  await expect.poll(() => askedFor(page)).toEqual(['conditional'])
}

const isHome = (page: Page) => expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()

test('a passkey is added, signs in by the button and from the email field, and is removed', {
  tag: ['@SAFE-57'],
}, async ({ browser, expectErrors }) => {
  const person = await quickFamily(browser, 'Pia', { child: 'Max', viewport: phone })
  const { page } = person
  const device = await addAuthenticator(page)
  await withPasskey(person, device, 'My phone')
  await signOut(page, device)

  await openLogin(page)
  await expect(page.getByLabel('Email Address')).toHaveAttribute('autocomplete', 'username webauthn')
  await device.attend(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isHome(page)
  await signOut(page, device)

  // Takes the passkey that the browser suggests; no button is pressed.
  await page.goto('/terms')
  await device.attend(true)
  await openLogin(page)
  await isHome(page)

  await page.goto('/security')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Last used')
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove My phone?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden()
  await signOut(page, device)

  expectErrors(/Failed to load resource/)
  await openLogin(page)
  await device.attend(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('if the second step can’t be switched on after adding a passkey, an administrator is told so', {
  tag: ['@SAFE-63'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/500 \(Internal Server Error\)/)
  const person = await quickFamily(browser, 'Petra', { child: 'Max', viewport: phone })
  const { page } = person
  const device = await addAuthenticator(page)
  // As if safety were strict.
  await page.route('**/api/auth/security', async (route) => {
    const reply = await route.fetch()
    const json = await reply.json()
    await route.fulfill({
      response: reply,
      json: { ...json, data: { ...json.data, mustSetUp: true, totp: true } },
    })
  })
  await page.route('**/api/auth/second-step/on', (route) =>
    route.fulfill({ status: 500, json: { status: 500, error: 'It could not be switched on.' } }),
  )
  await withPasskey(person, device, 'My phone')
  await expectToast(page, 'It could not be switched on.')
})

test('a passkey is the second step after the password, and confirms the user’s identity', {
  tag: ['@SAFE-59', '@SAFE-71'],
}, async ({ browser, expectErrors }) => {
  const person = await quickFamily(browser, 'Kai', { child: 'Max', viewport: phone })
  const { page, email } = person
  const device = await addAuthenticator(page)
  await withPasskey(person, device, 'My key')
  const secondStep = page.getByRole('switch', { name: /^Second step/ })
  await secondStep.click()
  const sheet = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  await sheet.getByRole('checkbox', { name: 'I have kept them' }).check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(secondStep).toBeChecked()

  await test.step('signing in asks for it after the password', async () => {
    await signOut(page, device)
    await openLogin(page)
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText("Show that it's you with your passkey.")).toBeVisible()
    await device.attend(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await isHome(page)
  })
  await test.step('removing the last way asks for it, and switches the second step off', async () => {
    await confirmedLongAgo(email)
    expectErrors(/status of 409/)
    await page.goto('/security')
    await page.getByRole('button', { name: 'Remove My key' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove My key?' })
    await expect(question).toContainText('Your second step goes off with it.')
    await question.getByRole('button', { name: 'Remove' }).click()
    const identity = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
    await expect(identity.getByLabel('Your Password')).toHaveCount(0)
    await identity.getByRole('button', { name: 'Use a passkey' }).click()
    await expectToast(page, 'My key is removed')
    await expect(secondStep).not.toBeChecked()
  })
})

// Without a virtual authenticator, which the first check that opens developer tools would end.
test('the passkey screens are accessible and readable, and work by keyboard', { tag: ['@SAFE-80'] }, async ({
  browser,
  expectErrors,
}) => {
  const { page, context, email } = await quickFamily(browser, 'Uma', { child: 'Max', viewport: phone })
  await inDatabase(
    `insert into passkey (credential_id, user_id, public_key, counter, backed_up, rp_id, name)
     select id::text, id, '', 0, false, 'localhost', 'The phone that my sister gave me for my birthday!!'
     from app_user where email = $1`,
    [email],
  )
  await page.goto('/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  await isSound(page)
  const adds = passkeys.getByRole('button', { name: 'Add a passkey' })
  await enter(page, adds)
  await expect(page.getByLabel('What shall we call it?')).toBeFocused()
  await isSound(page)
  await page.keyboard.press('Escape')
  await expect(adds).toBeFocused()
  const removes = passkeys.getByRole('button', { name: /^Remove The phone/ })
  await tabTo(page, removes, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await isSound(page)

  expectErrors(/status of 409/)
  await inDatabase('update app_user set second_step = true where email = $1', [email])
  await confirmedLongAgo(email)
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
  const identity = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  await expect(identity.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await isSound(page)

  await storeToken(context, null)
  await page.goto('/login')
  await isSound(page)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText("Show that it's you with your passkey.")).toBeVisible()
  await isSound(page)
  await tabTo(page, page.getByRole('button', { name: 'Use a passkey' }))
})
