import type { Browser, Page } from '@playwright/test'
import { administrator, only } from './administrators.ts'
import { inDatabase } from './database.ts'
import { doDueNow } from './due.ts'
import { connect, quickPlaydate, setPremium } from './events.ts'
import { answered, deafen, dialogsClosed, expect, socketTicket, someFrames, test } from './fixtures.ts'
import { makeGroup } from './groups.ts'
import { share } from './grown-ups.ts'
import { callAs, type Person, password, quickFamily } from './people.ts'

// An open question stays when news arrives, and its answer is refused if it is no longer possible.

test.use({ expectedErrors: [/(404|409|429) \(/] })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const badge = (page: Page, name: string) => page.locator('main .badge', { hasText: name }).first()
const changed = 'This playdate has changed. Please take another look.'

function inDays(days: number): string {
  const time = new Date(Date.now() + days * 86_400_000)
  time.setUTCHours(20, 0, 0, 0)
  return time.toISOString()
}

/** Makes two families who are friends; the first may plan events. */
async function twoFamilies(browser: Browser): Promise<[Person, Person]> {
  const both = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
  ])
  await connect(...both)
  await setPremium(both[0], 'active')
  return both
}

async function confirmed(owner: Person, other: Person, time: string): Promise<string> {
  const id = await quickPlaydate(owner, { times: [time] })
  await accept(other, id, time)
  return id
}

async function accept(person: Person, id: string, time: string): Promise<void> {
  const body = { id, acceptedLocation: 'Riverside Park', acceptedTime: time }
  expect((await callAs(person, 'POST', '/api/app/accept-playdate', body)).status).toBe(200)
}

async function cancel(person: Person, id: string): Promise<void> {
  expect((await callAs(person, 'POST', '/api/app/cancel-playdate', { id })).status).toBe(200)
}

const statusOf = async (person: Person, id: string) =>
  (await callAs(person, 'GET', `/api/app/playdate/${id}`)).body.data.status

/**
 * Opens the page as if the viewer had no confirmed playdates. It learns of the one at the same time when it asks again,
 * before a yes.
 */
async function openUnaware(page: Page, path: string): Promise<void> {
  const list = '**/api/app/playdate?status=accepted'
  const json = { status: 200, data: { items: [], nextCursor: null } }
  await page.route(list, (route) => route.fulfill({ json }))
  // From then on no response belongs to the page before.
  await page.goto(path, { waitUntil: 'commit' })
  await answered(page, list)
  await someFrames(page)
  await page.unroute(list)
}

test('a dialog to cancel or reject changes nothing if the playdate has changed since it was opened', {
  tag: ['@PLAY-73', '@PLAY-53'],
}, async ({ browser }) => {
  const [anna, ben] = await twoFamilies(browser)
  const time = inDays(3)
  const id = await quickPlaydate(anna, { times: [time] })
  const { page } = anna
  const ticket = socketTicket(page)
  await page.goto(`/view-playdate-information/${id}`)
  const question = page.getByRole('dialog', { name: 'Cancel this playdate?' })
  const reason = question.getByLabel(/^A word to Ben/)
  await button(page, 'Cancel Playdate').click()
  await reason.fill('Mia has a cold')
  await ticket
  await accept(ben, id, time)
  await expect(badge(page, 'Confirmed')).toBeAttached()
  await question.getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(page.getByRole('alert')).toHaveText(changed)
  await expect(question).toHaveCount(0)
  expect(await statusOf(anna, id)).toBe('accepted')

  await button(page, 'Cancel Playdate').click()
  await expect(reason).toHaveValue('Mia has a cold')
  await cancel(ben, id)
  await expect(page.getByText(/^This (playdate|event) was cancelled/)).toBeAttached()
  await expect(reason).toHaveValue('Mia has a cold')
  await question.getByRole('button', { name: 'Cancel Playdate' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button(page, 'Cancel Playdate')).toHaveCount(0)

  const other = await quickPlaydate(anna, { times: [time] })
  const hear = await deafen(ben.page)
  await ben.page.goto(`/view-playdate-request/${other}`)
  await button(ben.page, 'Reject Playdate').click()
  const no = ben.page.getByRole('alertdialog')
  await expect(no).toBeVisible()
  await cancel(anna, other)
  await hear(`**/api/app/playdate/${other}`)
  await no.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(no.getByRole('alert')).toBeVisible()
  await no.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(ben.page, 'Reject Playdate')).toHaveCount(0)
})

