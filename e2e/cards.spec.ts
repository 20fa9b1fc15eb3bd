import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { connect, quickPlaydate, setPremium } from './events.ts'
import { expect, socketTicket, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'

const section = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })

test('opening the past playdates shows cards that read Completed, the latest first', {
  tag: ['@PLAY-42', '@PLAY-14', '@PLAY-45', '@PLAY-77'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Pia', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Per', { child: 'Leo' })
  await connect(anna, ben)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  for (const [place, days] of [
    ['The old mill', 40],
    ['The pond', 2],
  ] as const) {
    const id = await quickPlaydate(anna, { times: [tomorrow] })
    await inDatabase(
      `update playdate set status = 'accepted', accepted_location = $2, accepted_time = now() - $3 * interval '1 day'
       where id = $1`,
      [id, place, days],
    )
  }
  for (const { page } of [anna, ben]) {
    await page.goto('/view-playdates')
    const past = page
      .locator('details')
      .filter({ has: page.getByRole('heading', { name: 'Past Playdates' }) })
    const cards = past.locator('.card')
    await expect(past).not.toHaveAttribute('open', '')
    await expect(cards.first()).toBeHidden()
    await past.getByRole('heading', { name: 'Past Playdates' }).click()
    await expect(cards).toHaveText([/The pond/, /The old mill/])
    for (const card of await cards.all()) {
      await expect(card).toBeVisible()
      await expect(card.getByText('Completed', { exact: true })).toBeVisible()
      await expect(card.getByText('Confirmed', { exact: true })).toHaveCount(0)
    }
  }
})

test('each side sees who sent last, and only the side whose turn it is may respond', {
  tag: ['@PLAY-26', '@PLAY-29', '@PLAY-30', '@PLAY-31', '@PLAY-32', '@PLAY-33', '@PLAY-36'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Pina', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Pit', { child: 'Leo' })
  await connect(anna, ben)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const id = await quickPlaydate(anna, { times: [day(3)] })

  async function reads({ page }: Person, title: string, label: string, footer: string, mayRespond: boolean) {
    const card = section(page, title).locator('.card')
    await expect(card.getByText(footer)).toBeVisible()
    await expect(card.getByText(label, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Respond' })).toHaveCount(mayRespond ? 1 : 0)
  }
  const tickets = [anna, ben].map(({ page }) => socketTicket(page))
  for (const { page } of [anna, ben]) await page.goto('/view-playdates')
  await reads(anna, 'My Sent Requests', 'Pending', 'Sent by you', false)
  await reads(ben, 'My Received Requests', 'Invited', 'Sent to you', true)

  await Promise.all(tickets)
  const { data: before } = (await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body
  const ids = (children: { _id: string }[]) => children.map(({ _id }) => _id)
  const countered = await ben.context.request.put(`/api/app/playdate/${id}`, {
    headers: {
      Authorization: `Bearer ${ben.token?.accessToken}`,
      'X-Refresh-Token': ben.token?.refreshToken ?? '',
    },
    data: {
      type: 'single',
      ownerChildren: ids(before.ownerChildren),
      recipientChildren: ids(before.recipientChildren),
      proposedLocations: { option1: 'Our yard' },
      proposedTimes: [day(4)],
      version: before.version,
    },
  })
  expect(countered.status()).toBe(200)
  // Both see it without a reload.
  await reads(anna, 'My Sent Requests', 'Pending', 'Response sent', true)
  await reads(ben, 'My Received Requests', 'Invited', 'You responded', false)
})

test('an event’s card reads Accepted to its owner, and to a guest Pending, then their answer', {
  tag: ['@PLAY-39', '@PLAY-40', '@PLAY-41', '@PLAY-43'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Paz', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Pol', { child: 'Leo' })
  await connect(anna, ben)
  await setPremium(anna, 'active')
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const playdate = await quickPlaydate(anna, { times: [day], isEvent: true })
  const label = ({ page }: Person, text: string) =>
    expect(
      section(page, 'Upcoming Playdates').locator('.card').getByText(text, { exact: true }),
    ).toBeVisible()
  const tickets = [anna, ben].map(({ page }) => socketTicket(page))
  for (const { page } of [anna, ben]) await page.goto('/view-playdates')
  await label(anna, 'Accepted')
  await label(ben, 'Pending')
  await Promise.all(tickets)
  for (const [response, text] of [
    ['rejected', 'Rejected'],
    ['accepted', 'Accepted'],
  ] as const) {
    await callAs(ben, 'POST', '/api/app/event-response', { playdate, response, version: 1 })
    await label(ben, text)
    await label(anna, 'Accepted')
  }
})
