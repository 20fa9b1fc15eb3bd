import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { administrator, setAdmin } from './administrators.ts'
import { confirmedLongAgo, inDatabase } from './database.ts'
import { answered, expect, socketTicket, test } from './fixtures.ts'
import { enter, tabTo, type } from './keys.ts'
import { ownServer } from './own-server.ts'
import {
  callAs,
  newPhone,
  numberOf,
  type Person,
  profileOf,
  quickFamily,
  register,
  visitor,
} from './people.ts'
import { setUpApp } from './second-step.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'
import { codeOf, forgetLastCode } from './totp.ts'

// The browser reports calls that are refused or get no response.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

/** Waits for the newest code that was sent to that number, and returns it. */
async function codeFor(folder: string, number: string): Promise<string> {
  let code = ''
  await expect(() => {
    const names = readdirSync(join(folder, 'outbox')).toSorted()
    const texts = names.map((name) => readFileSync(join(folder, 'outbox', name), 'utf8'))
    code = /\n\n(\d{6}) /.exec(texts.findLast((text) => text.startsWith(`To: ${number}\n`)) ?? '')?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return code
}

/** Returns a different code. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** Formats a number as screens show it. */
const written = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
const codeInput = (page: Page) => page.getByLabel('Your code')

async function paste(page: Page, text: string): Promise<void> {
  await codeInput(page).focus()
  await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text)
}

test.describe('with strict safety', () => {
  // One after the other: each server of one's own takes a third of a core, and has a queue of its own only on a
  // database of its own.
  test.describe.configure({ mode: 'default' })

  const own = ownServer('numbers', { SAFETY: 'strict', PHONE_PROVIDER: 'outbox' })

  test('a family confirms its number by the code sent to it, and a new number by another code', {
    tag: ['@SAFE-01', '@SAFE-06', '@SAFE-14', '@SAFE-16'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia', viewport: { width: 360, height: 780 } })
    const { page } = anna
    const number = numberOf(anna)
    let starts = 0
    let checks = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/phone-proof/start')) starts += 1
      if (request.url().endsWith('/phone-proof/check')) checks += 1
    })

    await page.goto('/')
    const card = page.getByRole('region', { name: `Is ${written(number)} yours?` })
    await expect(card).toContainText('Confirm it once, so that friends can find you.')
    await isSound(page)
    await card.getByRole('link', { name: 'Confirm number' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your number' })).toBeVisible()
    await expect(page.getByText(`We sent a code to ${written(number)}.`)).toBeVisible()
    await expect(page.getByText('No code? You can skip this. Friends can invite you by link.')).toBeVisible()
    await expect(codeInput(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeInput(page)).toHaveAttribute('inputmode', 'numeric')

    const code = await codeFor(own.dataDir, number)
    // A reload requests no other code. At once, since another may be sent after half a minute.
    await page.reload()
    await expect(page.getByText(/^Send again in 0:[0-3]\d$/)).toBeVisible()
    await isSound(page)
    await paste(page, other(code))
    await expect(page.getByText("That's not the code. Please check it and try again.")).toBeVisible()
    expect(starts).toBe(1)
    await isSound(page)
    await codeInput(page).clear()
    checks = 0
    // Spaced as in some messages.
    await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`)
    await expectToast(page, 'Your number is confirmed')
    await expect(page).toHaveURL('/')
    expect(checks).toBe(1)
    await expect(card).toBeHidden()

    await page.goto('/profile')
    const details = page.getByRole('region', { name: 'My details' })
    await expect(details.getByText('Confirmed', { exact: true })).toBeVisible()
    await isSound(page)

    const next = newPhone()
    // Extends the pause after the last code, so that it hasn't ended however long the test took so far.
    await inDatabase(
      `update rate_limit set expire = expire + 600000 where key like 'phone-code-pause:%'`,
      [],
      own.database,
    )
    await page.goto('/edit-profile')
    // Filled once the country is known.
    await expect(page.getByLabel('Phone Number')).toHaveValue(anna.phone)
    await page.getByLabel('Phone Number').fill(next)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/confirm-number')
    const nextNumber = numberOf({ phone: next })
    await expect(page.getByText(`The code goes to ${written(nextNumber)}.`)).toBeVisible()
    await expect(page.getByText('Too many codes. Please try again later.')).toBeVisible()
    await inDatabase(`delete from rate_limit where key like 'phone-code-pause:%'`, [], own.database)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect(page.getByText(`We sent a code to ${written(nextNumber)}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await expect(details.getByText('Confirmed', { exact: true })).toBeHidden()
    await details.getByRole('link', { name: 'Confirm' }).click()
    await codeInput(page).fill(await codeFor(own.dataDir, nextNumber))
    await expectToast(page, 'Your number is confirmed')
  })

  test('onboarding says that friends find a family by its number once it is confirmed', {
    tag: ['@PROFILE-12', '@AUTH-21'],
  }, async ({ browser }) => {
    const nora = await visitor(browser, 'Nora', { child: 'Ida' })
    await register(nora)
    await expect(nora.page.getByLabel('Phone Number')).toHaveAccessibleDescription(
      'Friends find you by it once you have confirmed it by a code.',
    )
  })

  test('a number can be confirmed with keys alone', { tag: ['@SAFE-16'] }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await page.goto('/profile')
    await enter(page, page.getByRole('link', { name: 'Confirm' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your number' })).toBeFocused()
    await type(page, codeInput(page), '12345')
    await tabTo(page, page.getByRole('button', { name: 'Confirm' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText("That's not the code. Please check it and try again.")).toBeVisible()
    await expect(codeInput(page)).toBeFocused()
    for (let n = 0; n < 5; n += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type(await codeFor(own.dataDir, numberOf(anna)))
    await expectToast(page, 'Your number is confirmed')
    await expect(page).toHaveURL('/profile')
  })

  test('a device whose clock is ten minutes ahead or behind accepts the code that was sent', {
    tag: ['@SAFE-16'],
  }, async ({ browser }) => {
    for (const minutes of [10, -10]) {
      const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
      const { page } = anna
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      await page.goto('/confirm-number')
      await expect(page.getByText('We sent a code to')).toBeVisible()
      await expect(page.getByText(/^Send again in 0:[0-3]\d$/)).toBeVisible()
      await codeInput(page).fill(await codeFor(own.dataDir, numberOf(anna)))
      await expectToast(page, 'Your number is confirmed')
    }
  })

  test('a code that is too old only by the device’s clock can still be entered', {
    tag: ['@SAFE-16'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const ticket = socketTicket(page)
    await page.clock.install()
    await page.goto('/confirm-number')
    await expect(page.getByText('We sent a code to')).toBeVisible()
    const code = await codeFor(own.dataDir, numberOf(anna))
    // A call under way would reach its time limit, too.
    await ticket
    await page.clock.fastForward(11 * 60_000)
    await codeInput(page).fill(code.slice(0, 1))
    await expect(codeInput(page)).toHaveValue(code.slice(0, 1))
    // The server decides when a code has expired, and this one hasn't.
    await codeInput(page).fill(code)
    await expectToast(page, 'Your number is confirmed')
  })

  test('a code entered offline stays, and can be sent once online', { tag: ['@SAFE-16'] }, async ({
    browser,
  }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page, context } = anna
    await page.goto('/confirm-number')
    await expect(page.getByText('We sent a code to')).toBeVisible()
    const code = await codeFor(own.dataDir, numberOf(anna))
    await context.setOffline(true)
    await codeInput(page).fill(code)
    await expect(page.getByText('You are offline. Please try again when you are back.')).toBeVisible()
    await expect(codeInput(page)).toHaveValue(code)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Your number is confirmed')
  })

  test('a caregiver who corrects the number on the way returns to the page they began at', {
    tag: ['@SAFE-16'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await page.goto('/')
    await page.getByRole('link', { name: 'Confirm number' }).click()
    await codeFor(own.dataDir, numberOf(anna))
    await page.getByRole('link', { name: 'Change' }).click()
    await expect(page.getByLabel('Phone Number')).toHaveValue(anna.phone)
    const next = newPhone()
    await page.getByLabel('Phone Number').fill(next)
    await inDatabase(`delete from rate_limit where key like 'phone-code-pause:%'`, [], own.database)
    await page.getByRole('button', { name: 'Save' }).click()
    await codeInput(page).fill(await codeFor(own.dataDir, numberOf({ phone: next })))
    await expectToast(page, 'Your number is confirmed')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  })

  test('a code that was sent after its page was left can be entered there later', {
    tag: ['@SAFE-16'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await page.goto('/')
    const released = Promise.withResolvers<void>()
    await page.route('**/phone-proof/start', async (route) => {
      const response = await route.fetch()
      await released.promise
      await route.fulfill({ response })
    })
    const sent = answered(page, /phone-proof\/start$/)
    await page.getByRole('link', { name: 'Confirm number' }).click()
    const code = await codeFor(own.dataDir, numberOf(anna))
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    released.resolve()
    await sent
    await page.getByRole('link', { name: 'Confirm number' }).click()
    await expect(page.getByText('We sent a code to')).toBeVisible()
    await codeInput(page).fill(code)
    await expectToast(page, 'Your number is confirmed')
  })

  test('lost replies don’t prevent confirming', { tag: ['@SAFE-16'] }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const lose = (path: string) =>
      page.route(`**/phone-proof/${path}`, (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await lose('start')
    await page.goto('/confirm-number')
    await expect(page.getByText(`The code goes to ${written(numberOf(anna))}.`)).toBeVisible()
    const code = await codeFor(own.dataDir, numberOf(anna))
    await lose('check')
    await codeInput(page).fill(code)
    const form = page.locator('form')
    await expect(form.getByText('You are offline. Please try again when you are back.')).toBeVisible()
    await form.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Your number is confirmed')
    await expect(page).toHaveURL('/')
  })

  test('after ‘Not now’ the question returns after 30 days', { tag: ['@SAFE-01'] }, async ({ browser }) => {
    const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
    const card = page.getByRole('region', { name: /^Is .* yours\?$/ })
    await page.clock.install()
    await page.goto('/')
    await card.getByRole('button', { name: 'Not now' }).click()
    await expect(card).toBeHidden()
    const opened = async (days: number) => {
      await page.clock.setSystemTime(Date.now() + days * 86_400_000)
      await page.goto('/profile')
      await page.getByRole('link', { name: 'Home' }).first().click()
      await expect(page.getByText('Hi Anna!')).toBeVisible()
    }
    await opened(29)
    await expect(card).toBeHidden()
    await opened(31)
    await expect(card).toBeVisible()
  })

  test('an administrator clears a number after confirming who they are', { tag: ['@SAFE-83'] }, async ({
    browser,
    expectErrors,
  }) => {
    expectErrors(/409 \(Conflict\).*clear-number/, /400 \(Bad Request\).*fresh/)
    const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
    await callAs(anna, 'POST', '/api/app/phone-proof/start', {})
    const code = await codeFor(own.dataDir, numberOf(anna))
    expect((await callAs(anna, 'POST', '/api/app/phone-proof/check', { code })).body.data).toEqual({
      proven: true,
    })
    const annas = await profileOf(anna)
    const viewport = { width: 1280, height: 800 }
    const otto = await quickFamily(browser, 'Otto', { child: 'Max', viewport })
    // Nothing of /admin opens without the second step.
    const { key, code: used } = await setUpApp(otto)
    await setAdmin(otto, true, own.database)
    const { page } = otto
    await page.goto(`/admin/profile/${annas}`)
    await expect(page.getByText('Number: confirmed')).toBeVisible()
    await expect(page.getByText(/^Relaxed safety/)).toBeHidden()
    await page.getByRole('button', { name: 'Clear number' }).click()
    const question = page.getByRole('alertdialog', { name: 'Clear number?' })
    await isSound(page)
    await confirmedLongAgo(otto.email, own.database)
    await question.getByRole('button', { name: 'Clear number' }).click()
    const dialog = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
    // Each code can be used once only.
    const field = dialog.getByLabel('Code from your authenticator app')
    await field.fill(used)
    await expect(dialog.getByText("That's not the code. Please check it and try again.")).toBeVisible()
    await forgetLastCode(otto.email, own.database)
    await field.fill('')
    await field.fill(codeOf(key))
    await expectToast(page, 'The number is cleared')
    await expect(page.getByText('Number: confirmed')).toBeHidden()
    const profile = await callAs(anna, 'GET', '/api/app/caregiver-profile/current-user')
    expect(profile.body.data.phoneProof).toBeNull()
  })
})

// The server's own answers are covered by phone-proof.test.ts.
test('if no codes can be sent, confirming a number is not offered', { tag: ['@SAFE-82'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  await page.route('**/api/auth/whoami', async (route) => {
    const reply = await (await route.fetch()).json()
    reply.data.user.safety = { isStrict: true, sendsCodes: false }
    await route.fulfill({ json: reply })
  })
  await page.goto('/')
  await expect(page.getByText('Hi Anna!')).toBeVisible()
  await expect(page.getByText(/yours\?/)).toBeHidden()
  await page.goto('/confirm-number')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('region', { name: 'My details' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Confirm', exact: true })).toBeHidden()
})

test('with relaxed safety /admin says so, no question is asked, and confirming is still possible', {
  tag: ['@SAFE-17'],
}, async ({ browser }) => {
  const otto: Person = await administrator(browser, 'Otto')
  const { page } = otto
  await page.goto('/admin')
  await expect(page.getByText('Relaxed safety: for this machine only.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Confirm', exact: true })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Hi Otto!')).toBeVisible()
  await expect(page.getByText(/yours\?/)).toBeHidden()
})
