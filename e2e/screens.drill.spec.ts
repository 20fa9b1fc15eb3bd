import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type Person, quickFamily, quickRequest, visitor } from './people.ts'
import { isSound } from './sound.ts'

async function open(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await isSound(page)
}

test('AUTH-05 AUTH-06 AUTH-12 AUTH-13 AUTH-21 AUTH-70 ERR-03 the public screens are sound', async ({
  browser,
}) => {
  const { page } = await visitor(browser, 'Pia', { child: 'Max' })
  await open(page, '/login', 'TAGALONG')
  await expect(page.getByText(/invite only/)).toBeVisible()
  await open(page, '/register', /./)
  await open(page, '/terms', /./)
  await open(page, '/privacy', /./)
  await open(page, '/forbidden', "You can't access that")
  await open(page, '/no/such/page', 'Page Not Found')
})

test.describe('signed in', () => {
  let anna: Person
  let request: string
  test.beforeAll(async ({ browser, baseURL }) => {
    expect(baseURL).toBeTruthy()
    anna = await quickFamily(browser, 'Maximiliana-Konstantína', { child: 'Bartholomäus-Alexander' })
    const ben = await quickFamily(browser, 'Ben', { child: '小龍' })
    request = await quickRequest(ben, anna)
  })

  test('SHELL-09 SHELL-10 SHELL-11 SHELL-17 PROFILE-02 PROFILE-07 CONN-03 the family’s screens are sound, with long names and other scripts', async () => {
    const { page } = anna
    await open(page, '/', 'I WANT TO')
    await expect(page.getByRole('navigation', { name: 'I want to' }).getByRole('link')).toHaveCount(4)
    await open(page, '/profile', 'My Profile')
    await open(page, '/edit-profile', 'Manage Your Profile')
    await open(page, '/edit-child/new', 'Add a child')
    await open(page, '/connections', 'Connections')
    await open(page, '/connections?t=groups', 'Connections')
    await open(page, '/edit-connection/new', /Friend/)
    await open(page, '/notifications', 'Notifications')
  })

  test('PLAY-04 PLAY-05 PLAY-06 PLAY-07 CREATE-03 the playdate screens are sound', async () => {
    const { page } = anna
    await open(page, '/view-playdates', 'Playdates')
    await open(page, `/view-playdate-request/${request}`, 'Can you play?')
    await open(page, `/edit-playdate/${request}`, /./)
    await open(page, `/view-playdate-information/${request}`, /./)
    await open(page, '/edit-playdate/new', /./)
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await isSound(page)
  })

  test('TIME-01 TIME-02 TIME-03 TIME-07 TIME-08 the dialog for times is sound', async () => {
    const { page } = anna
    await page.goto('/edit-playdate/new')
    await page.getByRole('radio', { name: /^Playdate/ }).click()
    await page.getByRole('button', { name: 'Propose Times' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose Times' })
    await expect(dialog.getByText("Select who's playing to see available times")).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Day', exact: true }).getByRole('button')).toHaveCount(5)
    await isSound(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: anna.child }).click()
    await page.getByRole('button', { name: 'Propose Times' }).click()
    await expect(dialog.getByText(/should work for everyone/).first()).toBeVisible()
    await isSound(page)
  })
})
