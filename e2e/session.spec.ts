import type { Request, Route } from '@playwright/test'
import { expireAccess } from './database.ts'
import { connect, quickPlaydate } from './events.ts'
import { answered, expect, holdAnswers, test } from './fixtures.ts'
import { newPhone, password, quickFamily, storedToken, storeToken, visitor } from './people.ts'

// The browser reports calls that are refused or aborted on purpose.
test.use({
  // A session may end between a page's ticket and its socket.
  expectedErrors: [/Failed to load resource|WebSocket connection .* HTTP Authentication failed/],
})

test('signing in stores the three parts of the token and leads home', {
  tag: ['@AUTH-08', '@AUTH-09', '@AUTH-10', '@AUTH-37', '@AUTH-49', '@AUTH-51', '@API-060'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Ines', { child: 'Max' })
  await storeToken(person.context, null)
  await person.page.goto('/login')
  const sent = answered(person.page, '**/api/auth/login')
  await person.page.getByLabel('Email Address').fill(person.email)
  await person.page.getByLabel(/^Password/).fill(password)
  await person.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(person.page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  expect(Object.keys(await storedToken(person)).sort()).toEqual(['accessToken', 'refreshToken', 'tokenType'])
  const headers = (await sent).headers()
  expect(headers['content-type']).toBe('application/json')
  expect(headers).not.toHaveProperty('authorization')
})

test('a refused login says why and keeps what was typed', {
  tag: ['@ERR-30', '@AUTH-57', '@AUTH-58'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Nora', { child: 'Max' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please provide your email address')).toBeVisible()
  await page.getByLabel('Email Address').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please provide your password')).toBeVisible()
  await page.getByLabel(/^Password/).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email Address')).toHaveValue('nobody@example.org')
})

test('an expired access token is refreshed once, and the call repeated', {
  tag: ['@API-040', '@API-041', '@API-042', '@API-057', '@API-058', '@API-059'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Rita', { child: 'Max' })
  const { page } = person
  const before = await storedToken(person)
  await expireAccess(person.email)
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh'))
      refreshes.push(request.headers()['x-refresh-token'] ?? '')
  })
  const whoami = answered(page, '**/api/auth/whoami')
  await page.goto('/view-playdates')
  expect((await whoami).headers()).toMatchObject({
    authorization: `Bearer ${before.accessToken}`,
    'x-refresh-token': before.refreshToken,
    'content-type': 'application/json',
  })
  await expect(page.getByText('You have no upcoming playdates!')).toBeVisible()
  expect(refreshes).toEqual([before.refreshToken])
  const after = await storedToken(person)
  expect(after.accessToken).not.toBe(before.accessToken)
  expect(after.refreshToken).not.toBe(before.refreshToken)
})

