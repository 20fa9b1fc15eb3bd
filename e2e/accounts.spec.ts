import type { Page } from '@playwright/test'
import { setAdmin } from './administrators.ts'
import { confirmedLongAgo, inDatabase } from './database.ts'
import { answered, dialogsClosed, expect, test } from './fixtures.ts'
import { mailedLink } from './mails.ts'
import {
  callAs,
  type Person,
  password,
  quickFamily,
  register,
  storedToken,
  storeToken,
  visitor,
} from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

// The browser reports calls that are refused or cut off on purpose.
test.use({
  // A session may end between a page's ticket and its socket.
  expectedErrors: [/Failed to load resource|net::ERR_|WebSocket connection .* HTTP Authentication failed/],
})

const newPassword = 'Sandpit2!'

async function signIn(page: Page, email: string, secret: string) {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** True if the server accepts the address and password. */
async function mayLogIn({ context }: Person, email: string, secret: string): Promise<boolean> {
  const reply = await context.request.post('/api/auth/login', { data: { email, password: secret } })
  return reply.ok()
}

test('a forgotten password is reset through a mailed link, with the keyboard alone', {
  tag: [
    '@API-076',
    '@API-078',
    '@AUTH-11',
    '@AUTH-24',
    '@AUTH-25',
    '@AUTH-26',
    '@AUTH-27',
    '@AUTH-28',
    '@AUTH-29',
    '@AUTH-30',
    '@AUTH-31',
    '@AUTH-32',
    '@AUTH-33',
    '@AUTH-68',
    '@AUTH-69',
    '@ERR-38',
    '@ERR-39',
  ],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Resi', { child: 'Max' })
  const { page, context, email } = person
  const token = await storedToken(person)
  const { keyboard } = page
  await storeToken(context, null)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).focus()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/request-reset')
  const send = page.getByRole('button', { name: 'Send reset link' })
  await expect(send).toBeDisabled()
  await page.getByLabel(/^Email/).focus()
  await keyboard.type(email)
  await expect(send).toBeDisabled()
  await keyboard.press('Tab')
  await expect(page.getByLabel(/^Confirm Email/)).toBeFocused()
  await keyboard.type(`${email}x`)
  await expect(send).toBeDisabled()
  await keyboard.press('Backspace')
  await expect(send).toBeEnabled()
  await keyboard.press('Enter')
  const title = page.getByRole('heading', { name: 'Instructions sent' })
  await expect(title).toBeFocused()
  await expect(page.getByRole('main')).toContainText(
    'If that email address exists, instructions for resetting your password have been sent to your email.',
  )
  await expect(page.getByRole('main')).toContainText(
    "You'll receive this email within 5 minutes. Be sure to check your spam folder, too.",
  )

  const link = new URL(await mailedLink(email, 'Reset Password'))
  await page.goto(link.href)
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await expect(reset).toBeDisabled()
  await page.getByLabel(/^Password/).focus()
  await keyboard.type('sandpit2!')
  await expect(page.getByText('an uppercase letter, still missing')).toBeVisible()
  await expect(page.getByText('a number, done')).toBeVisible()
  await expect(reset).toBeDisabled()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(newPassword)
  await expect(page.getByText('an uppercase letter, done')).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByLabel(/^Confirm Password/)).toBeFocused()
  await keyboard.type(newPassword)
  await expect(reset).toBeEnabled()
  const sent = answered(page, '**/api/auth/reset-password')
  await keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    password: newPassword,
    confirmPassword: newPassword,
    token: link.searchParams.get('token'),
    id: link.searchParams.get('id'),
  })
  await expectToast(page, 'Your password has been reset. Please sign in.')
  await expect(page).toHaveURL('/login')

  const whoami = await context.request.get('/api/auth/whoami', {
    headers: { Authorization: `Bearer ${token.accessToken}`, 'X-Refresh-Token': token.refreshToken },
  })
  expect(whoami.status()).toBe(401)
  expect(await mayLogIn(person, email, password)).toBe(false)
  await signIn(page, email, newPassword)
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a reset signs out the browser it happens in, and its link works only once', {
  tag: ['@AUTH-33', '@ERR-40'],
}, async ({ browser }) => {
  const { page, email } = await quickFamily(browser, 'Runa', { child: 'Max' })
  await page.goto('/request-reset')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Confirm Email/).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const link = await mailedLink(email, 'Reset Password')
  const choose = async () => {
    await page.goto(link)
    await page.getByLabel(/^Password/).fill(newPassword)
    await page.getByLabel(/^Confirm Password/).fill(newPassword)
    await page.getByRole('button', { name: 'Reset Password' }).click()
  }
  await page.goto(link)
  await page.getByLabel(/^Password/).fill('Sand')
  await isSound(page)
  await choose()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible()
  await choose()
  await expect(
    page.getByText('Failed to reset password. Please try again or contact us for help.'),
  ).toBeVisible()
  await expect(page.getByLabel(/^Password/)).toHaveValue(newPassword)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/request-reset')
})