test('a typed number of spots stays if the event is cancelled meanwhile', { tag: ['@PLAN-41'] }, async ({
  browser,
}) => {
  const [anna] = await twoFamilies(browser)
  const event = await quickPlaydate(anna, { times: [inDays(10)], isEvent: true, capacity: 4 })
  const { page } = anna
  const ticket = socketTicket(page)
  await page.goto(`/view-playdate-information/${event}`)
  await button(page, 'Change').click()
  await page.getByLabel('How many fit?').fill('6')
  await ticket
  await cancel(anna, event)
  await expect(page.getByText(/^This (playdate|event) was cancelled/)).toBeAttached()
  await expect(page.getByLabel('How many fit?')).toHaveValue('6')
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Change')).toHaveCount(0)
})

const clash = (page: Page) => page.getByRole('alertdialog', { name: /^Leo has another playdate then/ })

test('the question about a clash stays open if the event is cancelled', {
  tag: ['@PLAN-49', '@PLAN-44'],
}, async ({ browser }) => {
  const [anna, ben] = await twoFamilies(browser)
  const time = inDays(10)
  const event = await quickPlaydate(anna, { times: [time], isEvent: true })
  await confirmed(anna, ben, time)
  const { page } = ben
  const hear = await deafen(page)
  await openUnaware(page, `/view-playdate-information/${event}`)
  await button(page, 'Accept Invite').click()
  await expect(clash(page)).toBeVisible()
  await cancel(anna, event)
  await hear(`**/api/app/playdate/${event}`)
  await expect(page.getByText(/^This (playdate|event) was cancelled/)).toBeAttached()
  await clash(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Accept Invite')).toHaveCount(0)
})

test('the question about a clash stays open if the offer ends', {
  tag: ['@PLAN-49', '@PLAN-44'],
}, async ({ browser }) => {
  const [anna, ben] = await twoFamilies(browser)
  const cleo = await quickFamily(browser, 'Cleo', { child: 'Kofi' })
  await connect(anna, cleo)
  const time = inDays(10)
  const offered = await quickPlaydate(anna, { times: [time], isEvent: true, capacity: 2 })
  const answer = (person: Person, response: string) =>
    callAs(person, 'POST', '/api/app/event-response', { playdate: offered, response, version: 1 })
  await answer(cleo, 'accepted')
  await answer(ben, 'accepted')
  await answer(cleo, 'rejected')
  await confirmed(anna, ben, time)
  const { page } = ben
  const hear = await deafen(page)
  await openUnaware(page, `/view-playdate-information/${offered}`)
  await button(page, "Yes, we're coming").click()
  await expect(clash(page)).toBeVisible()
  await inDatabase(
    `update waiting_place set offer_until = now() - interval '1 minute' where playdate_id = $1`,
    [offered],
  )
  await doDueNow()
  await hear(`**/api/app/event-response/${offered}`)
  await clash(page).getByRole('button', { name: 'Confirm anyway' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'That offer is over.' })).toBeVisible()
})