test('the session ends after two refreshes without effect', {
  tag: ['@API-043', '@ERR-26', '@ERR-19', '@ERR-20'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Romy', { child: 'Max' })
  // Not on Home, which fetches the connections, too.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes += 1
  })
  await page.route('**/api/app/connection', (route) =>
    route.fulfill({ status: 302, json: { status: 302, shouldRefresh: true } }),
  )
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(refreshes).toBe(2)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a refresh that fails leads to the login', { tag: ['@ERR-25', '@ERR-19', '@ERR-20'] }, async ({
  browser,
}) => {
  const person = await quickFamily(browser, 'Rosa', { child: 'Max' })
  const { page } = person
  // Not on Home, which fetches the connections, too.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.route('**/api/auth/refresh', (route) =>
    route.fulfill({ status: 401, json: { status: 401, error: 'no' } }),
  )
  await page.route('**/api/app/connection', (route) =>
    route.fulfill({ status: 302, json: { status: 302, shouldRefresh: true } }),
  )
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('without tokens, or with half of a pair, nothing is sent and the session ends', {
  tag: ['@ERR-22', '@ERR-23', '@ERR-24', '@ERR-19', '@ERR-20', '@ERR-21'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Rhea', { child: 'Max' })
  const { page } = person
  const pair = await storedToken(person)
  for (const left of [
    '{}',
    `{"refreshToken":"${pair.refreshToken}"}`,
    `{"accessToken":"${pair.accessToken}"}`,
  ]) {
    await page.goto('/edit-connection/new')
    await page.getByLabel("Friend's Name").fill('Kim')
    await page.getByLabel('Phone Number').fill(newPhone())
    const sent: string[] = []
    const note = (request: Request) => {
      // Requests with both tokens are the page's own from before.
      const { authorization, 'x-refresh-token': refreshToken } = request.headers()
      if (!authorization || !refreshToken) sent.push(new URL(request.url()).pathname)
    }
    page.on('request', note)
    // In one task, since the page also fetches news by itself.
    await page.getByRole('button', { name: 'Send Invite' }).evaluate((button: HTMLElement, stored) => {
      localStorage.setItem('token', stored)
      button.click()
    }, left)
    await expect(page.getByText('Please sign in again.')).toBeVisible()
    page.off('request', note)
    expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.evaluate((stored) => localStorage.setItem('token', stored), JSON.stringify(pair))
  }
})

test('without a token, or with half of a pair, the guard redirects to the login at once', {
  tag: ['@SHELL-04', '@SHELL-03', '@AUTH-01', '@AUTH-39', '@AUTH-48'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Nils', { child: 'Max' })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/whoami')) calls.push(request.url())
  })
  for (const path of [
    '/',
    '/onboarding',
    '/profile',
    '/view-playdates',
    '/edit-playdate/new',
    '/connections',
    '/notifications',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
  }
  await page.evaluate(() => localStorage.setItem('token', '{"accessToken":"x","tokenType":"Bearer"}'))
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
  expect(calls).toEqual([])
})

