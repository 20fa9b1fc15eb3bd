import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { addChild, connect, quickChange, quickPlaydate, setPremium } from './events.ts'
import { answered, dialogsClosed, expect, firstSeen, holdAnswers, neverOpens, test } from './fixtures.ts'
import { callAs, childrenOf, type Person, proposeTimes, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const section = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const day = 86_400_000
const onDay = (days: number) => new Date(Date.now() + days * day)
/** `3:30 PM` */
const clock = (start = '') =>
  new Date(start)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'America/New_York' })
    .replace(/\s/, ' ')
const dateOf = (at: Date) => at.toISOString().slice(0, 10)
/** The weekday with the longest name. */
const onWednesday = () => onDay(2 + ((3 - onDay(2).getUTCDay() + 7) % 7))

/** Makes two families who are friends. */
async function twoFamilies(browser: Parameters<typeof quickFamily>[0]): Promise<[Person, Person]> {
  const both = await Promise.all([
    quickFamily(browser, 'Priya', { child: 'Anika' }),
    quickFamily(browser, 'Amara', { child: 'Zuri' }),
  ])
  await connect(...both)
  return both
}

interface Asking {
  /** Pass the same date to several series to put them on the same days, even around midnight. */
  first?: Date
  count?: number
  isEvent?: boolean
  capacity?: number
  wait?: string
  stay?: string
}

/** Makes a weekly series from that day on by a call. Returns its id and its dates. */
async function quickSeries(
  owner: Person,
  { first = onDay(2), count = 5, isEvent = false, ...more }: Asking = {},
): Promise<{ id: string; dates: { playdate: string; start: string; version: number }[] }> {
  const start = new Date(first)
  start.setUTCHours(20, 30, 0, 0)
  const repeat = { everyWeeks: 1, until: dateOf(new Date(start.getTime() + (count - 1) * 7 * day)) }
  const id = await quickPlaydate(owner, { times: [start.toISOString()], isEvent, repeat, ...more })
  const { body } = await callAs(owner, 'GET', `/api/app/playdate/${id}`)
  const series = await callAs(owner, 'GET', `/api/app/series/${body.data.series.id}`)
  return { id: body.data.series.id, dates: series.body.data.dates }
}

async function answerAll(
  person: Person,
  { id, dates }: Awaited<ReturnType<typeof quickSeries>>,
): Promise<void> {
  const answers = dates.map(({ playdate, version }) => ({ playdate, version, response: 'accepted' }))
  const { status } = await callAs(person, 'POST', `/api/app/series/${id}/answer`, { dates: answers })
  expect(status).toBe(200)
}

/** Moves the playdates to two days ago. */
async function past(ids: readonly string[]): Promise<void> {
  await inDatabase(`update playdate set accepted_time = now() - interval '2 days' where id = any($1)`, [ids])
}