test('an unknown address gets the same answer; a failed request says so and keeps the address', {
  tag: ['@ERR-37', '@ERR-38', '@ERR-39', '@AUTH-27'],
}, async ({ browser }) => {
  const { page, email } = await visitor(browser, 'Uma', { child: 'Max' })
  await page.goto('/request-reset')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Confirm Email/).fill(email)
  await page.route('**/api/auth/request-token', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Something went wrong...')).toBeVisible()
  await expect(page.getByLabel(/^Email/)).toHaveValue(email)
  await isSound(page)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText(
      'If that email address exists, instructions for resetting your password have been sent to your email.',
    ),
  ).toBeVisible()
  await expect(
    page.getByText("You'll receive this email within 5 minutes. Be sure to check your spam folder, too."),
  ).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel(/^Email/)).toHaveValue('')
})

test('a confirmation that was open when the session ended is asked for again in the next session', {
  tag: ['@SAFE-71'],
}, async ({ browser }) => {
  const { page, context, email } = await quickFamily(browser, 'Emil', { child: 'Max' })
  const dialog = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  const ask = async () => {
    await page.getByLabel('New Email').fill(`new.${email}`)
    await confirmedLongAgo(email)
    await page.getByRole('button', { name: 'Change Email' }).click()
    await expect(dialog.getByLabel('Your Password')).toBeVisible()
  }
  await page.goto('/edit-profile')
  await ask()
  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, email, password)
  await expect(page).toHaveURL('/edit-profile')
  await ask()
})

