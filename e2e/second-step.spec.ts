import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { administrator, setAdmin } from './administrators.ts'
import { confirmedLongAgo, inDatabase } from './database.ts'
import { answered, dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { enter, tabTo, type } from './keys.ts'
import { ownServer } from './own-server.ts'
import { callAs, type Person, password, quickFamily, quickUser, storeToken } from './people.ts'
import { codeField as code, confirmApp, keepCodes, setUpApp } from './second-step.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'
import { codeOf, forgetLastCode } from './totp.ts'

// The browser reports each call that is refused or gets no response.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

const wrongCode = "That's not the code. Please check it and try again."
const phone = { width: 360, height: 780 }

const identity = (page: Page) => page.getByRole('alertdialog', { name: "Please confirm that it's you." })
const secondStep = (page: Page) => page.getByRole('switch', { name: /^Second step/ })

async function signIn({ page, email }: Person): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs out, and in again up to the second step. */
async function comeBack(person: Person, next = '/profile'): Promise<void> {
  await storeToken(person.context, null)
  await person.page.goto(`/login?next=${encodeURIComponent(next)}`)
  await signIn(person)
  await expect(person.page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('the authenticator app becomes the second step: signing in then needs its code or a recovery code', {
  tag: ['@SAFE-59', '@SAFE-61', '@SAFE-71', '@SAFE-80'],
}, async ({ browser }) => {
  test.slow()
  const nina = await quickFamily(browser, 'Nina', { child: 'Max', viewport: phone })
  const { page, email } = nina
  await page.goto('/security')
  await expect(page.getByText('First add a passkey or set up the app.')).toBeVisible()
  await expect(secondStep(page)).toBeDisabled()
  await isSound(page)
  await confirmedLongAgo(email)
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  await identity(page).getByLabel('Your Password').fill(password)
  await identity(page).getByRole('button', { name: "It's me" }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await isSound(page)
  await code(page).fill('00000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText(wrongCode)).toBeVisible()
  const { key, code: used } = await confirmApp(page)
  const sheet = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(sheet.getByRole('listitem').first()).toHaveText(/^\w{3}-\w{4}-\w{4}$/)
  await isSound(page)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet.getByText("Please keep them first: we don't show them again.")).toBeVisible()
  // Going back, even repeatedly, doesn't lose them.
  for (let step = 0; step < 2; step += 1) {
    await page.goBack()
    await expect(page).toHaveURL('/security')
    await expect(sheet.getByRole('listitem')).toHaveCount(10)
    await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(1)
  }
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download' }).click()
  const kept = readFileSync(await (await download).path(), 'utf8')
  const [first = '', second = '', ...others] = await keepCodes(page)
  expect(kept).toContain([first, second, ...others].join('\n'))
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(secondStep(page)).toBeChecked()
  await isSound(page)

  await test.step('its code signs in', async () => {
    await comeBack(nina)
    await isSound(page)
    expect(
      await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state])),
    ).not.toMatch(/ticket|token/i)
    // Each works once. While another one is half typed, no error is shown for it.
    const held = await holdAnswers(page, '**/api/auth/second-step')
    const signIn = page.getByRole('button', { name: 'Sign In' })
    await code(page).fill(used)
    await held.asked
    await code(page).fill(used.slice(0, 2))
    held.release()
    await expect(signIn).not.toHaveAttribute('aria-busy')
    await expect(page.getByText(wrongCode)).toBeHidden()
    await code(page).fill(used)
    await expect(page.getByText(wrongCode)).toBeVisible()
    await isSound(page)
    await forgetLastCode(email)
    await code(page).fill('')
    await code(page).fill(codeOf(key))
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
  await test.step('a recovery code signs in once', async () => {
    await comeBack(nina)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await isSound(page)
    await page.getByLabel('Recovery code').fill(first.toLowerCase().replaceAll('-', ' '))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/profile')
    await comeBack(nina)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(first)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText(wrongCode)).toBeVisible()
    await page.getByLabel('Recovery code').fill(second)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/profile')
  })
  await test.step('new codes end the old ones', async () => {
    await page.goto('/security')
    await expect(page.getByText('8 of 10 left')).toBeVisible()
    await page.getByRole('button', { name: 'New codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).dblclick()
    const [fresh = ''] = await keepCodes(page)
    await expect(page.getByText('10 of 10 left')).toBeVisible()
    await comeBack(nina)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(others[0] ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText(wrongCode)).toBeVisible()
    await page.getByLabel('Recovery code').fill(fresh)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/profile')
  })
  await test.step('removing the app switches the second step off', async () => {
    await page.goto('/security')
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
    await expect(question).toContainText('Your second step goes off with it.')
    await isSound(page)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Authenticator app is removed')
    await expect(secondStep(page)).not.toBeChecked()
    await dialogsClosed(page)
    await storeToken(nina.context, null)
    await page.goto('/login?next=%2Fprofile')
    await signIn(nina)
    await expect(page).toHaveURL('/profile')
  })
})

test('recovery codes whose reply was lost can be made again, whichever call returned them', {
  tag: ['@SAFE-61', '@SAFE-80'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Nele', { child: 'Max' })
  const lose = (path: string) =>
    page.route(`**/api/*/${path}`, (route) => route.fetch().then(() => route.abort()), {
      times: 1,
    })
  const lost = page.getByRole('alertdialog').getByText("recovery codes didn't arrive")
  const makeCodes = async () => {
    await expect(lost).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await keepCodes(page)
    await expect(secondStep(page)).toBeChecked()
  }
  await page.goto('/security')
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  await lose('totp/confirm')
  await confirmApp(page)
  await makeCodes()
  await expect(code(page)).toBeHidden()

  await secondStep(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expectToast(page, 'Your second step is off')
  await lose('second-step/on')
  await secondStep(page).click()
  await makeCodes()
})

test('a sign-in waiting for its second step ends with a reload, and keeps the typed code while offline', {
  tag: ['@SAFE-59'],
}, async ({ browser }) => {
  const olga = await quickFamily(browser, 'Olga', { child: 'Max' })
  const { page, context, email } = olga
  const { key } = await setUpApp(olga)
  await forgetLastCode(email)
  await comeBack(olga, '/connections?t=pending')
  await page.goBack()
  await expect(page.getByLabel('Email Address')).toBeVisible()
  await signIn(olga)
  await expect(code(page)).toBeVisible()
  await context.setOffline(true)
  await code(page).fill('123456')
  await expect(page.getByText('You are offline. Please try again when you are back.')).toBeVisible()
  await expect(code(page)).toHaveValue('123456')
  await context.setOffline(false)

  await page.reload()
  await expect(page.getByText('That took a while. Please sign in again.')).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signIn(olga)
  await expect(code(page)).toBeVisible()
  // Lets the ticket expire, which the page still holds.
  await inDatabase(
    `update auth_ticket set expires_at = now() - interval '1 second'
     where user_id = (select id from app_user where email = $1)`,
    [email],
  )
  await code(page).fill(codeOf(key))
  await expect(page.getByText('That took a while. Please sign in again.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signIn(olga)
  await code(page).fill(codeOf(key))
  await expect(page).toHaveURL('/connections?t=pending')
  await page.goto('/second-step')
  await expect(page).toHaveURL('/')
})

test('a user with a second step confirms by its code instead of the password, by keyboard alone', {
  tag: ['@SAFE-71', '@SAFE-80'],
}, async ({ browser }) => {
  const pia = await quickFamily(browser, 'Pia', { child: 'Max' })
  const { page, email } = pia
  const { key } = await setUpApp(pia)
  await forgetLastCode(email)
  await confirmedLongAgo(email)
  await page.reload()
  await enter(page, page.getByRole('button', { name: 'New codes' }))
  await enter(page, page.getByRole('button', { name: 'Make new codes' }))
  const dialog = identity(page)
  const field = dialog.getByLabel('Code from your authenticator app')
  await expect(field).toBeFocused()
  await expect(dialog.getByLabel('Your Password')).toHaveCount(0)
  await isSound(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(wrongCode)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText("Please confirm that it's you.")).toBeVisible()
  await enter(page, page.getByRole('button', { name: 'Make new codes' }))
  await expect(field).toBeFocused()
  await page.keyboard.type(codeOf(key))
  const sheet = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  await tabTo(page, sheet.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await enter(page, sheet.getByRole('button', { name: 'Done' }))
  await expect(sheet).toBeHidden()
  await dialogsClosed(page)

  await tabTo(page, secondStep(page), 'Shift+Tab')
  await page.keyboard.press('Space')
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }))
  await expectToast(page, 'Your second step is off')
  await expect(secondStep(page)).not.toBeChecked()
  await expect(secondStep(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  await keepCodes(page)

  await forgetLastCode(email)
  await comeBack(pia)
  await type(page, code(page), codeOf(key))
  await expect(page).toHaveURL('/profile')
})

test('a confirmation that is still loading when the page is left is asked for again on the next page', {
  tag: ['@SAFE-71', '@SAFE-80'],
}, async ({ browser }) => {
  const pia = await administrator(browser, 'Pita')
  const { page, email } = pia
  await setUpApp(pia)
  await forgetLastCode(email)
  await confirmedLongAgo(email)
  const toSecurity = async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'New codes' }).click()
  }
  const makeCodes = page.getByRole('button', { name: 'Make new codes' })
  await page.goto('/admin')
  const entries = await page.evaluate(() => history.length)
  await toSecurity()
  const held: Route[] = []
  const security = /\/api\/\w+\/security$/
  await page.route(security, (route) => void held.push(route))
  await makeCodes.click()
  await expect.poll(() => held.length).toBe(1)
  await page.evaluate((before) => history.go(before - history.length), entries)
  await expect(page).toHaveURL('/admin')
  const asked = answered(page, security)
  await page.unroute(security)
  await asked
  await toSecurity()
  await makeCodes.click()
  await expect(identity(page)).toBeVisible()
})

test('an administrator switches off a family’s second step, but no administrator’s', {
  tag: ['@SAFE-89'],
}, async ({ browser }) => {
  const rosa = await quickFamily(browser, 'Rosa', { child: 'Max' })
  const admin = await administrator(browser, 'Rita')
  await setUpApp(rosa)
  const { page } = admin
  const idOf = async ({ email }: Person): Promise<string> => {
    const { body } = await callAs(admin, 'GET', `/api/admin/user?search=${encodeURIComponent(email)}`)
    return body.data[0]._id
  }
  const path = `/admin/user/${await idOf(rosa)}`
  await page.goto(path)
  await expect(page.getByText('Second step: on')).toBeVisible()
  await isSound(page)
  await confirmedLongAgo(admin.email)
  await page.getByRole('button', { name: 'Switch off second step' }).click()
  const question = page.getByRole('alertdialog', { name: 'Switch off second step?' })
  await isSound(page)
  await question.getByRole('button', { name: 'Switch off second step' }).click()
  await identity(page).getByLabel('Your Password').fill(password)
  await identity(page).getByRole('button', { name: "It's me" }).click()
  await expectToast(page, 'The second step is off')
  await expect(page.getByText('Second step: on')).toBeHidden()

  await rosa.page.goto('/profile')
  await expect(rosa.page).toHaveURL(/\/login/)
  await signIn(rosa)
  await expect(rosa.page).toHaveURL('/profile')

  await inDatabase('update app_user set second_step = true where email = $1', [admin.email])
  await page.goto(`/admin/user/${await idOf(admin)}`)
  await expect(page.getByText('Second step: on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch off second step' })).toHaveCount(0)
})

test.describe('with a server of its own', () => {
  // Not in parallel: each own server takes a third of a core.
  test.describe.configure({ mode: 'default' })

  test.describe('without a sealing key', () => {
    ownServer('no_key', { SEAL_KEY: undefined })

    test('the authenticator app isn’t offered', { tag: ['@SAFE-91'] }, async ({ browser }) => {
      const { page } = await quickFamily(browser, 'Sina', { child: 'Max' })
      await page.goto('/security')
      await expect(page.getByText('First add a passkey.')).toBeVisible()
      await expect(page.getByText('Authenticator app')).toHaveCount(0)
      await isSound(page)
    })
  })

  test.describe('administrators with strict safety', () => {
    const own = ownServer('second_step', {
      SAFETY: 'strict',
      SEAL_KEY: randomBytes(32).toString('base64'),
    })

    /** Returns the newest code mailed to that address, once it has arrived. */
    async function mailedCode(email: string): Promise<string> {
      let found = ''
      await expect(() => {
        const outbox = join(own.dataDir, 'outbox')
        const mails = readdirSync(outbox)
          .toSorted()
          .map((file) => readFileSync(join(outbox, file), 'utf8'))
        const mail = mails.findLast((each) => each.includes(`\nTo: ${email}\n`)) ?? ''
        found = /Enter (\d{6})/.exec(mail)?.[1] ?? ''
        expect(found).not.toBe('')
      }).toPass({ timeout: 30_000 })
      return found
    }

    test('have to set up a second step before /admin opens', {
      tag: ['@SAFE-63', '@SAFE-68', '@SAFE-80'],
    }, async ({ browser }) => {
      test.slow()
      const tara = await quickUser(browser, 'Tara', { child: 'Max', viewport: phone })
      const { page, email } = tara
      await setAdmin(tara, true, own.database)
      await page.goto('/admin/groups')
      await expect(page).toHaveURL('/security?setup=1')
      await expect(
        page.getByText('Administrators sign in with two steps. Set up one of these.'),
      ).toBeVisible()
      await expect(page.getByText('This device')).toBeVisible()
      // Without a profile, no other screen can be opened except to log out.
      await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
      await isSound(page)

      await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByText(`We have mailed a code to ${email}.`)).toBeVisible()
      await isSound(page)
      const mailed = await mailedCode(email)
      const field = page.getByLabel('Code from the mail')
      await field.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
      await expect(page.getByText(wrongCode)).toBeVisible()
      await field.fill('')
      await field.fill(mailed)
      await expect(page.locator('.appkey')).toBeVisible()
      const { key } = await confirmApp(page)
      await keepCodes(page)
      await expect(page.getByText('You sign in with two steps now.')).toBeVisible()
      await secondStep(page).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
      await expect(page.getByText('Administrators need a second step.')).toBeVisible()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('main').getByRole('link', { name: 'Admin' }).click()
      await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()

      // After half a day it is required again; then the requested page is shown.
      await inDatabase(
        `update session set confirmed_at = now() - interval '13 hours'
       where user_id = (select id from app_user where email = $1)`,
        [email],
        own.database,
      )
      await forgetLastCode(email, own.database)
      await page.goto('/admin/groups')
      await identity(page).getByLabel('Code from your authenticator app').fill(codeOf(key))
      await expect(page.getByText('There are no groups yet')).toBeVisible()
      await expect(identity(page)).toBeHidden()
    })
  })

  /** True if screen readers and pointers can reach it. */
  const isReachable = (element: Element) => element.closest('[inert], [aria-hidden="true"]') === null

  test('a toast shown while a dialog is open stays reachable for screen readers and pointers', {
    tag: ['@SAFE-61', '@SAFE-80'],
  }, async ({ browser }) => {
    const { page, context } = await quickFamily(browser, 'Nell', { child: 'Max', viewport: phone })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/security')
    await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
    await confirmApp(page)
    const sheet = page.getByRole('dialog', { name: 'Recovery codes' })
    await sheet.getByRole('button', { name: 'Copy' }).click()
    await expectToast(page, 'Codes copied')
    expect(await page.getByRole('heading', { name: 'Security' }).evaluate(isReachable)).toBe(false)
    for (const region of ['.toasts', '.server-status'])
      expect(await page.locator(region).evaluate(isReachable), region).toBe(true)
    // A press there doesn't count as one outside the dialog.
    await page.locator('.toasts').dispatchEvent('pointerdown', { button: 0, pointerType: 'mouse' })
    await page.locator('.toasts').dispatchEvent('pointerup', { button: 0, pointerType: 'mouse' })
    await expect(sheet).toBeVisible()
    await isSound(page)
  })

  test('a code that is corrected while the first one is being checked is sent after it', {
    tag: ['@SAFE-59', '@SAFE-80'],
  }, async ({ browser }) => {
    const nina = await quickFamily(browser, 'Nora', { child: 'Max', viewport: phone })
    const { page, email } = nina
    const { key } = await setUpApp(nina)
    await secondStep(page).click()
    await expect(secondStep(page)).toBeChecked()
    await comeBack(nina)
    await forgetLastCode(email)
    const right = codeOf(key)
    const step = await holdAnswers(page, '**/api/auth/second-step')
    await code(page).fill(right === '000000' ? '111111' : '000000')
    await step.asked
    await code(page).fill('')
    await code(page).fill(right)
    step.release()
    await expect(page).toHaveURL('/profile')
  })
})