test('a weekly playdate is requested once, answered day by day, stopped and requested again', {
  tag: ['@PLAN-29', '@PLAN-30', '@PLAN-33', '@PLAN-34', '@PLAN-39', '@PLAN-80', '@PLAN-81'],
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const [priya, amara] = await twoFamilies(browser)
  const { page } = priya

  await test.step('the form asks how often and until when', async () => {
    await page.goto('/edit-playdate/new')
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByRole('button', { name: 'Anika', exact: true }).click()
    await page.getByRole('combobox', { name: 'Child' }).selectOption({ index: 1 })
    await page.getByLabel('Wait for an answer').selectOption('day')
    await page.getByRole('textbox', { name: 'Location 1' }).fill('Riverside Park')
    await proposeTimes(page, ['3 pm'])
    await page.getByRole('button', { name: /How often\?/ }).click()
    const sheet = page.getByRole('dialog', { name: 'How often?' })
    await sheet.getByText('Every week').click()
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet.getByText('Please choose a later end')).toBeVisible()
    const until = sheet.getByLabel('Until')
    const [min, max] = [await until.getAttribute('min'), await until.getAttribute('max')]
    expect((Date.parse(max ?? '') - Date.parse(min ?? '')) / day).toBe(77)
    await until.fill(dateOf(new Date(Date.parse(max ?? '') + 7 * day)))
    await expect(sheet.getByText('At most 13 dates at a time')).toBeVisible()
    await until.fill(dateOf(new Date(Date.parse(min ?? '') + 21 * day)))
    await expect(sheet.getByText(/^5 times, from \d\d\/\d\d to \d\d\/\d\d$/)).toBeVisible()
    await isSound(page)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toBeHidden()
    await dialogsClosed(page)
    // The choice survives a reload.
    await page.reload()
    await expect(page.getByRole('button', { name: 'How often? Every week' })).toBeVisible()
    // A series has only one family.
    await expect(button(page, 'Add another family')).toBeHidden()
    await button(page, 'Create Event').click()
    await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
    await page.goto('/view-playdates')
    await expect(section(page, 'My Sent Requests').getByRole('article')).toHaveCount(1)
    await expect(section(page, 'My Sent Requests').getByText('and 4 more')).toBeVisible()
  })

  await test.step('one request is accepted for all days but one', async () => {
    const other = amara.page
    await other.goto('/notifications')
    await expect(other.getByText('Priya asks for a playdate every week')).toHaveCount(1)
    await other.goto('/view-playdates')
    const received = section(other, 'My Received Requests')
    await expect(received.getByRole('article')).toHaveCount(1)
    await received.getByRole('link', { name: /^Respond/ }).click()
    await expect(other.getByRole('heading', { name: 'Which days work?' })).toBeVisible()
    await expect(other.getByRole('heading', { name: /^Every \w+day, 3:00 PM$/ })).toBeVisible()
    await expect(other.getByText(/^Please answer by \d+:\d\d [AP]M, \d\d\/\d\d$/)).toBeVisible()
    await expect(other.getByRole('switch')).toHaveCount(5)
    await isSound(other)
    await other.getByRole('switch').nth(2).click()
    await button(other, 'Yes to these 4').click()
    await expect(other.getByRole('heading', { name: 'way to go!' })).toBeVisible()
    await other.goto('/view-playdates')
    const card = section(other, 'Upcoming Playdates').getByRole('link', { name: /and 3 more/ })
    await card.click()
    await expect(other).toHaveURL(/\/series\//)
    await expect(other.getByText('You said yes to 4 days. Each one now stands for itself.')).toBeVisible()
    await expect(other.getByText('Left out by you')).toHaveCount(1)
    await expect(other.locator('.badge--confirmed')).toHaveCount(4)
    await isSound(other)
  })

  await test.step('another time that is asked for is shown at its date', async () => {
    const other = amara.page
    const row = other.locator('.seriesdates').getByRole('listitem').nth(1)
    await expect(row).toContainText('Riverside Park')
    const href = (await row.getByRole('link').getAttribute('href')) ?? ''
    const { data } = (await callAs(priya, 'GET', `/api/app/playdate/${href.split('/').at(-1)}`)).body
    const ids = (children: { _id: string }[]) => children.map(({ _id }) => _id)
    const asked = await callAs(priya, 'POST', '/api/app/playdate', {
      type: 'single',
      ownerChildren: ids(data.ownerChildren),
      recipientChildren: ids(data.recipientChildren),
      proposedLocations: { option1: 'Riverside Park' },
      proposedTimes: [new Date(Date.parse(data.acceptedTime) + 3_600_000).toISOString()],
      replaces: data._id,
    })
    expect(asked.status).toBe(200)
    await expect(row).toContainText('Asked: 4:00 PM')
    await expect(row).toContainText('Confirmed')
  })

  await test.step('the series is stopped from its fourth date on', async () => {
    const other = amara.page
    await other.locator('.seriesdates').getByRole('link').nth(3).click()
    await expect(other.getByRole('link', { name: 'Part of a series' })).toBeVisible()
    await other.getByRole('button', { name: /^Stop repeating/ }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Stop repeating' }).click()
    await expectToast(other, "It doesn't repeat any more")
    await page.goto('/notifications')
    await page.getByRole('link', { name: /Amara cancelled your playdate/ }).click()
    await expect(page).toHaveURL(/\/series\//)
    await expect(page.getByText('Cancelled')).toHaveCount(2)
    await expect(page.getByText('Amara said yes to 2 days. Each one now stands for itself.')).toBeVisible()
  })

  await test.step('playing again keeps the rhythm', async () => {
    const before = await callAs(priya, 'GET', '/api/app/playdate?status=pending')
    await page.getByRole('link', { name: 'Play again' }).click()
    await expect(page.getByRole('button', { name: 'How often? Every week' })).toBeVisible()
    await expect(page.getByText(/^\w+days, 3:00 PM$/)).toBeVisible()
    await expect(page.getByText(/^5 times, from/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Location 1' })).toHaveValue('Riverside Park')
    const after = await callAs(priya, 'GET', '/api/app/playdate?status=pending')
    expect(after.body.data.items).toHaveLength(before.body.data.items.length)
  })
})

test('a day on which the child has a playdate is off at first; ‘Just this one’ leaves the others open', {
  tag: ['@PLAN-34', '@PLAN-35'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const first = onDay(2)
  const busy = await quickSeries(priya, { first, count: 2 })
  await callAs(amara, 'POST', `/api/app/series/${busy.id}/answer`, {
    dates: busy.dates.slice(1).map(({ playdate, version }) => ({ playdate, version, response: 'accepted' })),
  })
  const series = await quickSeries(priya, { first, count: 3 })
  const { page } = amara
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  await expect(page.getByText('You have a playdate then')).toHaveCount(1)
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(2)
  await expect(page.getByRole('switch').nth(1)).not.toBeChecked()
  await expect(button(page, 'Yes to these 2')).toBeVisible()
  await page.getByRole('switch').nth(1).click()
  await expect(button(page, 'Yes to all')).toBeVisible()
  await page.getByRole('button', { name: /^Just this one/ }).click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  const { body } = await callAs(amara, 'GET', `/api/app/series/${series.id}`)
  expect(body.data.dates.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'pending',
    'pending',
  ])
  await page.goto(`/view-playdate-request/${series.dates[1]?.playdate}`)
  await expect(page.getByRole('switch')).toHaveCount(2)
  await button(page, 'No to all').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No to all' }).click()
  await expectToast(page, 'You said no to all days')
})

test('a day on which a child is away is off at first', { tag: ['@PLAN-34'] }, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 3 })
  const [child] = await childrenOf(amara)
  const [from, to] = [dateOf(onDay(1)), dateOf(onDay(3))]
  await callAs(amara, 'POST', '/api/app/away', { children: [child._id], from, to })
  const { page } = amara
  const away = await holdAnswers(page, '**/api/app/away')
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  // A press meant to turn it off could otherwise turn it on again.
  await expect(page.getByRole('switch').first()).toBeDisabled()
  away.release()
  await expect(page.getByText("You're away then")).toHaveCount(1)
  await expect(page.getByRole('switch').first()).not.toBeChecked()
  await expect(page.getByRole('switch').first()).toBeEnabled()
  await expect(button(page, 'Yes to these 2')).toBeVisible()
})

test('a clash that arose since the page was opened is shown before anything is answered', {
  tag: ['@PLAN-34'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const first = onDay(2)
  const series = await quickSeries(priya, { first, count: 2 })
  const another = await quickSeries(priya, { first, count: 2 })
  const { page } = amara
  // The page gets no frames.
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  await expect(button(page, 'Yes to all')).toBeEnabled()
  await answerAll(amara, { ...another, dates: another.dates.slice(0, 1) })
  await button(page, 'Yes to all').click()
  await expectToast(page, 'You have a playdate then')
  await expect(page.getByRole('switch').first()).not.toBeChecked()
  const { body } = await callAs(amara, 'GET', `/api/app/series/${series.id}`)
  expect(body.data.dates.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending'])

  // Saying no to dates that were accepted elsewhere has no effect.
  await button(page, 'No to all').click()
  await answerAll(amara, series)
  await page.getByRole('alertdialog').getByRole('button', { name: 'No to all' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('This playdate is confirmed already')).toBeVisible()
})

test('‘No to all’ and the switches are disabled while a yes is being checked', {
  tag: ['@PLAN-34'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 3 })
  const { page } = amara
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  const yes = button(page, 'Yes to all')
  await expect(yes).toBeEnabled()
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/app\/playdate\?status=accepted/, async (route) => {
    await held.promise
    await route.continue()
  })
  await yes.click()
  await expect(yes).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('switch', { disabled: true })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Just this one/ })).toBeDisabled()
  await expect(button(page, 'No to all')).toBeDisabled()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
})