test('the link to the new email address changes it; the link to the old one takes the change back', {
  tag: ['@PROFILE-31', '@PROFILE-32', '@SAFE-71'],
}, async ({ browser }) => {
  // Checked by axe several times, in two themes and two sizes.
  test.slow()
  const person = await quickFamily(browser, 'Emma', { child: 'Max' })
  const { page, email } = person
  const next = `new.${email}`
  await page.goto('/edit-profile')
  const change = page.getByRole('button', { name: 'Change Email' })
  await change.click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByLabel('New Email')).toBeFocused()
  await page.getByLabel('New Email').fill(email.toUpperCase())
  await change.click()
  await expect(page.getByText('You sign in with this address already')).toBeVisible()
  await page.getByLabel('New Email').fill(next)
  // Simulates another user of the phone, long after the sign-in.
  await confirmedLongAgo(email)
  await change.click()
  const dialog = page.getByRole('alertdialog', { name: "Please confirm that it's you." })
  await expect(dialog.getByLabel('Your Password')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText("Please confirm that it's you.")).toBeVisible()
  await expect(page.getByLabel('New Email')).toHaveValue(next)
  await change.click()
  await isSound(page)
  await dialog.getByLabel('Your Password').fill('Not-mine1!')
  await dialog.getByRole('button', { name: "It's me" }).click()
  await expect(dialog.getByText('That is not your password. Please try again.')).toBeVisible()
  await dialog.getByLabel('Your Password').fill(password)
  await dialog.getByRole('button', { name: "It's me" }).click()
  await expect(page.getByText(`We have mailed a link to ${next}`)).toBeVisible()
  await expect(page.getByText(`Until you open it, you sign in with ${email}`)).toBeVisible()
  await isSound(page)
  // The profile's own form is not affected.
  await expect(page.getByLabel('First Name')).toHaveValue('Emma')
  const confirmLink = await mailedLink(next, 'Confirm Email')
  expect(await mayLogIn(person, email, password)).toBe(true)
  expect(await mayLogIn(person, next, password)).toBe(false)

  let confirms = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/confirm-email')) confirms += 1
  })
  await page.goto(confirmLink)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await expect(page.getByText(`From now on you sign in with ${next}.`)).toBeVisible()
  // The token isn't kept in the address, and a reload does not use it again.
  await expect(page).toHaveURL('/confirm-email')
  await page.reload()
  await expect(page.getByText(`From now on you sign in with ${next}.`)).toBeVisible()
  expect(confirms).toBe(1)
  await isSound(page)
  expect(await mayLogIn(person, email, password)).toBe(false)
  expect(await mayLogIn(person, next, password)).toBe(true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.goto('/profile')
  await expect(page.getByText(next)).toBeVisible()

  await page.goto(confirmLink)
  await expect(
    page.getByText('This link has been used or is too old. Please ask for a new one.'),
  ).toBeVisible()
  await expect(page.getByText(`You sign in with ${next}.`)).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Change Email' }).click()
  await expect(page).toHaveURL('/edit-profile')

  // Opening the link does nothing yet, since mail scanners open links, too.
  await page.goto(await mailedLink(email, 'Take It Back'))
  await expect(page.getByRole('heading', { name: 'Take the change back?' })).toBeVisible()
  await isSound(page)
  expect(await mayLogIn(person, next, password)).toBe(true)
  await page.getByRole('button', { name: 'Take It Back' }).click()
  await expect(page.getByRole('heading', { name: 'The change is taken back' })).toBeVisible()
  await expect(page.getByText(`Your account belongs to ${email} again.`)).toBeVisible()
  await isSound(page)
  // It signs out every device, including this one, and ends the password.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await mayLogIn(person, email, password)).toBe(false)
  await page.goto(await mailedLink(email, 'Reset Password'))
  await page.getByLabel(/^Password/).fill(newPassword)
  await page.getByLabel(/^Confirm Password/).fill(newPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, email, newPassword)
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a truncated link leads to signing in, and a confirmation that failed to arrive can be retried', {
  tag: ['@PROFILE-32'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Cora', { child: 'Max' })
  await page.goto('/confirm-email?token=abc')
  await expect(
    page.getByText('This link has been used or is too old. Please ask for a new one.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login?next=%2Fedit-profile')
  let isLost = true
  await page.route('**/api/auth/confirm-email', (route) =>
    isLost
      ? route.abort()
      : route.fulfill({ json: { status: 200, data: { email: 'cora@example.org', isUndone: false } } }),
  )
  await page.goto('/confirm-email?token=abc&id=def')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isLost = false
  await again.click()
  await expect(page.getByText('From now on you sign in with cora@example.org.')).toBeVisible()
})

test('the signed-in devices are listed; one of them, or all but this one, can be signed out', async ({
  browser,
}) => {
  // Checked by axe several times, in two themes and two sizes.
  test.slow()
  const person = await quickFamily(browser, 'Dora', { child: 'Max' })
  const { page, email } = person
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  })
  const other = await phone.newPage()
  const signInThere = async () => {
    // Waits as long as signing in takes, bounded only by the test's own timeout.
    const listening = other.waitForEvent('websocket', { timeout: 0 })
    await other.goto('/login')
    await signIn(other, email, password)
    await expect(other.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    await listening
  }
  await signInThere()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  await expect(devices.getByRole('listitem').last()).toContainText('Safari on iOS')
  await expect(devices.getByRole('listitem').last()).toContainText('Last seen just now')
  await isSound(page)
  await devices.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByRole('button')).toHaveCount(0)
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/login\?next=%2Fprofile/)

  await signInThere()
  await page.reload()
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'You are signed in on this device only')
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/login\?next=%2Fprofile/)
  await page.reload()
  await expect(devices).toContainText('This device')
  await phone.close()
})

