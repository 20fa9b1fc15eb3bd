import { expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'
import { isSound } from './sound.ts'

// The browser reports each call that nobody answers.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/],
})

/** Once the worker has everything that the app is made of. */
async function isInstalled({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** A request that the other side has accepted. */
async function acceptedPlaydate(one: Person, other: Person): Promise<string> {
  const id = await quickRequest(one, other)
  const { proposedLocations, proposedTimes } = (await callAs(other, 'GET', `/api/app/playdate/${id}`)).body
    .data
  const accepted = await callAs(other, 'POST', '/api/app/accept-playdate', {
    id,
    acceptedLocation: proposedLocations.option1,
    acceptedTime: proposedTimes[0],
  })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  return id
}

test('NOTIF-16 SHELL-02 without a connection the next playdate and its details can be read, and the app goes on by itself after', async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const id = await acceptedPlaydate(anna, ben)
  const { page, context } = anna
  await page.goto('/')
  await isInstalled(anna)
  await page.reload()
  const next = page.getByRole('region', { name: 'Next playdate' })
  await expect(next).toContainText('Riverside Park')
  // What is kept is written a moment after it came.
  await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await expect(next).toContainText('Riverside Park')
  await expect(page.getByText('You see what was here a moment ago.')).toBeVisible()
  await expect(page.getByText('Trying to reach Tagalong…')).toBeVisible()
  await isSound(page)
  await next.getByRole('link').click()
  await expect(page).toHaveURL(`/view-playdate-information/${id}`)
  await expect(page.getByRole('heading', { name: 'Who is Playing' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Leo')
  await expect(page.getByRole('article')).toContainText('Riverside Park')
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Riverside Park')
  // What is not kept says so.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await expect(page.getByText('We could not load this')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Trying to reach Tagalong…')).toBeHidden({ timeout: 20_000 })
  await expect(page.getByText(/^You see what was here/)).toBeHidden()
  await expect(page.getByText('Ben Example')).toBeVisible()
})