test('no success is shown if no day was accepted', { tag: ['@PLAN-34', '@PLAN-44'] }, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 2 })
  const [first, second] = series.dates
  const { page } = amara
  // The page gets no frames.
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-request/${second?.playdate}`)
  await page.getByRole('switch').nth(1).uncheck()
  expect((await callAs(priya, 'POST', '/api/app/cancel-playdate', { id: first?.playdate })).status).toBe(200)
  await button(page, 'Yes to this one').click()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'way to go!' })).toHaveCount(0)
  await expect(page.getByText('This request was rejected')).toBeVisible()

  await setPremium(priya, 'active')
  const events = await quickSeries(priya, { first: onDay(10), count: 2, isEvent: true, capacity: 1 })
  await page.goto(`/view-playdate-request/${events.dates[0]?.playdate}`)
  await button(page, 'Yes to all').click()
  await expect(page.getByText("You're 1st in line.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toHaveCount(0)
})

test('a date with another time or place says so, and a counter-proposal for one date has its own page', {
  tag: ['@PLAN-34', '@PLAN-35'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 4 })
  const [moved, usual] = [series.dates[0], series.dates[1]]
  const later = new Date(Date.parse(moved?.start ?? '') + 90 * 60_000).toISOString()
  const change = { proposedTimes: [later], proposedLocations: { option1: 'The zoo' } }
  await quickChange(amara, moved?.playdate ?? '', change)
  await quickChange(priya, moved?.playdate ?? '', change)
  const { page } = amara
  await page.goto(`/view-playdate-request/${usual?.playdate}`)
  await expect(page.getByRole('switch')).toHaveCount(4)
  await expect(page.locator('.rhythm')).toContainText(clock(usual?.start))
  await expect(page.locator('.rhythm')).toContainText('Riverside Park')
  const rows = page.getByRole('list', { name: 'Which days work?' }).getByRole('listitem')
  await expect(rows.first()).toContainText(`${clock(later)} · The zoo`)
  await expect(page.getByText('The zoo')).toHaveCount(1)
  await expect(rows.getByText(clock(usual?.start))).toHaveCount(0)
  await isSound(page)

  await page.goto(`/view-playdate-request/${moved?.playdate}`)
  await expect(page.getByRole('radio', { name: 'The zoo' })).toBeAttached()
  await expect(page.getByRole('radio', { name: clock(later) })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Yes, but...' })).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
})

test('the coming dates can be answered on the page of a past one', {
  tag: ['@PLAN-34'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const { dates } = await quickSeries(priya, { count: 3 })
  const [first] = dates
  await inDatabase(`update playdate set proposed_times = array[now() - interval '2 hours'] where id = $1`, [
    first?.playdate,
  ])
  const { page } = amara
  await page.goto(`/view-playdate-request/${first?.playdate}`)
  await expect(page.getByRole('list', { name: 'Which days work?' }).getByRole('listitem')).toHaveCount(2)
  await button(page, 'Yes to all').click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
})

test('an unread message about a later date is shown on the card of the series and beside the date', {
  tag: ['@PLAN-39'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 3 })
  await answerAll(amara, series)
  const { body } = await callAs(amara, 'GET', `/api/app/room/${series.dates[1]?.playdate}`)
  const message = { chatRoom: body.data.chatRoom._id, message: { text: 'Shall we bring boots?' } }
  expect((await callAs(amara, 'POST', '/api/app/message', message)).status).toBe(200)
  const { page } = priya
  await page.goto('/view-playdates')
  const card = section(page, 'Upcoming Playdates').getByRole('link', { name: /and 2 more/ })
  await expect(card).toContainText('1 new message')
  await card.click()
  const rows = page.locator('.seriesdates').getByRole('listitem')
  await expect(rows.filter({ hasText: 'new message' })).toHaveCount(1)
  await expect(rows.nth(1)).toContainText('1 new message')
  await isSound(page)
  const read = answered(page, `**/api/app/room/${series.dates[1]?.playdate}/read`)
  await rows.nth(1).getByRole('link').click()
  await page
    .getByRole('list', { name: 'Messages' })
    .getByText('Shall we bring boots?')
    .scrollIntoViewIfNeeded()
  expect((await (await read).response())?.status()).toBe(200)
  await page.goBack()
  await expect(rows.nth(1)).toBeVisible()
  await expect(page.getByText('new message')).toHaveCount(0)
})

test('‘We’re sick’ on the last date of a series asks for another day, not for another series', {
  tag: ['@PLAN-94'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 2 })
  await answerAll(amara, series)
  const { page } = amara
  await page.goto(`/view-playdate-information/${series.dates[1]?.playdate}`)
  await button(page, "We're sick").click()
  await page
    .getByRole('alertdialog', { name: 'Call it off?' })
    .getByRole('button', { name: 'Cancel Playdate' })
    .click()
  await expect(page.getByRole('heading', { name: 'Another day?' })).toBeVisible()
  await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
  await expect(page.getByRole('button', { name: 'How often? Just once' })).toBeVisible()
})

test('a date that moves while the days are shown says so, and is switched on again', {
  tag: ['@PLAN-29'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  await setPremium(priya, 'active')
  const { dates } = await quickSeries(priya, { first: onDay(10), count: 3, isEvent: true })
  const [, second] = dates
  const { page } = amara
  await page.goto(`/view-playdate-request/${dates[0]?.playdate}`)
  const row = page.getByRole('list', { name: 'Which days work?' }).getByRole('listitem').nth(1)
  await row.getByRole('switch').uncheck()
  await expect(page.getByRole('button', { name: 'Yes to these 2' })).toBeVisible()
  const later = new Date(Date.parse(second?.start ?? '') + 90 * 60_000).toISOString()
  const location = { option1: 'The zoo' }
  const came = await firstSeen(page, 'Yes to all')
  await quickChange(priya, second?.playdate ?? '', {
    proposedTimes: [later],
    proposedLocations: location,
    version: 1,
  })
  await expect(page.getByRole('alert')).toContainText('These days have changed. Please take another look:')
  expect(await came()).toBe(false)
  await expect(row).toContainText(`${clock(later)} · The zoo`)
  await expect(row.getByRole('switch')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Yes to all' })).toBeEnabled()
})

test('an offer for one date is answered on that date’s own page', {
  tag: ['@PLAN-29', '@PLAN-48'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await connect(priya, ben)
  await setPremium(priya, 'active')
  const series = await quickSeries(priya, { first: onDay(10), count: 3, isEvent: true, capacity: 2 })
  const first = { ...series, dates: series.dates.slice(0, 1) }
  await answerAll(ben, first)
  await answerAll(amara, first)
  const [date] = first.dates
  await callAs(ben, 'POST', `/api/app/event-response/${date?.playdate}/rejected`, { version: date?.version })
  const { page } = amara
  await page.goto('/view-playdates')
  await section(page, 'My Received Requests')
    .getByRole('link', { name: /^Respond/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/view-playdate-information/${date?.playdate}`)
  await expect(button(page, "Yes, we're coming")).toBeVisible()
  await page.goto(`/view-playdate-request/${date?.playdate}`)
  await expect(button(page, "Yes, we're coming")).toBeVisible()
})