test.describe('replies to sign-up and login', () => {
  const answers = (page: Page, call: 'register' | 'login', status: number, more: object) =>
    page.route(`**/api/auth/${call}`, (route) => route.fulfill({ status, json: { status, ...more } }), {
      times: 1,
    })
  const token = { accessToken: 'x', refreshToken: 'y', tokenType: 'Bearer' }

  async function fillIn(page: Page, query = '') {
    await page.goto(`/register${query}`)
    // A box ticked exactly while the app hydrates the page may stay empty.
    await expect(page.locator('[data-early]')).toHaveCount(0)
    await page.getByLabel('Email').fill('rita@example.org')
    await page.getByLabel(/^Password/).fill(password)
    await page.getByLabel(/^Confirm Password/).fill(password)
    await page.getByRole('checkbox', { name: /terms of service/ }).check()
    await page.getByRole('checkbox', { name: /privacy policy/ }).check()
  }
  const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' }).click()

  test('a refused registration shows the server’s text, or ours for the status', {
    tag: ['@ERR-32', '@ERR-33', '@ERR-34', '@ERR-35', '@ERR-36'],
  }, async ({ browser }) => {
    const { page } = await visitor(browser, 'Rike', { child: 'Max' })
    await fillIn(page)
    const refusals = [
      [400, { error: 'nope' }, 'nope'],
      [400, {}, 'Please check your details and try again.'],
      [500, {}, 'Failed to register, please retry or try refreshing the page.'],
      [500, { error: 'boom' }, 'boom'],
      [418, {}, 'Registration failed. Please check your details and try again.'],
      [503, {}, 'Registration failed. Please check your details and try again.'],
    ] as const
    for (const [status, more, text] of refusals) {
      await answers(page, 'register', status, more)
      await signUp(page)
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page).toHaveURL('/register')
  })

  test('a failed login shows the server’s text, or ours if it has none; a redirect is followed', {
    tag: ['@ERR-30', '@ERR-31', '@AUTH-50'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Lola', { child: 'Max' })
    const { page, context, email } = person
    const kept = await storedToken(person)
    await storeToken(context, null)
    await page.goto('/login')
    await answers(page, 'login', 400, { error: 'nope' })
    await signIn(page, email, password)
    await expect(page.getByText('nope', { exact: true })).toBeVisible()
    await answers(page, 'login', 500, {})
    await signIn(page, email, password)
    await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
    await answers(page, 'login', 200, { data: { token: kept, redirectUrl: '/profile' } })
    await signIn(page, email, password)
    await expect(page).toHaveURL('/profile')
  })

  test('a registration leads to the pages that the server names', {
    tag: ['@AUTH-53', '@AUTH-54', '@AUTH-55', '@AUTH-56'],
  }, async ({ browser }) => {
    const { page } = await visitor(browser, 'Rena', { child: 'Max' })
    // Signed in at the target page, whose guard must not redirect any further.
    const user = { _id: 'u', email: 'rena@example.org', permissions: { isAdmin: false } }
    await page.route('**/api/auth/whoami', (route) =>
      route.fulfill({ json: { status: 200, data: { isLoggedIn: true, user } } }),
    )
    // The server would refuse the made-up token, which leads on to /login.
    await page.route('**/api/app/**', () => undefined)
    const ways = [
      ['/terms', '/privacy', '/privacy?rd=%2Fterms'],
      [null, '/privacy', '/privacy'],
      ['/terms', null, '/terms'],
      // '/' redirects a user without a profile to the onboarding.
      [null, null, '/onboarding'],
    ] as const
    for (const [redirectUrl, confirmationRedirect, path] of ways) {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined)
      await fillIn(page)
      await answers(page, 'register', 201, { data: { token, redirectUrl, confirmationRedirect } })
      await signUp(page)
      await expect(page).toHaveURL(path)
    }
  })

  test('an invited visitor is welcomed, the invite is sent along, and a refusal is shown', {
    tag: ['@AUTH-12', '@ERR-32'],
  }, async ({ browser }) => {
    const { page } = await visitor(browser, 'Inga', { child: 'Max' })
    await page.goto('/register')
    await expect(page.getByText(/invited/)).toHaveCount(0)
    const more = Array.from({ length: 25 }, (_, index) => `p${index}=${index}`).join('&')
    const friend = await quickFamily(browser, 'Irma', { child: 'Max' })
    const made = await callAs(friend, 'POST', '/api/app/connection', {
      inviteeName: 'Inga',
      inviteePhoneNumber: '+12123340181',
    })
    const invite = new URL(made.body.data.inviteUrl).searchParams.get('invite') ?? ''
    await fillIn(page, `?${more}&invite=${invite}&source=friend`)
    await expect(page.getByText('Irma has invited you.')).toBeVisible()
    // The invitation is gone from the address, and so from the history, but the page still has it after a reload.
    await expect(page).not.toHaveURL(/invite=/)
    await expect(page).toHaveURL(/p0=0.*source=friend$/)
    await page.reload()
    await expect(page.getByText('Irma has invited you.')).toBeVisible()
    await fillIn(page, `?${more}&source=friend`)
    await isSound(page)
    const refusal = 'Registration is by invite only. Please ask a friend or your school for an invite link.'
    await answers(page, 'register', 400, { error: refusal })
    const sent = answered(page, '**/api/auth/register')
    await signUp(page)
    const { queryParams } = (await sent).postDataJSON()
    expect(queryParams).toHaveLength(20)
    expect(queryParams).toContainEqual({ name: 'invite', value: invite })
    await expect(page.getByText(refusal)).toBeVisible()
  })
})