test('the dialogs to reject and to stop a series stay open while its dates change', {
  tag: ['@PLAN-34', '@PLAN-44'],
}, async ({ browser }) => {
  const [anna, ben] = await twoFamilies(browser)
  const first = inDays(2)
  const until = new Date(Date.parse(first) + 7 * 86_400_000).toISOString().slice(0, 10)
  const id = await quickPlaydate(anna, { times: [first], repeat: { everyWeeks: 1, until } })
  const seriesId = (await callAs(anna, 'GET', `/api/app/playdate/${id}`)).body.data.series.id
  const path = `/api/app/series/${seriesId}`
  const { dates } = (await callAs(anna, 'GET', path)).body.data
  const { page } = ben
  const hear = await deafen(page)
  await page.goto(`/view-playdate-request/${id}`)
  await button(page, 'No to all').click()
  const no = page.getByRole('alertdialog')
  await expect(no).toBeVisible()
  await anna.page.goto(`/series/${seriesId}`)
  await button(anna.page, 'Stop repeating').click()
  const stop = anna.page.getByRole('alertdialog')
  await expect(stop).toBeVisible()

  await cancel(anna, dates[1].playdate)
  await hear(`**${path}`)
  await no.getByRole('button', { name: 'No to all' }).click()
  await expect(no).toHaveCount(0)
  expect(await statusOf(anna, id)).toBe('rejected')

  await expect(anna.page.locator('main .badge', { hasText: 'Rejected' })).toHaveCount(1)
  await stop.getByRole('button', { name: 'Stop repeating' }).click()
  await expect(stop.getByRole('alert')).toBeVisible()
  await stop.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(anna.page, 'Stop repeating')).toHaveCount(0)
})

test('the dialogs to leave a child and to take back an invite stay open if their subject changes', {
  tag: ['@CONN-29', '@HOME-18'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const child = await share(anna, ben)
  const { page } = anna
  let hear = await deafen(page)
  await page.goto(`/child/${child}/grown-ups`)
  const leave = "Stop being Mia's grown-up"
  await button(page, leave).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  const left = await callAs(anna, 'DELETE', `/api/app/child/${child}/guardian/mine`)
  expect(left.status, JSON.stringify(left.body)).toBe(200)
  await hear(`**/api/app/child/${child}/guardian`)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, leave)).toHaveCount(0)
  await dialogsClosed(page)

  const invite = { inviteeName: ben.name, inviteePhoneNumber: `+1${ben.phone.replaceAll(/\D/g, '')}` }
  const { body } = await callAs(anna, 'POST', '/api/app/connection', invite)
  hear = await deafen(page)
  await page.goto('/connections?t=pending')
  await button(page, 'Take back the invite for Ben').click()
  await expect(question).toBeVisible()
  await callAs(ben, 'POST', `/api/app/connection/${body.data.connection._id}/accepted`, {})
  await hear('**/api/app/connection')
  await question.getByRole('button', { name: 'Take Back' }).click()
  await expect(question.getByRole('alert')).toHaveText(/has changed/)
  await question.getByRole('button', { name: 'Keep It' }).click()
  await expect(page.getByText('No pending requests')).toBeVisible()
})

test('a typed password stays while the page repeats a failed load', {
  tag: ['@SAFE-56'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Nele', { child: 'Max' })
  await page.route('**/api/auth/security', (route) => route.fulfill({ status: 429, json: { status: 429 } }))
  await page.goto('/security')
  await button(page, 'Change password').click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Your Password').fill(password)
  const read = answered(page, '**/api/auth/security')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await read
  await expect(dialog.getByLabel('Your Password')).toHaveValue(password)
})

test('the confirmation to delete a row stays open if another administrator deletes the row', {
  tag: ['@WIDGET-19'],
}, async ({ browser }) => {
  const { page } = await administrator(browser, 'Asa')
  const group = await makeGroup(`Elm ${Date.now()}`)
  await page.goto('/admin/groups')
  await (await only(page, group.name)).getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await inDatabase('delete from caregiver_group where id = $1', [group.id])
  await page.evaluate(() => {
    for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
  })
  await expect(page.locator('tbody tr').filter({ hasText: group.name })).toHaveCount(0)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
})
