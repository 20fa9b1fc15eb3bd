import type { Page } from '@playwright/test'
import { addChild, connect, quickChange } from './events.ts'
import { dialogsClosed, expect, socketTicket, test } from './fixtures.ts'
import {
  ask,
  befriend,
  callAs,
  childrenOf,
  onboard,
  type Person,
  quickFamily,
  quickRequest,
  register,
  visitor,
} from './people.ts'

const section = (page: Page, title: string) =>
  page.locator('details, section').filter({ has: page.getByRole('heading', { name: title }) })

test('two families register and become friends', {
  tag: [
    '@SHELL-02',
    '@AUTH-52',
    '@AUTH-55',
    '@PROFILE-21',
    '@CHILD-12',
    '@CONN-01',
    '@CONN-26',
    '@CONN-41',
    '@CONN-42',
  ],
}, async ({ browser }) => {
  const people = [
    await visitor(browser, 'Anna', { child: 'Mia' }),
    await visitor(browser, 'Ben', { child: 'Leo', viewport: { width: 1280, height: 800 } }),
  ] as const
  await Promise.all(
    people.map(async (person) => {
      await register(person)
      await onboard(person)
    }),
  )
  await befriend(...people)
})

test('two friends agree on a playdate and chat about it', {
  tag: [
    '@SHELL-02',
    '@PLAY-01',
    '@PLAY-55',
    '@CHAT-01',
    '@SHELL-12',
    '@CREATE-18',
    '@TIME-01',
    '@PLAY-25',
    '@PLAY-35',
    '@PLAY-47',
    '@PLAY-48',
    '@PLAY-49',
    '@PLAY-51',
    '@PLAY-56',
    '@PLAY-57',
    '@PLAY-58',
    '@PLAY-89',
    '@PLAY-90',
    '@PLAY-15',
    '@PLAY-37',
    '@PLAY-38',
    '@PLAY-60',
    '@PLAY-61',
    '@PLAY-62',
    '@PLAY-63',
    '@CHAT-06',
    '@CHAT-10',
    '@CHAT-11',
    '@CHAT-12',
  ],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo', viewport: { width: 1280, height: 800 } })
  await connect(anna, ben)

  await test.step('one sends a request with two places and three times', async () => {
    await ben.page.goto('/view-playdates')
    await expect(ben.page.getByText('You have no upcoming playdates!')).toBeVisible()
    await ask(anna, ben, ['Riverside Park', 'The library'], ['4 pm', '9 am', '10 am'])
  })

  await test.step('the other side sees it without reloading, and opens it', async () => {
    const received = section(ben.page, 'My Received Requests')
    await expect(received.getByText('Mia E & Leo E').or(received.getByText('Leo E & Mia E'))).toBeVisible()
    await expect(received.getByText('Invited', { exact: true })).toBeVisible()
    await expect(received.getByText('Riverside Park')).toBeVisible()
    await received.getByRole('link', { name: 'Respond' }).click()
    await expect(ben.page).toHaveURL(/\/view-playdate-request\//)
  })

  await test.step('they pick a place and then a time, and confirm', async () => {
    const { page } = ben
    const times = page.getByRole('radio', { name: /[AP]M/ })
    await expect(times).toHaveCount(3)
    for (const [at, time] of [/9:00 AM/, /10:00 AM/, /4:00 PM/].entries())
      await expect(times.nth(at)).toHaveAccessibleName(time)
    await page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(page.getByText('Please select a location')).toBeVisible()
    await page.getByText('The library', { exact: true }).click()
    await page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(page.getByText('Please select a time')).toBeVisible()
    const chosen = page.getByRole('radio', { name: /^\w{3} · 10:00 AM, / })
    await expect(chosen).not.toBeChecked()
    await page.getByText(/^\w{3} · 10:00 AM, /).click()
    await expect(chosen).toBeChecked()
    await page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Fun fact' })).toBeVisible()
    await expect(page.locator('.fact p').first()).toHaveText(/^[A-Z].{30,}\.$/)
    await expect(page.getByRole('link', { name: /^Source: / })).toHaveAttribute('href', /^https:/)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/view-playdates')
  })

  await test.step('both see it under Upcoming, confirmed', async () => {
    await anna.page.getByRole('link', { name: 'Return to Home' }).click()
    await anna.page.getByRole('link', { name: 'Playdates', exact: true }).click()
    for (const { page } of [anna, ben]) {
      const upcoming = section(page, 'Upcoming Playdates')
      await expect(upcoming.getByText('Confirmed', { exact: true })).toBeVisible()
      await upcoming.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/view-playdate-information\//)
    }
  })

  await test.step('the details show who, where and when', async () => {
    for (const { page } of [anna, ben]) {
      await expect(page.getByRole('heading', { name: 'Who is Playing' })).toBeVisible()
      for (const child of ['Mia E', 'Leo E']) {
        await expect(page.getByRole('listitem').getByText(child, { exact: true })).toBeVisible()
      }
      await expect(page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
      await expect(page.getByRole('link', { name: /The library/ })).toBeVisible()
      await expect(page.getByText(/^\w{3} · 10:00 AM, /)).toBeVisible()
    }
  })

  await test.step('both see each other’s messages at once', async () => {
    await expect(anna.page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await expect(ben.page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
    await say(anna, ben, 'See you there!')
    await say(ben, anna, 'We bring the 🪁')
  })
})

async function say(from: Person, to: Person, text: string) {
  await from.page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await from.page.getByRole('button', { name: 'Send' }).click()
  // Arrives without reloading or polling.
  await expect(to.page.getByRole('list', { name: 'Messages' }).getByText(text)).toBeVisible()
}

test('‘Yes, but...’ proposes another place and time, and the owner confirms', {
  tag: ['@PLAY-52', '@PLAY-73', '@PLAY-75', '@CREATE-17', '@CREATE-20', '@ERR-28'],
}, async ({ browser, expectErrors }) => {
  const [anna, ben] = await Promise.all([
    quickFamily(browser, 'Asa', { child: 'Ida' }),
    quickFamily(browser, 'Bo', { child: 'Max' }),
  ])
  await befriend(anna, ben)
  await ask(anna, ben, ['Riverside Park'], ['9 am'])

  const { page } = ben
  await page.goto('/view-playdates')
  await page.getByRole('link', { name: 'Respond' }).click()
  await page.getByRole('link', { name: 'Yes, but...' }).click()
  await expect(page).toHaveURL(/\/edit-playdate\//)
  await expect(page.getByLabel('Location 1')).toHaveValue('Riverside Park')
  await page.getByLabel('Location 1').fill('Our yard')
  await page.getByRole('button', { name: 'Propose Times' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /, 11 am/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/view-playdates')
  await expect(page.getByText('You responded')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Respond' })).toBeHidden()

  await anna.page.goto('/view-playdates')
  await expect(anna.page.getByText('Response sent')).toBeVisible()
  await anna.page.getByRole('link', { name: 'Respond' }).click()
  await anna.page.getByText('Our yard', { exact: true }).click()
  await anna.page.getByText(/^\w{3} · 11:00 AM, /).click()
  expectErrors(/Failed to load resource.* 500/)
  await anna.page.route('**/accept-playdate', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await anna.page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(anna.page.getByText('Internal Server Error', { exact: true })).toBeVisible()
  await anna.page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(anna.page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  // The card stays in the list: the other side sees it change.
  await expect(section(page, 'Upcoming Playdates').getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a request is rejected after a confirmation, and disappears from both lists', {
  tag: ['@PLAY-53', '@PLAY-54', '@PLAY-72'],
}, async ({ browser }) => {
  const [anna, ben] = await Promise.all([
    quickFamily(browser, 'Ava', { child: 'Eva' }),
    quickFamily(browser, 'Bela', { child: 'Tom' }),
  ])
  await befriend(anna, ben)
  await ask(anna, ben, ['Riverside Park'], ['9 am'])
  await anna.page.goto('/view-playdates')
  await expect(section(anna.page, 'My Sent Requests').getByText('Pending', { exact: true })).toBeVisible()

  const { page } = ben
  await page.goto('/view-playdates')
  await page.getByRole('link', { name: 'Respond' }).click()
  await page.getByRole('button', { name: 'Reject Playdate' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Reject Playdate' }).click()
  await question.getByRole('button', { name: 'Reject Playdate' }).click()
  await expect(page).toHaveURL('/')
  await dialogsClosed(page)
  await page.goto('/view-playdates')
  await expect(page.getByText('You have no upcoming playdates!')).toBeVisible()
  await expect(anna.page.getByText('You have no upcoming playdates!')).toBeVisible()
})

test('unread messages are marked; a playdate is cancelled with a reason, and can be played again', async ({
  browser,
}) => {
  const [anna, ben] = await Promise.all([
    quickFamily(browser, 'Alma', { child: 'Mia' }),
    quickFamily(browser, 'Bert', { child: 'Leo' }),
  ])
  const id = await quickRequest(anna, ben)
  const { data: request } = (await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body
  await callAs(ben, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: 'The library',
    acceptedTime: request.proposedTimes[0],
  })

  await test.step('unread messages are counted in the bar and on the card until the chat is in view', async () => {
    const place = (name: string) =>
      anna.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
    const ticket = socketTicket(anna.page)
    await anna.page.goto('/connections')
    await ticket
    const { data: room } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body
    const message = { chatRoom: room.chatRoom._id, message: { text: 'Shall we bring snacks?' } }
    await callAs(ben, 'POST', '/api/app/message', message)
    await place('Playdates (1 new message)').click()
    const card = section(anna.page, 'Upcoming Playdates').getByRole('link')
    await expect(card).toContainText('1 new message')
    await card.click()
    await anna.page.getByLabel('Your message').scrollIntoViewIfNeeded()
    await expect(place('Playdates')).toHaveAccessibleName('Playdates')
  })

  const { page } = ben
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('button', { name: 'Cancel Playdate' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this playdate?' })
  await expect(question).toContainText('Alma will be told. This cannot be undone.')
  await question.getByLabel(/^A word to Alma/).fill('Leo has a fever')
  await question.getByRole('button', { name: 'Cancel Playdate' }).dblclick()
  for (const each of [page, anna.page]) {
    await expect(each.getByText('This playdate was cancelled')).toBeVisible()
    await expect(each.locator('.pd__ending')).toContainText('Leo has a fever')
    await expect(each.getByText('This chat is closed. You can still read it.')).toBeVisible()
    await expect(each.getByRole('button', { name: 'Cancel Playdate' })).toHaveCount(0)
  }

  // A draft begun for another child stays as it is.
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByLabel('Location 1').fill('Begun before')
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('link', { name: 'Play again' }).click()
  await expect(page.getByRole('button', { name: 'Leo' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('combobox', { name: 'Child' }).locator('option:checked')).toHaveText(
    'Mia - Alma',
  )
  await expect(page.getByLabel('Location 1')).toHaveValue('The library')
  await expect(page.getByRole('list', { name: 'Times you picked' })).toHaveCount(0)
  await page.getByLabel('Location 2').fill('Our yard')
  await page.reload()
  await expect(page.getByLabel('Location 2')).toHaveValue('Our yard')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Select at least one time')).toBeVisible()
  await page.goto('/edit-playdate/new')
  await expect(page.getByLabel('Location 1')).toHaveValue('Begun before')
})

test('a counter-proposal that is kept takes the other side’s children as they are now', {
  tag: ['@PLAY-73'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anke', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bodo', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  await addChild(anna, 'Ida')
  const { page } = ben
  const ticket = socketTicket(page)
  await page.goto(`/edit-playdate/${id}`)
  await page.getByLabel('Location 1').fill('Our garden')
  await ticket
  const own = await childrenOf(anna)
  // Changed on another device, and back.
  await quickChange(ben, id, {})
  await quickChange(anna, id, { ownerChildren: own.map(({ _id }: { _id: string }) => _id) })
  // The newer of the two changes has arrived.
  await expect(page.getByRole('listitem').getByText('Ida', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my answer' }).click()
  await page.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByRole('heading', { name: 'Response sent!' })).toBeVisible()
  const { data } = (await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body
  expect(data.ownerChildren).toHaveLength(2)
  expect(data.proposedLocations.option1).toBe('Our garden')
})

test('a refusal about the other side’s children is shown, and keeps the input', {
  tag: ['@PLAY-73'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/400 \(Bad Request\)/)
  const anna = await quickFamily(browser, 'Anke', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bodo', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = ben
  await page.goto(`/edit-playdate/${id}`)
  await page.getByLabel('Location 1').fill('Our garden')
  const error = 'They can only be changed by their own side.'
  await page.route(`**/api/app/playdate/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { status: 400, error, fields: { ownerChildren: error } } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByText(error)).toBeInViewport()
  await expect(page.getByLabel('Location 1')).toHaveValue('Our garden')
})

test('a playdate looks the same after other screens were open', { tag: ['@PLAY-06'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Anouk', { child: 'Mia' })
  const id = await quickRequest(anna, await quickFamily(browser, 'Bela', { child: 'Leo' }))
  const { page } = anna
  const facts = page.locator('.card.facts > *')
  const widths = () => facts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText('Riverside Park')).toBeVisible()
  const first = await widths()
  // Its styles are loaded, too, and stay.
  await page.goto('/your-data')
  await expect(page.getByRole('heading', { name: 'How long we keep things' })).toBeVisible()
  await page.getByRole('link', { name: 'Playdates', exact: true }).click()
  await page.getByRole('link', { name: /^Details of/ }).click()
  await expect(page.getByText('Riverside Park')).toBeVisible()
  await expect.poll(widths).toEqual(first)
})
