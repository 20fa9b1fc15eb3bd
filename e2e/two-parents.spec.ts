import { inDatabase } from './database.ts'
import { connect, quickPlaydate } from './events.ts'
import { expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'
import { isSound } from './sound.ts'

async function profileOf(person: Person): Promise<string> {
  return (await callAs(person, 'GET', '/api/auth/whoami')).body.data.user.caregiverProfile._id
}

/** The second one is a guardian of the first one's child, too. */
async function share(first: Person, second: Person): Promise<string> {
  const children = await callAs(first, 'GET', `/api/app/child/find-by-caregiver/${await profileOf(first)}`)
  const child = children.body.data[0]._id
  await inDatabase(
    `insert into guardianship (child_id, caregiver_id, role, since)
      values ($1, $2, 'guardian', now() - interval '1 day')`,
    [child, await profileOf(second)],
  )
  return child
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

test('either parent answers, the other reads who did, and keeps the card where places are not shared', {
  tag: ['@HOME-51', '@HOME-44'],
}, async ({ browser }) => {
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(amara, priya)
  const anika = await share(priya, dev)
  const id = await quickPlaydate(amara, { times: [days(3)] })

  // Amara asked Priya; it is Dev's turn as well.
  await dev.page.goto('/view-playdates')
  await dev.page.getByRole('link', { name: /^Respond to/ }).click()
  await expect(dev.page).toHaveURL(`/view-playdate-request/${id}`)
  await dev.page.getByText('Riverside Park', { exact: true }).click()
  await dev.page.getByRole('radio', { name: /[AP]M/ }).check({ force: true })
  await dev.page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(dev.page.getByRole('heading', { name: /Way to go/i })).toBeVisible()

  const { page } = priya
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByText(/^answered for Anika · /)).toBeVisible()
  await expect(page.getByText('Riverside Park').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await isSound(page)

  // Dev keeps his places to himself.
  await dev.page.goto(`/child/${anika}/grown-ups`)
  await dev.page.getByRole('switch', { name: /^Share places of my playdates/ }).click({ force: true })
  await expect
    .poll(async () => {
      const { data } = (await callAs(dev, 'GET', `/api/app/child/${anika}/guardian`)).body
      return data.guardians.find(({ sharesPlaces }: { sharesPlaces?: boolean }) => sharesPlaces !== undefined)
        .sharesPlaces
    })
    .toBe(false)
  await page.reload()
  await expect(page.getByText('Dev looks after this one.')).toBeVisible()
  await expect(page.getByText('Place and chat stay with Dev.')).toBeVisible()
  await expect(page.getByText('Riverside Park')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Chat' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel Playdate' })).toHaveCount(0)
  await isSound(page)
  await page.goto('/view-playdates')
  await expect(page.getByText('Dev looks after this one.')).toBeVisible()
  expect(await page.content()).not.toContain('Riverside Park')
})

test('what one parent sent reads ‘Sent by’ for the other, who has no answer to give', {
  tag: ['@HOME-51'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  await connect(priya, amara)
  await share(priya, dev)
  const id = await quickPlaydate(priya, { times: [days(3)] })
  await dev.page.goto(`/view-playdate-information/${id}`)
  await expect(dev.page.getByText(/^Sent by Priya · /)).toBeVisible()
  await expect(dev.page.getByRole('link', { name: 'Respond' })).toHaveCount(0)
  await isSound(dev.page)
  await dev.page.goto('/view-playdates')
  await expect(dev.page.getByText(/Sent by Priya/)).toBeVisible()
})
