import { chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { inDatabase } from './database.ts'
import { dayZone } from './due.ts'
import { connect, quickAsk } from './events.ts'
import { dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import {
  callAs,
  childrenOf,
  numberOf,
  type Person,
  profileOf,
  quickFamily,
  quickRequest,
  register,
  storedToken,
  visitor,
} from './people.ts'
import { shownBriefly } from './shown-briefly.ts'
import { inSteps, stopClock } from './still-clock.ts'
import { expectToast } from './toasts.ts'

// The browser reports what can't be fetched offline, and calls that are refused on purpose.
test.use({
  expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_|Failed to fetch dynamically/],
})

const narrow = { width: 360, height: 740 }

/** Moves a request's times into the past, as if nobody had opened it for a week. */
async function letTimesPass(id: string) {
  await inDatabase(
    `update playdate set proposed_times = array(select each - interval '7 days' from unnest(proposed_times) each) where id = $1`,
    [id],
  )
}

/** Sends an invitation that isn't answered yet. */
async function invite(from: Person, to: Person) {
  const sent = await callAs(from, 'POST', '/api/app/connection', {
    inviteeName: to.name,
    inviteePhoneNumber: numberOf(to),
  })
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
}

function hasFetched(page: Page, part: string): Promise<boolean> {
  return page.evaluate(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    part,
  )
}

/** Returns linked files that haven't loaded yet: a part consists of many files, some inlined in the page. */
function missingLinked(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>(
    'link[href*="/assets/"]:not([type="text/in-page"])',
  )
  return Array.from(links, ({ href }) => href).filter(
    (href) => performance.getEntriesByName(href).length === 0,
  )
}

async function scrollsSideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test.describe('with data saving off', () => {
  test.use({ savesData: false })

  test('offline, the bar still leads home and a dialog still opens', {
    tag: ['@SHELL-09', '@SHELL-26'],
  }, async ({ browser }) => {
    const { page, context } = await quickFamily(browser, 'Offa', { child: 'Max' })
    await page.goto('/connections')
    await expect(page.getByText('No connections')).toBeVisible()
    // All code of the signed-in screens is fetched while the page is idle.
    for (const part of ['home', 'edit-playdate-screen', 'sheet-dialog']) {
      await expect.poll(() => hasFetched(page, part), { message: part, timeout: 30_000 }).toBe(true)
    }
    await expect.poll(() => page.evaluate(missingLinked), { timeout: 30_000 }).toEqual([])
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    await page.getByRole('link', { name: /SCHEDULE A\s+PLAYDATE/ }).click()
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByRole('button', { name: 'Propose Times' }).click()
    await expect(page.getByRole('dialog', { name: 'Propose Times' })).toBeVisible()
    await expect(page.getByText('Oops! Something went wrong.')).toHaveCount(0)
  })

  test('a part that could not be loaded waits for the connection instead of crashing', {
    tag: ['@SHELL-09'],
  }, async ({ browser }) => {
    const { page, context } = await quickFamily(browser, 'Ofra', { child: 'Max' })
    let isCut = true
    await page.route(/\/assets\/(sheet-dialog|next-playdate)-.*\.js/, (route) =>
      isCut ? route.abort() : route.continue(),
    )
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    await page.getByRole('link', { name: /SCHEDULE A\s+PLAYDATE/ }).click()
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Propose Times' }).click()
    await expect(page.getByText('Trying to reach Tagalong…')).toBeVisible()
    await expect(page.getByText('Oops! Something went wrong.')).toHaveCount(0)
    isCut = false
    await context.setOffline(false)
    await expect(page.getByText('Trying to reach Tagalong…')).toBeHidden({ timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule a playdate' })).toBeVisible()
    await expect(page.getByText('Oops! Something went wrong.')).toHaveCount(0)
  })
})

test('a double tap answers only one invitation, and the next one stays', {
  tag: ['@CONN-26', '@CONN-42', '@CONN-43'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Dota', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Duke', { child: 'Leo' })
  const cara = await quickFamily(browser, 'Dana', { child: 'Ida' })
  await invite(ben, anna)
  await invite(cara, anna)
  const { page } = anna
  const answers: string[] = []
  page.on('request', (request) => {
    if (/\/connection\/.*\/(accepted|rejected)$/.test(request.url())) answers.push(request.url())
  })
  await page.clock.install()
  await page.goto('/connections?t=pending')
  const accept = page.getByRole('button', { name: 'Accept' })
  await expect(accept).toHaveCount(2)
  await stopClock(page)
  const box = await accept.first().boundingBox()
  if (!box) throw new Error('The button has no place')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.clock.runFor(250)
  await page.mouse.click(x, y)
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  await inSteps(page, cards.first().getByText('Accepted', { exact: true }))
  await expect(cards).toHaveCount(2)
  await page.clock.resume()
  await expect(cards).toHaveCount(1)
  await expect(accept).toHaveCount(1)
  expect(answers).toHaveLength(1)
  const rejected = await shownBriefly(page, 'Rejected')
  await page.getByRole('button', { name: 'Reject' }).dblclick()
  await rejected()
  await expect(page.getByText('No pending requests')).toBeVisible()
  expect(answers).toHaveLength(2)
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a request whose times have all passed can’t be confirmed', {
  tag: ['@PLAY-51', '@PLAY-52', '@PLAY-53'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Pala', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Paul', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = ben
  await page.goto(`/view-playdate-request/${id}`)
  await expect(page.getByRole('button', { name: 'Confirm Playdate' })).toBeVisible()
  await letTimesPass(id)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Yes, but...' })).toHaveClass(/btn--action/)
  await expect(page.getByRole('button', { name: 'Reject Playdate' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Playdate' })).toHaveCount(0)
})

test('a cancelled request doesn’t read Rejected', { tag: ['@PLAY-78'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Cala', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Caro', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('button', { name: 'Cancel Playdate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(page.getByText('This playdate was cancelled')).toBeVisible()
  await expect(page.getByText('Rejected', { exact: true })).toHaveCount(0)
})

test('a counter-proposal to a changed request can be kept with ‘Keep my answer’', {
  tag: ['@CREATE-20'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Kaja', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Kurt', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = ben
  await page.goto(`/edit-playdate/${id}`)
  await page.getByLabel('Location 1').fill('Our yard')
  await inDatabase('update playdate set version = version + 1 where id = $1', [id])
  await page.getByRole('button', { name: 'Send Response' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This playdate has changed' }).first()
  await expect(notice).toBeInViewport()
  await page.getByRole('button', { name: 'Keep my answer' }).click()
  await expect(page.getByLabel('Location 1')).toHaveValue('Our yard')
  await page.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
})

test('the child dialog closes with Back, and keeps what was typed until it is saved or cancelled', {
  tag: ['@CHILD-11', '@CHILD-12', '@PROFILE-12'],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Thea', { child: 'Max', viewport: narrow })
  const { page } = person
  await register(person)
  await expect(page.getByText('Add at least one child first')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
  await page.getByLabel('Zip Code').fill('94601')
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: /Add a child/i }).click()
  await open()
  await dialog.getByLabel('First Name').fill('Ida')
  await dialog.getByLabel('Last Initial').fill('ß')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/onboarding')
  await open()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Ida')
  await expect(dialog.getByLabel('Last Initial')).toHaveValue('ß')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await dialogsClosed(page)
  await page.reload()
  await open()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Ida')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('First Name')).toHaveValue('')
  await dialog.getByLabel('First Name').fill('Mia')
  await dialog.getByLabel('Last Initial').fill('E')
  await dialog.getByText('Availability').click()
  for (const tab of await dialog.getByRole('tab').all())
    expect((await tab.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Mia E')).toBeVisible()
  await open()
  await expect(dialog.getByLabel('First Name')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Zip Code')).toHaveValue('94601')
})

test('going back closes Propose Times first, and then leaves the page', { tag: ['@TIME-01'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Toni', { child: 'Max', viewport: narrow })
  await page.goto('/')
  await page.getByRole('link', { name: /SCHEDULE A\s+PLAYDATE/ }).click()
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  const open = () => page.getByRole('button', { name: 'Propose Times' }).click()
  await open()
  await expect(dialog).toBeVisible()
  // No chip leaves the panel on the narrowest phone, whether picked or not.
  await dialog.getByRole('button', { name: /, 9 pm/ }).click()
  const panel = await dialog.locator('.panel').boundingBox()
  for (const chip of await dialog.locator('.hour').all()) {
    const box = await chip.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((panel?.x ?? 0) + (panel?.width ?? 0))
  }
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/edit-playdate/new')
  await open()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await dialogsClosed(page)
  await expect(page).toHaveURL('/edit-playdate/new')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a link that can’t be copied is shown, and Cancel in a new tab leads to the connections', {
  tag: ['@CONN-33', '@CONN-34', '@CONN-40', '@CONN-49'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Lila', { child: 'Max' })
  const fresh = await page.context().newPage()
  await fresh.goto('/edit-connection/new')
  await fresh.getByLabel("Friend's Name").fill('Kim')
  await fresh.getByLabel('Phone Number').fill('(212) 334-0131')
  await fresh.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await fresh.getByRole('button', { name: 'Send Invite' }).click()
  const dialog = fresh.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expectToast(fresh, 'Failed to copy invite link. Please try again.')
  await expect(dialog.getByText(/\/register\?inviter=/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(fresh).toHaveURL('/connections')
})

test('a signed-in user is redirected from the forms to sign in and to sign up', {
  tag: ['@AUTH-05', '@AUTH-12'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Lena', { child: 'Max' })
  await page.goto('/login?next=/profile')
  await expect(page).toHaveURL('/profile')
  // Would resolve to another site, which the router can't open.
  await page.goto('/login?next=/.//elsewhere.example')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
})

test('a session that ends says why to sign in again, and logging out does not', {
  tag: ['@ERR-20', '@ERR-21'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Leni', { child: 'Max' })
  const { page } = person
  // Not on Home, which fetches the connections, too.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  const token = await storedToken(person)
  await page.route('**/api/app/connection', (route) =>
    route.fulfill({ status: 401, json: { status: 401, error: 'no' } }),
  )
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveURL('/login?next=%2Fconnections&again=yes')
  // Without the part about typed text, since nothing was typed.
  await expect(page.getByText('Please sign in again.', { exact: true })).toBeVisible()
  await page.unroute('**/api/app/connection')
  await page.evaluate((pair) => localStorage.setItem('token', JSON.stringify(pair)), token)
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Please sign in again.')).toHaveCount(0)
})

test('the chat keeps the focus and position of its field, and each message the direction of its script', {
  tag: ['@CHAT-06', '@CHAT-10'],
}, async ({ browser }) => {
  // Not near midnight, when a second day would begin among the messages.
  const anna = await quickFamily(browser, 'Rita', { child: 'Mia', timezoneId: dayZone() })
  const ben = await quickFamily(browser, 'Rolf', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const field = page.getByRole('textbox', { name: 'Your message' })
  await field.fill('שלום, 5 pm?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  const list = page.getByRole('list', { name: 'Messages' })
  const said = list.getByText('שלום, 5 pm?')
  await expect(said).toBeVisible()
  // The message being sent is replaced by the one from the server.
  await expect(list.getByText('Sending')).toHaveCount(0)
  await expect(said).toHaveCSS('direction', 'rtl')
  // Messages sent while another is underway follow it.
  const held = await holdAnswers(page, '**/api/app/message')
  for (const text of ['See you', 'at five']) {
    await field.fill(text)
    await field.press('Enter')
    await expect(field).toBeFocused()
  }
  await expect(list.getByText('See you')).toBeVisible()
  // What is typed after Enter doesn't belong to it.
  await expect(field).toHaveValue('')
  await field.fill('or six')
  held.release()
  await expect(list.getByText('Sending')).toHaveCount(0)
  await expect(list.getByRole('listitem')).toHaveText([/Today/, /5 pm\?/, /See you/, /at five\d/])
  await expect(field).toHaveValue('or six')
  await field.fill('')
  // Texts for screen readers are inside the list: only the list scrolls.
  const chat = page.locator('.chat')
  await chat.evaluate((each) => {
    each.scrollTop = 200
  })
  expect(await chat.evaluate((each) => each.scrollTop)).toBe(0)
})

test('‘Older messages’ by keyboard moves the focus to the list', { tag: ['@CHAT-06'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Odil', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Olaf', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const field = page.getByRole('textbox', { name: 'Your message' })
  const list = page.getByRole('list', { name: 'Messages' })
  await expect(field).toBeVisible()
  const room = (await callAs(anna, 'GET', `/api/app/room/${id}`)).body.data.chatRoom._id
  for (let count = 0; count < 60; count += 1) {
    const sent = await callAs(anna, 'POST', '/api/app/message', {
      chatRoom: room,
      message: { text: `No. ${count}` },
    })
    expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
  }
  await page.reload()
  await expect(list.getByText('No. 59', { exact: true })).toBeVisible()
  const older = page.getByRole('button', { name: 'Older messages' })
  await list.focus()
  await page.keyboard.press('Tab')
  await expect(older).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.getByText('No. 0', { exact: true })).toBeAttached()
  await expect(list).toBeFocused()
})

test('on a small phone the dashboard fits the screen, and nothing moves when the next playdate loads', {
  tag: ['@SHELL-10', '@SHELL-11'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Hada', { child: 'Mia', viewport: narrow })
  const ben = await quickFamily(browser, 'Hugo', { child: 'Leo' })
  const id = await quickRequest(ben, anna)
  const { proposedTimes, version } = (await callAs(anna, 'GET', `/api/app/playdate/${id}`)).body.data
  const accepted = await callAs(anna, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: 'Riverside Park',
    acceptedTime: proposedTimes[0],
    version,
  })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  const { page } = anna
  const held = await holdAnswers(page, '**/api/app/playdate?**')
  await page.goto('/')
  const tile = page.getByRole('link', { name: 'Notifications' }).first()
  await expect(page.locator('.next .skeleton').first()).toBeVisible()
  const before = await tile.boundingBox()
  held.release()
  await expect(page.getByRole('heading', { name: 'Next playdate' })).toBeVisible()
  await expect(page.locator('.next .skeleton')).toHaveCount(0)
  const after = await tile.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(narrow.height)
})

test('content that loads late doesn’t move anything that can be pressed', {
  tag: ['@SHELL-10', '@CHAT-06', '@BILL-13', '@NOTIF-11', '@TIME-05'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Ilka', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ivar', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  const top = (what: Locator) => what.evaluate((element) => element.getBoundingClientRect().top + scrollY)

  const room = await holdAnswers(page, '**/api/app/room/*')
  await page.goto(`/view-playdate-information/${id}`)
  const cancel = page.getByRole('button', { name: 'Cancel Playdate' })
  await expect(page.getByText('Loading the chat')).toBeAttached()
  const before = await top(cancel)
  room.release()
  await expect(page.getByText('Say hello!')).toBeVisible()
  expect(await top(cancel)).toBe(before)

  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  const membership = await holdAnswers(page, '**/api/app/subscription**')
  await page.reload()
  const times = page.getByRole('button', { name: 'Propose Times' })
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await expect(page.getByRole('button', { name: 'Mia' })).toBeVisible()
  const beforeSubscribe = await top(times)
  await expect(subscribe).toBeHidden()
  membership.release()
  await expect(subscribe).toBeVisible()
  expect(await top(times)).toBe(beforeSubscribe)

  await page.getByRole('button', { name: 'Mia' }).click()
  const free = await holdAnswers(page, '**/api/app/availability-slots')
  await times.click()
  await expect(page.getByText('Looking up who is free')).toBeVisible()
  const hour = page.getByRole('dialog').getByRole('button', { name: /, 11 am/ })
  const beforeFree = await top(hour)
  free.release()
  await expect(page.getByText('Times in white outline should work')).toBeVisible()
  expect(await top(hour)).toBe(beforeFree)

  const device = await holdAnswers(page, '**/api/app/checkSubscription')
  // The page has to load before it asks.
  const listed = page.waitForResponse('**/api/app/notifications**', { timeout: 0 })
  await page.goto('/notifications')
  await listed
  // Enough frames to see the list before the prompt, if it were shown first.
  const tops = page.evaluate(async () => {
    const seen = new Set<number>()
    for (let frame = 0; frame < 60 || !document.querySelector('.question'); frame += 1) {
      await new Promise(requestAnimationFrame)
      const list = document.querySelector('.notices')
      if (list) seen.add(list.getBoundingClientRect().top)
      if (frame === 30) document.documentElement.dataset.framesSeen = 'yes'
    }
    return [...seen]
  })
  await expect(page.locator('html')).toHaveAttribute('data-frames-seen', 'yes')
  device.release()
  expect(await tops).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
})

test('a caregiver away from home sees which time zone the times are in', { tag: ['@TIME-04'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Zita', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Zeno', { child: 'Leo', timezoneId: 'America/Los_Angeles' })
  const id = await quickRequest(anna, ben)
  const away = await browser.newContext({
    timezoneId: 'America/New_York',
    viewport: { width: 390, height: 844 },
    ...(process.env.E2E_BASE_URL && { baseURL: process.env.E2E_BASE_URL }),
  })
  const page = await away.newPage()
  await page.goto('/login')
  await page.evaluate((pair) => localStorage.setItem('token', pair), JSON.stringify(await storedToken(ben)))
  const line = page.getByText('Times in Los Angeles time')
  for (const path of ['/view-playdates', `/view-playdate-request/${id}`]) {
    await page.goto(path)
    await expect(line).toBeVisible()
  }
  await page.goto(`/edit-playdate/${id}`)
  await page.getByRole('button', { name: 'Propose Times' }).click()
  await expect(page.getByRole('dialog').getByText('Times in Los Angeles time')).toBeVisible()
  await ben.page.goto('/view-playdates')
  await expect(ben.page.getByRole('heading', { name: 'My Received Requests' })).toBeVisible()
  await expect(ben.page.getByText('Times in Los Angeles time')).toHaveCount(0)
})

test('large text needs no sideways scrolling, and the bar and dialogs keep their buttons in view', {
  tag: ['@SHELL-01'],
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const anna = await quickFamily(browser, 'Lara', { child: 'Bartholomäus' })
  const ben = await quickFamily(browser, 'Lars', { child: 'Leo' })
  const id = await quickRequest(ben, anna)
  const token = JSON.stringify(await storedToken(anna))
  for (const size of [21, 32]) {
    const large = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--blink-settings=defaultFontSize=${size}`],
    })
    const page = await large.newPage({ viewport: narrow, ...(baseURL && { baseURL }) })
    await page.goto('/login')
    expect(await scrollsSideways(page), '/login').toBeLessThanOrEqual(0)
    await page.evaluate((pair) => localStorage.setItem('token', pair), token)
    const paths = ['/', '/profile', '/view-playdates', '/connections', '/connections?t=pending']
    for (const path of [
      ...paths,
      '/edit-child/new',
      '/edit-connection/new',
      `/view-playdate-request/${id}`,
      '/edit-playdate/new',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await scrollsSideways(page), `${path} at ${size} px`).toBeLessThanOrEqual(0)
      for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').all()) {
        const box = await link.boundingBox()
        expect(Math.round((box?.x ?? 0) + (box?.width ?? 0)), `${path} at ${size} px`).toBeLessThanOrEqual(
          360,
        )
      }
    }
    await page.goto(`/view-playdate-request/${id}`)
    await page.getByRole('button', { name: 'Reject Playdate' }).click()
    const dialog = await page.locator('.confirm').boundingBox()
    for (const button of await page.getByRole('alertdialog').getByRole('button').all()) {
      const box = await button.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((dialog?.x ?? 0) + (dialog?.width ?? 0))
    }
    await large.close()
  }
})

/** Returns the distance of the words from the left edge. */
function leftOf(line: Locator, words: string): Promise<number> {
  return line.evaluate((element, part) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf(part) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + part.length)
      return range.getBoundingClientRect().left
    }
    throw new Error(`no '${part}' in it`)
  }, words)
}

test('a right-to-left name leaves the text around it left to right', {
  tag: ['@NOTIF-11', '@PLAY-78', '@PLAN-28'],
}, async ({ browser }) => {
  const arabic = 'محمد'
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const priya = await quickFamily(browser, 'Priya', { child: arabic })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Max' })
  const shared = await share(priya, dev)
  await inDatabase('update caregiver set name = $1 where id = $2', [arabic, await profileOf(dev)])
  await connect(dev, amara)
  const [zuri] = await childrenOf(amara)
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const { body } = await callAs(dev, 'POST', '/api/app/playdate', {
    type: 'single',
    ownerChildren: [shared],
    recipientChildren: [zuri._id],
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: [time],
  })
  await inDatabase("update playdate set updated_at = now() - interval '5 minutes' where id = $1", [
    body.data._id,
  ])

  await amara.page.goto('/notifications')
  const title = amara.page.getByText(`${arabic} sent you a playdate request`)
  expect(await leftOf(title, arabic)).toBeLessThan(await leftOf(title, 'sent you'))

  const { page } = priya
  await page.goto('/view-playdates')
  const foot = page.getByText(`Sent by ${arabic} · 5 minutes ago`)
  expect(await leftOf(foot, arabic)).toBeLessThan(await leftOf(foot, '5'))

  for (const friend of [amara, ben]) await connect(priya, friend)
  await page.goto(`/ask/${await quickAsk(priya, [time])}`)
  const about = page.getByText(new RegExp(`^${arabic} · .*M, `))
  expect(await leftOf(about, arabic)).toBeLessThan(await leftOf(about, 'M, '))
})

/** Checks that its colour differs from the page's. */
async function standsOut(picked: Locator): Promise<void> {
  const [own, page] = await picked.evaluate((element) =>
    [element, document.body].map((each) => getComputedStyle(each).backgroundColor),
  )
  expect(own).not.toBe(page)
}

test('what is selected can be seen if the reader’s own colours are forced', {
  tag: ['@SHELL-01', '@PLAY-52'],
}, async ({ browser }) => {
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const id = await quickRequest(amara, priya)
  const { page } = priya
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.goto('/connections')
  await standsOut(page.getByRole('tab', { selected: true }))
  // Backgrounds and shadows are not shown.
  for (const each of [
    page.getByRole('link', { name: 'Add or Invite Friend' }),
    page.locator('.card').first(),
  ]) {
    await expect(each).toHaveCSS('border-top-width', '1px')
  }
  await page.goto('/edit-child/new')
  await page.getByRole('button', { name: 'Weekends' }).click()
  await standsOut(page.locator('.dots').getByRole('tab', { selected: true }))
  await page.getByRole('tab', { name: 'Saturday' }).click()
  await standsOut(page.locator('.half .run').first())
  await page.setViewportSize({ width: 1280, height: 900 })
  await standsOut(page.locator('.week .run').first())
  await page.goto(`/view-playdate-request/${id}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  const phrases = page.getByRole('alertdialog').getByRole('group').getByRole('button')
  await expect(phrases.locator('svg')).toHaveCount(0)
  await phrases.first().click()
  await expect(page.getByRole('button', { pressed: true }).locator('svg')).toHaveCount(1)

  const guest = await visitor(browser, 'Gus', { child: 'Leo' })
  await guest.page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await guest.page.goto('/register')
  // A box ticked exactly while the app hydrates the page may stay empty.
  await expect(guest.page.locator('[data-early]')).toHaveCount(0)
  const box = guest.page.getByRole('checkbox', { name: /terms of service/ })
  const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {}
  // Without its border.
  const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
  const before = await guest.page.screenshot({ clip })
  await box.check()
  await guest.page.mouse.move(0, 0)
  expect((await guest.page.screenshot({ clip })).equals(before)).toBe(false)
  await guest.page.goto('/login')
  await standsOut(guest.page.getByRole('button', { name: 'English', pressed: true }))
})
