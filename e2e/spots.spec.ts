import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { doDueNow } from './due.ts'
import { addChild, connect, quickPlaydate, setPremium } from './events.ts'
import { expect, neverOpens, socketTicket, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'
import { isSound } from './sound.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const label = (page: Page, name: string) => page.locator('main .badge', { hasText: name }).first()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const pageOf = (event: string) => `/view-playdate-information/${event}`

/** Makes four families: Olga plans events; Ben has two children, Cleo and Dora one each. */
async function families(browser: Parameters<typeof quickFamily>[0]) {
  const [olga, ben, cleo, dora] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
    quickFamily(browser, 'Cleo', { child: 'Kofi' }),
    quickFamily(browser, 'Dora', { child: 'Ada' }),
  ])
  await addChild(ben, 'Zoe')
  await setPremium(olga, 'active')
  for (const each of [ben, cleo, dora]) await connect(olga, each)
  return { olga, ben, cleo, dora }
}

const answer = (as: Person, playdate: string, response = 'accepted') =>
  callAs(as, 'POST', '/api/app/event-response', { playdate, response, version: 1 })

test('a full event has a waiting list, from which free spots are filled', {
  tag: ['@PLAN-41', '@PLAN-43', '@PLAN-44', '@PLAN-48', '@PLAN-50'],
}, async ({ browser }) => {
  // Four families, from the empty form to the last one's spot.
  test.slow()
  const { olga, ben, cleo, dora } = await families(browser)

  // The number of spots is a field of the form, and survives a reload.
  const { page } = olga
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Event/ }).click()
  const howMany = page.getByLabel('How many fit?')
  for (const name of ['Mia', 'Leo - Ben', 'Zoe - Ben', 'Kofi - Cleo', 'Ada - Dora']) {
    await button(page, name).click()
  }
  await page.getByLabel('Where are you going?').fill('The zoo')
  await page.getByLabel('When?').fill(inDays(10).slice(0, 16))
  await howMany.fill('many')
  await button(page, 'Create Event').click()
  await expect(page.getByText('Please enter a number from 1 to 200')).toBeVisible()
  await howMany.fill('3')
  await page.reload()
  await expect(howMany).toHaveValue('3')
  const made = page.waitForResponse((reply) => reply.url().endsWith('/api/app/playdate'), { timeout: 0 })
  await button(page, 'Create Event').click()
  const event = (await (await made).json()).data._id

  // Ben accepts for one of two children, then for both: the event is full.
  await ben.page.goto(pageOf(event))
  await expect(ben.page.getByText('2 spots left')).toBeVisible()
  const coming = ben.page.getByRole('group', { name: 'Who comes?' })
  await coming.getByRole('button', { name: 'Zoe' }).click()
  await coming.getByRole('button', { name: 'Leo' }).click()
  await button(ben.page, 'Accept Invite').click()
  await expect(ben.page.getByText('Pick who comes', { exact: true })).toBeVisible()
  await coming.getByRole('button', { name: 'Leo' }).click()
  await button(ben.page, 'Accept Invite').click()
  await expect(ben.page.getByText('You have accepted this playdate invite')).toBeVisible()
  await expect(ben.page.getByText('1 spot left')).toBeVisible()
  await expect(coming.getByRole('button', { name: 'Zoe' })).toHaveAttribute('aria-pressed', 'false')
  await coming.getByRole('button', { name: 'Zoe' }).click()
  await button(ben.page, 'Change who comes').click()
  await expect(ben.page.getByText('Full')).toBeVisible()

  // Cleo and Dora wait, in that order.
  await cleo.page.goto(pageOf(event))
  await expect(cleo.page.getByText('Full')).toBeVisible()
  await button(cleo.page, 'Join the waiting list').click()
  const first = "You're 1st in line. We'll tell you as soon as there's room."
  await expect(cleo.page.getByText(first)).toBeVisible()
  await expect(label(cleo.page, 'Pending')).toBeVisible()
  await answer(dora, event)
  await dora.page.goto(pageOf(event))
  await expect(dora.page.getByText("You're 2nd in line.")).toBeVisible()
  await page.goto(pageOf(event))
  const line = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Waiting list' }) })
  await expect(line.getByRole('listitem')).toHaveText([/Cleo.*1 child.*Waiting/, /Dora.*1 child.*Waiting/])
  await expect(ben.page.getByText('Waiting list')).not.toBeVisible()

  // One more spot: Cleo gets an offer at once, on her page and in her requests.
  await button(page, 'Change').click()
  await page.getByLabel('How many fit?').fill('4')
  await button(page, 'Save').click()
  await expect(line.getByRole('listitem')).toHaveText([/Cleo.*Asked/, /Dora.*Waiting/])
  await expect(page.getByRole('img', { name: '3 of 4 spots taken' })).toBeVisible()
  await expect(cleo.page.getByRole('heading', { name: "There's room for Kofi!" })).toBeVisible()
  await expect(cleo.page.getByText(/We keep one spot for you until/)).toBeVisible()
  await expect(label(cleo.page, 'Pending')).toBeVisible()
  await cleo.page.goto('/view-playdates')
  const received = cleo.page.locator('details').filter({ hasText: 'My Received Requests' }).first()
  await expect(received.locator('.badge', { hasText: 'Pending' })).toBeVisible()

  // Her no passes the offer on; Dora takes it.
  await cleo.page.goto(pageOf(event))
  await button(cleo.page, 'No, thanks').click()
  await expect(cleo.page.getByText('You have rejected this playdate invite')).toBeVisible()
  // A no pressed while her yes is underway isn't sent.
  const held = Promise.withResolvers<void>()
  let sent = 0
  await dora.page.route('**/api/app/event-offer/*', async (route) => {
    sent += 1
    await held.promise
    await route.continue()
  })
  await button(dora.page, "Yes, we're coming").click()
  await expect.poll(() => sent).toBe(1)
  await button(dora.page, 'No, thanks').click()
  held.resolve()
  await expect(dora.page.getByText('You have accepted this playdate invite')).toBeVisible()
  expect(sent).toBe(1)
  await expect(line).not.toBeVisible()
  await expect(page.getByText('Full')).toBeVisible()
})