test('a friend’s link that has ended says so, and no request’s referrer contains its token', {
  tag: ['@AUTH-12', '@CONN-37'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/404/)
  const { page } = await visitor(browser, 'Ilka', { child: 'Max' })
  // Reads the headers as sent, since the referrer policy may change what the page intends to send.
  const sent: Promise<string>[] = []
  page.on('requestfinished', (request) => {
    if (!request.isNavigationRequest())
      sent.push(
        request.allHeaders().then(({ referer = '' }) => `${referer} for ${new URL(request.url()).pathname}`),
      )
  })
  await page.goto('/register?invite=abcdef&source=friend')
  await expect(page.getByText('This invite link has ended.')).toBeVisible()
  await expect(page.getByText('Please ask your friend for a new one')).toBeVisible()
  await page.goto('/register?invite=abcdef&source=admin')
  await expect(page.getByText('You have been invited.')).toBeVisible()
  const referrers = await Promise.all(sent)
  expect(referrers.length).toBeGreaterThan(5)
  expect(referrers.filter((each) => each.includes('abcdef'))).toEqual([])
})

test('changing the password refuses a wrong or a weak one, and signs out every other device', {
  tag: ['@SAFE-55', '@SAFE-56'],
}, async ({ browser }) => {
  const { page, email } = await quickFamily(browser, 'Nele', { child: 'Max' })
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await signIn(elsewhere, email, password)
  await expect(elsewhere.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await page.goto('/security')
  const signOut = page.getByRole('button', { name: /^Sign out (?!everywhere)/ })
  await expect(signOut).toHaveCount(1)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const change = dialog.getByRole('button', { name: 'Change', exact: true })
  await dialog.getByLabel('Your Password').fill('Not-mine1!')
  await dialog.getByLabel('New Password').fill('Nele2026!')
  await dialog.getByLabel('Confirm Password').fill('Nele2026!')
  await change.click()
  await expect(dialog.getByText('That is not your password. Please try again.')).toBeVisible()
  await dialog.getByLabel('Your Password').fill(password)
  await change.click()
  await expect(dialog.getByText('That password is too easy to guess.')).toBeVisible()
  await isSound(page)
  await dialog.getByLabel('New Password').fill('four small wet boots')
  await expect(dialog.getByText(', still missing')).toHaveCount(0)
  await dialog.getByLabel('Confirm Password').fill('four small wet boots')
  await change.click()
  await expectToast(page, 'Your password is changed')
  await expect(dialog).toBeHidden()
  await dialogsClosed(page)
  await expect(page.getByText('This device')).toBeVisible()
  await expect(signOut).toHaveCount(0)
  await storeToken(page.context(), null)
  await page.goto('/login')
  await signIn(page, email, 'four small wet boots')
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('“That wasn’t me” signs everybody out, and says how to go on', { tag: ['@SAFE-70'] }, async ({
  browser,
}) => {
  const changed = 'Your email address was changed, too.'
  for (const [name, isMoved] of [
    ['Nela', false],
    ['Nelo', true],
  ] as const) {
    const { page, email } = await quickFamily(browser, name, { child: 'Max' })
    const elsewhere = await browser.newPage()
    await elsewhere.goto('/login')
    await signIn(elsewhere, email, password)
    const link = await mailedLink(email, "That wasn't me")
    if (isMoved) await inDatabase(`update app_user set email = 'moved-' || email where email = $1`, [email])
    await page.goto(link)
    await page.getByRole('button', { name: "That wasn't me" }).click()
    await expect(page.getByRole('heading', { name: 'Everybody is signed out' })).toBeVisible()
    await expect(page.getByText('We have mailed you a link')).toHaveCount(isMoved ? 0 : 1)
    await expect(page.getByText(changed)).toHaveCount(isMoved ? 1 : 0)
    await isSound(page)
    await page.reload()
    await expect(page.getByText(changed)).toHaveCount(isMoved ? 1 : 0)
  }
})

test('a failed logout says so and returns to the page', { tag: ['@ERR-41', '@ERR-42'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Lutz', { child: 'Max' })
  await page.goto('/profile')
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: { status: 500 } }))
  await page.getByRole('main').getByRole('link', { name: 'Log out' }).click()
  await expect(
    page.getByText('We had some trouble logging you out. Please try again or refresh the page'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('an unknown path shows Page Not Found with a link home', { tag: ['@ERR-04'] }, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Pola', { child: 'Max' })
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test.describe('administrators', () => {
  test('an administrator reaches the admin pages, on a phone by keyboard', {
    tag: ['@SHELL-22', '@SHELL-07', '@AUTH-02', '@SHELL-26'],
  }, async ({ browser }) => {
    // Checked by axe several times, in two themes and two sizes.
    test.slow()
    const person = await quickFamily(browser, 'Adam', { child: 'Max' })
    const { page } = person
    await setAdmin(person, true)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Admin' })).toBeHidden()
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible()
    await isSound(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await isSound(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(menu).toBeHidden()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()

    // Nobody is redirected while the session is still unknown.
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.route('**/api/auth/whoami', async (route) => {
      await new Promise((later) => setTimeout(later, 1_000))
      await route.continue()
    })
    await page.goto('/admin/groups')
    await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
    expect(new Set(visited)).toEqual(new Set(['/admin/groups']))
  })

  test('an administrator without a profile lands on the admin pages, and may still set up a profile', {
    tag: ['@AUTH-02'],
  }, async ({ browser }) => {
    const person = await visitor(browser, 'Abby', { child: 'Max' })
    const { page, email } = person
    await register(person)
    await setAdmin(person, true)
    await page.goto('/')
    await expect(page).toHaveURL('/admin')
    await page.goto('/profile')
    await expect(page).toHaveURL('/admin')
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await signIn(page, email, password)
    await expect(page).toHaveURL('/admin')
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await page.getByRole('link', { name: 'Set up a family profile' }).click()
    await expect(page.getByLabel('First Name')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('First Name')).toBeVisible()
  })

  test('a caregiver has a profile, sees no link to the admin pages and is refused there', {
    tag: ['@SHELL-06', '@SHELL-23', '@AUTH-03', '@AUTH-72'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Cleo', { child: 'Max' })
    const { page } = person
    // The page has to load before it asks.
    const whoami = page.waitForResponse('**/api/auth/whoami', { timeout: 0 })
    await page.goto('/')
    const { user } = (await (await whoami).json()).data
    expect(user.caregiverProfile).toMatchObject({ name: 'Cleo', user: user._id })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
      await expect(page.getByText('Admin', { exact: true })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
    }
    for (const path of ['/admin', '/admin/groups']) {
      await page.goto(path)
      await expect(page).toHaveURL('/forbidden')
      await expect(page.getByRole('heading', { name: "You can't access that" })).toBeVisible()
    }
    await page.evaluate(() => localStorage.clear())
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('without a network, signed-in and public pages say so until it is back', {
  tag: ['@SHELL-01'],
}, async ({ browser }) => {
  const { page, context } = await quickFamily(browser, 'Otto', { child: 'Max' })
  const banner = page.getByText('Trying to reach Tagalong…')
  for (const path of ['/', '/terms', '/login', '/request-reset']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The prerendered heading is visible before the app runs, which it needs the server for.
    if (path === '/') await expect(page.getByText('Hi Otto!')).toBeVisible()
    await expect(banner).toBeHidden()
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
  }
})