test('lists show the next of eight dates with the number that follow, and each past date by itself', {
  tag: ['@PLAN-39'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 10 })
  await answerAll(amara, series)
  await past(series.dates.slice(0, 2).map(({ playdate }) => playdate))
  const { page } = priya
  await page.goto('/view-playdates')
  const upcoming = section(page, 'Upcoming Playdates')
  await expect(upcoming.locator('.card')).toHaveCount(1)
  await expect(upcoming.getByText('and 7 more')).toBeVisible()
  const over = section(page, 'Past Playdates')
  await over.locator('summary').click()
  await expect(over.locator('.card')).toHaveCount(2)
  await upcoming.locator('.card').click()
  await expect(page).toHaveURL(`/series/${series.id}`)
})

test('a time stays the same on the clock when the clocks change between two dates', {
  tag: ['@PLAN-32'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const hourOf = (at: Date) => clock(at.toISOString())
  const change = Array.from({ length: 300 }, (_, days) => onDay(days + 4)).find(
    (at) => hourOf(at) !== hourOf(new Date(at.getTime() + day)),
  )
  if (!change) throw new Error('No change of clocks within 300 days')
  const series = await quickSeries(priya, { first: new Date(change.getTime() - day), count: 2 })
  const [before = '', after = ''] = series.dates.map(({ start }) => start)
  expect(Math.abs(Date.parse(after) - Date.parse(before) - 7 * day)).toBe(3_600_000)
  const { page } = amara
  await page.goto(`/series/${series.id}`)
  const rows = page.locator('.seriesdates').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await expect(row).toContainText(clock(before))
})

test('a weekly event is answered for all of its days at once', { tag: ['@PLAN-29'] }, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  await setPremium(priya, 'active')
  const series = await quickSeries(priya, { count: 3, isEvent: true })
  const { page } = amara
  await page.goto('/view-playdates')
  const received = section(page, 'My Received Requests')
  await expect(received.getByRole('article')).toHaveCount(1)
  await received.getByRole('link', { name: /^Respond/ }).click()
  await expect(page.getByRole('switch')).toHaveCount(3)
  await button(page, 'Yes to all').click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  await page.goto(`/series/${series.id}`)
  await expect(page.locator('.badge--accepted')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Stop repeating/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Play again' })).toHaveCount(0)
})

test('the page for all days shows the deadline, the duration and that children may be left there', {
  tag: ['@PLAN-18', '@PLAN-105'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 3, wait: 'day', stay: 'drop' })
  const { page } = amara
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  await expect(page.getByRole('switch')).toHaveCount(3)
  await expect(page.getByText(/^Please answer by /)).toBeVisible()
  await expect(page.getByText(/^About .* of playing$/)).toBeVisible()
  await expect(page.getByText('Drop off')).toBeVisible()
  await isSound(page)
})