test('an invalid number leaves the limit of spots unchanged', { tag: ['@PLAN-41'] }, async ({ browser }) => {
  const [olga, cleo] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Mia' }),
    quickFamily(browser, 'Cleo', { child: 'Kofi' }),
  ])
  await connect(olga, cleo)
  await setPremium(olga, 'active')
  const event = await quickPlaydate(olga, { times: [inDays(10)], isEvent: true, capacity: 1 })
  await answer(cleo, event)
  const { page } = olga
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/app/event-capacity/')) sent += 1
  })
  await page.goto(pageOf(event))
  await button(page, 'Change').click()
  const howMany = page.getByLabel('How many fit?')
  const prompt = page.getByText('Please enter a number from 1 to 200')
  for (const typed of ['2O', 'many', '201']) {
    await howMany.fill(typed)
    await expect(prompt).toHaveCount(0)
    await button(page, 'Save').click()
    await expect(prompt).toBeVisible()
  }
  expect(sent).toBe(0)
  await howMany.fill('2')
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('img', { name: '1 of 2 spots taken' })).toBeVisible()
  expect(sent).toBe(1)
})

test('accepting an offer that has ended says so, until the family answers again', {
  tag: ['@PLAN-49'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409 \(Conflict\)/)
  const { olga, cleo, dora } = await families(browser)
  const event = await quickPlaydate(olga, { times: [inDays(10)], isEvent: true, capacity: 2 })
  await answer(cleo, event)
  await answer(dora, event)
  await answer(cleo, event, 'rejected')
  const { page } = dora
  // The page gets no frames.
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(pageOf(event))
  await expect(page.getByRole('heading', { name: "There's room for Ada!" })).toBeVisible()
  await inDatabase(
    `update waiting_place set offer_until = now() - interval '1 minute' where playdate_id = $1`,
    [event],
  )
  await doDueNow()
  await button(page, "Yes, we're coming").click()
  await expect(page.getByRole('heading', { name: "There's room for Ada!" })).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'That offer is over.' })).toBeVisible()
  // Gone once they answer again.
  await button(page, 'Accept Invite').click()
  await expect(page.getByText('That offer is over.')).toHaveCount(0)
})

test('in the last two hours a waiting family can take a free spot directly', { tag: ['@PLAN-86'] }, async ({
  browser,
}) => {
  const { olga, cleo, dora } = await families(browser)
  const soon = new Date(Date.now() + 110 * 60_000).toISOString()
  const event = await quickPlaydate(olga, { times: [soon], isEvent: true, capacity: 2 })
  await answer(cleo, event)
  await answer(dora, event)
  const { page } = dora
  const ticket = socketTicket(page)
  await page.goto(pageOf(event))
  await expect(button(page, 'Leave the waiting list')).toBeVisible()
  await expect(button(page, 'Accept Invite')).toHaveCount(0)
  // Nothing is offered any more.
  await expect(page.getByText("We'll tell you as soon as there's room.")).toHaveCount(0)
  await ticket
  await answer(cleo, event, 'rejected')
  await button(page, 'Accept Invite').click()
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
})

test('the screens for spots are accessible and readable', { tag: ['@PLAN-44', '@PLAN-52'] }, async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { olga, ben, cleo, dora } = await families(browser)
  const event = await quickPlaydate(olga, { times: [inDays(10)], isEvent: true, capacity: 2 })
  await answer(cleo, event)
  await dora.page.goto(pageOf(event))
  await expect(button(dora.page, 'Join the waiting list')).toBeVisible()
  await isSound(dora.page)
  await answer(ben, event)
  await answer(dora, event)
  await callAs(olga, 'POST', `/api/app/event-capacity/${event}`, { capacity: 4, version: 1 })
  for (const { page } of [olga, ben, dora]) {
    await page.goto(pageOf(event))
    await expect(page.getByRole('heading', { name: 'Spots' })).toBeVisible()
    await isSound(page)
  }
  await button(olga.page, 'Change').click()
  await expect(olga.page.getByLabel('How many fit?')).toBeVisible()
  await isSound(olga.page)
})
