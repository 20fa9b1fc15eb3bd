import { expect, holdAnswers, socketTicket, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'

const section = ({ page }: Person, title: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })

/** Suggests another time in the name of the asked side. */
async function counter(person: Person, id: string, days: number): Promise<void> {
  const { data } = (await callAs(person, 'GET', `/api/app/playdate/${id}`)).body
  const ids = (children: { _id: string }[]) => children.map(({ _id }) => _id)
  const reply = await callAs(person, 'PUT', `/api/app/playdate/${id}`, {
    type: 'single',
    ownerChildren: ids(data.ownerChildren),
    recipientChildren: ids(data.recipientChildren),
    proposedLocations: data.proposedLocations,
    proposedTimes: [new Date(Date.now() + days * 86_400_000).toISOString()],
    version: data.version,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

test('a counter-proposal that waits for the caregiver says so on its card, in the list and on Home', {
  tag: ['@PLAY-33', '@PLAY-36', '@PLAY-75', '@PLAY-78'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const cleo = await quickFamily(browser, 'Cleo', { child: 'Kofi' })
  const id = await quickRequest(anna, ben)
  await quickRequest(anna, cleo)
  const home = anna.page.getByRole('link', { name: /^View PLAYDATES/ }).first()
  const tile = anna.page.getByRole('navigation', { name: 'I want to' }).getByRole('link', { name: /View/ })
  await anna.page.goto('/')
  await expect(home).toBeVisible()
  const ticket = socketTicket(anna.page)
  await anna.page.goto('/view-playdates')
  const sent = section(anna, 'My Sent Requests')
  await expect(sent.getByRole('link', { name: /^Details/ })).toHaveCount(2)
  await expect(anna.page.getByText('Your turn')).toHaveCount(0)
  // Updates without reloading.
  await ticket
  await counter(ben, id, 5)
  await expect(sent.locator('summary')).toContainText('Your turn: 1')
  const card = sent.getByRole('article').filter({ has: anna.page.getByRole('link', { name: /^Respond/ }) })
  await expect(card.getByText('Your turn', { exact: true })).toBeVisible()
  await expect(card.getByText(/Response sent · /)).toBeVisible()
  // Not one of the six labels.
  await expect(card.locator('.badge')).toHaveText('Pending')
  await expect(section(anna, 'My Received Requests')).toContainText('Below, it is your turn.')
  await anna.page.goto('/')
  await expect(tile).toHaveAccessibleName(/Your turn: 1/)
  await anna.page.goto(`/view-playdate-information/${id}`)
  await expect(anna.page.getByText('Your turn', { exact: true })).toBeVisible()
  // The side that waits has no turn.
  await ben.page.goto('/view-playdates')
  await expect(ben.page.getByText('You responded')).toBeVisible()
  await expect(ben.page.getByText('Your turn')).toHaveCount(0)
  await counter(anna, id, 6)
  await expect(section(ben, 'My Received Requests').locator('summary')).toContainText('Your turn')
  await anna.page.goto('/')
  await expect(anna.page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
  await expect(tile).not.toHaveAccessibleName(/Your turn/)
})

test('a playdate with a family in another time zone says whose time it shows', {
  tag: ['@CONST-12', '@TIME-04'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Zita', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Zeno', { child: 'Leo', timezoneId: 'America/Los_Angeles' })
  const cleo = await quickFamily(browser, 'Zora', { child: 'Kofi' })
  const id = await quickRequest(anna, ben)
  await quickRequest(anna, cleo)
  await anna.page.goto('/view-playdates')
  const cards = section(anna, 'My Sent Requests').getByRole('article')
  await expect(cards.filter({ hasText: 'Leo' }).getByText('New York time')).toBeVisible()
  await expect(cards.filter({ hasText: 'Kofi' })).toBeVisible()
  await expect(cards.filter({ hasText: 'Kofi' }).getByText('New York time')).toHaveCount(0)
  await ben.page.goto(`/view-playdate-request/${id}`)
  await expect(ben.page.getByText('Times in Los Angeles time')).toBeVisible()
  const { proposedTimes, version } = (await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body.data
  const accepted = { id, acceptedLocation: 'Riverside Park', acceptedTime: proposedTimes[0], version }
  expect((await callAs(ben, 'POST', '/api/app/accept-playdate', accepted)).status).toBe(200)
  await ben.page.goto(`/view-playdate-information/${id}`)
  await expect(ben.page.getByText('Los Angeles time')).toBeVisible()
  await ben.page.goto('/')
  await expect(ben.page.getByText('Los Angeles time')).toBeVisible()
})

test('a playdate cancelled because its child was deleted says who, when and why', {
  tag: ['@API-087', '@PLAY-78'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { ownerChildren } = (await callAs(anna, 'GET', `/api/app/playdate/${id}`)).body.data
  expect((await callAs(anna, 'DELETE', `/api/app/child/${ownerChildren[0]._id}`)).status).toBe(200)
  const { page } = ben
  await page.goto('/notifications')
  const news = page.getByRole('link', {
    name: 'Anna’s children can’t come any more, so your playdate is off',
  })
  await expect(news.first()).toContainText(/\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d \+ 1 more/)
  await news.first().click()
  await expect(page.getByText('This playdate was cancelled')).toBeVisible()
  await expect(page.getByText('Anna’s children can’t come any more.')).toBeVisible()
  await expect(page.locator('.facts__when time').first()).toHaveText(/^\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d$/)
  await expect(page.getByText('no longer with us')).toHaveCount(0)
})

test('a link to a missing playdate says so, also before the user is known', {
  tag: ['@PLAY-06'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/404 \(Not Found\)/)
  const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const held = await holdAnswers(page, '**/api/auth/whoami')
  await page.goto('/view-playdate-information/01a20267-b15c-7342-ada9-7f34de098e99')
  await expect(page.getByText('This playdate is not here')).toBeVisible()
  held.release()
  await expect(page.getByRole('link', { name: 'Go to your playdates' })).toBeVisible()
})