test('a day without room for the whole family leads to the choice of who comes', {
  tag: ['@PLAN-34', '@PLAN-43'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  await addChild(amara, 'Kofi')
  await setPremium(priya, 'active')
  const series = await quickSeries(priya, { first: onWednesday(), count: 2, isEvent: true, capacity: 2 })
  const { page } = amara
  await page.goto(`/view-playdate-request/${series.dates[0]?.playdate}`)
  await button(page, 'Yes to all').click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("There isn't room for all of you on some days.")
  await expect(alert.getByRole('link')).toHaveCount(2)
  await isSound(page)
  await alert.getByRole('link').first().click()
  const coming = page.getByRole('group', { name: 'Who comes?' })
  await coming.getByRole('button', { name: 'Kofi' }).click()
  await button(page, 'Accept Invite').click()
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
  // The series itself also leads to the next date.
  await page.getByRole('link', { name: 'Part of a series' }).click()
  await page.locator('.seriesdates').getByRole('link').nth(1).click()
  await expect(coming).toBeVisible()
})

test('playing again after a cancelled date in the middle asks for one day only', {
  tag: ['@PLAN-81'],
}, async ({ browser }) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 3 })
  await answerAll(amara, series)
  const second = series.dates[1]?.playdate
  expect((await callAs(amara, 'POST', '/api/app/cancel-playdate', { id: second })).status).toBe(200)
  const { page } = priya
  await page.goto(`/view-playdate-information/${second}`)
  await page.getByRole('link', { name: 'Play again' }).click()
  await expect(page.getByRole('textbox', { name: 'Location 1' })).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'How often? Just once' })).toBeVisible()
})

test('days that changed meanwhile are named below the success for the others', { tag: ['@PLAN-34'] }, async ({
  browser,
}) => {
  const [priya, amara] = await twoFamilies(browser)
  const series = await quickSeries(priya, { count: 2 })
  const [first, second] = series.dates
  const { page } = amara
  // The page gets no frames.
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/view-playdate-request/${second?.playdate}`)
  await expect(page.getByRole('switch')).toHaveCount(2)
  expect((await callAs(priya, 'POST', '/api/app/cancel-playdate', { id: first?.playdate })).status).toBe(200)
  await button(page, 'Yes to all').click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    /^Some days have changed meanwhile and stay as they are: \w+/,
  )
  await isSound(page)
})