test('a guard that fails once still lets the user in', { tag: ['@AUTH-40', '@AUTH-47'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Gala', { child: 'Max' })
  await page.route('**/api/auth/whoami', (route) => route.fulfill({ status: 401, json: { status: 401 } }), {
    times: 1,
  })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('whoami is not called again if it returns no user', { tag: ['@AUTH-41'] }, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Gero', { child: 'Max' })
  for (const data of [{ isLoggedIn: false }, { isLoggedIn: true }]) {
    let calls = 0
    await page.route('**/api/auth/whoami', (route) => {
      calls += 1
      return route.fulfill({ json: { status: 200, data } })
    })
    await storeToken(page.context(), { accessToken: 'x', refreshToken: 'y', tokenType: 'Bearer' })
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
    expect(calls).toBe(1)
    await page.unroute('**/api/auth/whoami')
  }
})

test('a call answered with 403 leads to /forbidden, and from there home', {
  tag: ['@SHELL-05', '@ERR-01', '@ERR-02'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Fina', { child: 'Max' })
  // Not on Home, which fetches the connections, too.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.route('**/api/app/connection', (route) =>
    route.fulfill({ status: 403, json: { status: 403, error: 'no' } }),
  )
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveURL('/forbidden')
  await expect(page.getByRole('heading', { name: "You can't access that" })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('without a profile the dashboard leads to the onboarding, whose input survives a reload', {
  tag: ['@SHELL-16'],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Olga', { child: 'Max' })
  const { page } = person
  await page.goto('/register')
  // A box ticked exactly while the app hydrates the page may stay empty.
  await expect(page.locator('[data-early]')).toHaveCount(0)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Confirm Password/).fill(password)
  await page.getByRole('checkbox', { name: /terms/ }).check()
  await page.getByRole('checkbox', { name: /privacy/ }).check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/onboarding')
  await page.getByLabel('First Name').fill('Olga')
  await page.goto('/')
  await expect(page).toHaveURL('/onboarding')
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Olga')
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
})

test('logging out ends the session in every tab', { tag: ['@AUTH-34', '@AUTH-35', '@AUTH-36'] }, async ({
  browser,
}) => {
  const person = await quickFamily(browser, 'Lara', { child: 'Max' })
  const { page, context } = person
  const token = await storedToken(person)
  const second = await context.newPage()
  await second.goto('/view-playdates')
  await expect(second.getByText('You have no upcoming playdates!')).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const reply = await context.request.get('/api/auth/whoami', {
    headers: { Authorization: `Bearer ${token.accessToken}` },
  })
  expect(reply.status()).toBe(401)
  await expect(second).toHaveURL(/\/login/)
})

test('logging out deletes drafts in other tabs, and the end of a session does not', {
  tag: ['@AUTH-36', '@ERR-19'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Lola', { child: 'Max' })
  const { page, context } = person
  await storeToken(context, null)
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('Email Address').fill(person.email)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  }
  const second = await context.newPage()
  const drafts = () => second.evaluate(() => Object.values(sessionStorage).join())
  const type = async () => {
    await second.goto('/edit-connection/new')
    await second.getByLabel("Friend's Name").fill('Kimberly')
    expect(await drafts()).toContain('Kimberly')
  }
  await signIn()
  await type()
  await page.evaluate(() => localStorage.removeItem('token'))
  await expect(second).toHaveURL(/\/login/)
  expect(await drafts()).toContain('Kimberly')
  // The server may end the session in one tab before the other tab's logout is answered.
  await page.evaluate(() => localStorage.removeItem('sign-in'))
  await expect.poll(drafts).not.toContain('Kimberly')

  // At the next sign-in this page would reload, perhaps just when the next one is opened.
  await second.goto('about:blank')
  // A tab may have no page that could be notified.
  await signIn()
  await type()
  await second.goto('about:blank')
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await second.goto('/login')
  await expect.poll(drafts).not.toContain('Kimberly')

  await signIn()
  await type()
  await page.goto('/logout')
  await expect(second).toHaveURL(/\/login/)
  await expect.poll(drafts).not.toContain('Kimberly')
})

test('of several refused calls the first decides where signing in leads, and drafts are kept', {
  tag: ['@ERR-19', '@ERR-20', '@ERR-21'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Lina', { child: 'Max' })
  const friend = await quickFamily(browser, 'Lino', { child: 'Leo' })
  await connect(friend, person)
  const { page } = person
  await page.goto('/edit-connection/new')
  await page.getByLabel("Friend's Name").fill('Kim')
  await page.getByLabel('Phone Number').fill(newPhone())
  const sent: Route[] = []
  const asked: Route[] = []
  await page.route('**/api/app/**', (route) => {
    // The page's socket may request its ticket at any time: that isn't the invite.
    const isInvite = route.request().method() === 'POST' && route.request().url().endsWith('/connection')
    const held = isInvite ? sent : asked
    held.push(route)
  })
  const refuse = (route: Route) => route.fulfill({ status: 401, json: { status: 401, error: 'no' } })
  await page.getByRole('button', { name: 'Send Invite' }).click()
  await expect.poll(() => sent.length).toBe(1)
  await page.getByRole('link', { name: 'Playdates' }).click()
  await expect(page).toHaveURL('/view-playdates')
  // News may abort a held call and repeat it, so later calls are refused, too.
  await page.route('**/api/app/**', refuse)
  await Promise.all(asked.map(refuse))
  // The lists may be loaded already: news makes the page fetch them again.
  await quickPlaydate(friend, { times: [new Date(Date.now() + 86_400_000).toISOString()] })
  await expect(page).toHaveURL('/login?next=%2Fview-playdates&again=yes')
  // The earlier call is refused after the page was left.
  await Promise.all(sent.map(refuse))
  await expect(page.getByText('Please sign in again. What you typed is still here.')).toBeVisible()
  await page.unroute('**/api/app/**')
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/view-playdates')
  await page.goto('/edit-connection/new')
  await expect(page.getByLabel("Friend's Name")).toHaveValue('Kim')
})

test('a form sent while another tab signs in another user is not sent in that user’s name', {
  tag: ['@AUTH-37', '@AUTH-49'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aida', { child: 'Mia' })
  const bela = await quickFamily(browser, 'Bela', { child: 'Leo' })
  const { page } = anna
  await page.goto('/edit-connection/new')
  await page.getByLabel("Friend's Name").fill('Kim')
  await page.getByLabel('Phone Number').fill(newPhone())
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/app/connection')) sent.push(request.url())
  })
  // In one task, before any of it is rendered.
  await page.getByRole('button', { name: 'Send Invite' }).evaluate(
    (button: HTMLElement, token) => {
      localStorage.setItem('sign-in', 'another')
      localStorage.setItem('token', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
      button.click()
    },
    JSON.stringify(await storedToken(bela)),
  )
  await expect(page.getByLabel("Friend's Name")).toHaveValue('')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByText(bela.email)).toBeVisible()
  expect(sent).toEqual([])
})

test('a save of several calls is not finished in the name of the next user', {
  tag: ['@AUTH-37', '@AUTH-49'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aida', { child: 'Mia' })
  const bela = await quickFamily(browser, 'Bela', { child: 'Leo' })
  const { page } = anna
  await page.goto('/edit-profile')
  await page.getByLabel('Zip Code').fill('10001')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/caregiver-profile/')) sent.push(request.url())
  })
  const read = await holdAnswers(page, '**/api/app/caregiver-profile/current-user')
  await page.getByRole('button', { name: 'Save' }).click()
  await read.asked
  // As if another tab logged out, and another user signed in there.
  await page.evaluate(() => {
    localStorage.removeItem('sign-in')
    localStorage.removeItem('token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.evaluate(
    (token) => {
      localStorage.setItem('sign-in', 'another')
      localStorage.setItem('token', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    },
    JSON.stringify(await storedToken(bela)),
  )
  read.release()
  await expect(page.getByLabel('First Name')).toHaveValue('Bela')
  await expect(page.getByLabel('Zip Code')).toHaveValue('94601')
  expect(sent).toEqual([])
})

test('logging out on a page that missed another user’s sign-in doesn’t log that user out', {
  tag: ['@AUTH-34', '@AUTH-49'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aida', { child: 'Mia' })
  const bela = await quickFamily(browser, 'Bela', { child: 'Leo' })
  const { page } = anna
  await page.goto('/profile')
  const pair = JSON.stringify(await storedToken(bela))
  await page.getByRole('link', { name: 'Log out' }).evaluate((link: HTMLElement, token) => {
    localStorage.setItem('sign-in', 'another')
    localStorage.setItem('token', token)
    link.click()
  }, pair)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Hi Bela')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(pair)
})

test('a logout that is answered late doesn’t log out the user who signed in meanwhile', {
  tag: ['@AUTH-34', '@AUTH-49'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aida', { child: 'Mia' })
  const bela = await quickFamily(browser, 'Bela', { child: 'Leo' })
  const { page } = anna
  await page.goto('/profile')
  const logout = await holdAnswers(page, '**/api/auth/logout')
  await page.getByRole('main').getByRole('link', { name: 'Log out' }).click()
  await logout.asked
  const pair = JSON.stringify(await storedToken(bela))
  // As another tab does, which this page learns late.
  await page.evaluate((token) => {
    localStorage.setItem('sign-in', 'another')
    localStorage.setItem('token', token)
  }, pair)
  logout.release()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Hi Bela')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(pair)
})

test('a page that missed another user’s sign-in sends nothing in their name, and becomes theirs', {
  tag: ['@AUTH-37', '@AUTH-49'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Aida', { child: 'Mia' })
  const { page: asleep, context } = anna
  const bela = await quickFamily(browser, 'Bela', { child: 'Leo' })
  // The storage event arrives late, or never.
  await asleep.addInitScript(() => {
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)
  })
  await asleep.goto('/edit-connection/new')
  await asleep.getByLabel("Friend's Name").fill('Kim')
  await asleep.getByLabel('Phone Number').fill(newPhone())
  const sent: string[] = []
  asleep.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/app/connection')) sent.push(request.url())
  })

  // What another tab does that signs in.
  const second = await context.newPage()
  await second.goto('/terms')
  const pair = JSON.stringify(await storedToken(bela))
  await second.evaluate((token) => {
    localStorage.setItem('sign-in', 'another')
    localStorage.setItem('token', token)
  }, pair)
  // Storage reaches other tabs with a short delay. The page may notice by itself, and reload.
  await asleep.waitForFunction((token) => localStorage.getItem('token') === token, pair)
  await asleep.getByRole('button', { name: 'Send Invite' }).click()
  // The typed text belonged to the first account; the page now belongs to the second.
  await expect(asleep.getByLabel("Friend's Name")).toHaveValue('')
  await asleep.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(asleep.getByText(bela.email)).toBeVisible()
  expect(sent).toEqual([])
})
