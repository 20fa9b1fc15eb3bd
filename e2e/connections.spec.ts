import { expect, test } from './fixtures.ts'
import { quickFamily } from './people.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

test('CONN-02 CONN-04 CONN-05 CONN-06 CONN-07 CONN-08 CONN-09 CONN-10 CONN-11 CONN-12 CONN-13 the tabs, what they say when empty, and the way to a friend', async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Clea', { child: 'Max' })
  const tabs = [
    ['/connections', 'Connections', 'No connections'],
    ['/connections?t=xyz', 'Connections', 'No connections'],
    ['/connections?t=active', 'Connections', 'No connections'],
    ['/connections?t=pending', 'Invites', 'No pending requests'],
    ['/connections?t=groups', 'Groups', "You haven't joined any groups yet!"],
  ] as const
  for (const [url, tab, text] of tabs) {
    await page.goto(url)
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(/group admin.*link.*access code/)).toBeVisible()
  await page.getByRole('link', { name: 'Add or Invite Friend' }).click()
  await expect(page).toHaveURL('/edit-connection/new')
  await expect(page.getByLabel("Friend's Name")).toBeVisible()
})

test('CONN-21 CONN-22 CONN-23 CONN-24 CONN-29 CONN-32 CONN-33 CONN-34 CONN-35 CONN-38 CONN-39 CONN-40 somebody who is not here yet gets a link', async ({
  browser,
}) => {
  const { page, context } = await quickFamily(browser, 'Cora', { child: 'Max' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const invite = async (name: string, phone: string) => {
    await page.getByRole('link', { name: 'Add or Invite Friend' }).click()
    await page.getByLabel("Friend's Name").fill(name)
    await page.getByLabel('Phone Number').fill(phone)
    await page.getByRole('button', { name: 'Send Invite' }).click()
  }
  await page.goto('/connections')
  await invite('Kim Newcomer', '(212) 334-0101')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('Caregiver not found. Invite User?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(
    page.getByText('Invite link copied to clipboard. You can now send it via your messaging app.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/connections?t=pending')
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(link.pathname).toBe('/register')
  expect([...link.searchParams.keys()]).toEqual(['inviter', 'invite', 'source'])
  const card = page.getByRole('listitem').filter({ hasText: 'Kim Newcomer' }).first()
  await expect(card.getByText('pending', { exact: true })).toBeVisible()
  await expect(card.getByText('Waiting for Kim Newcomer to accept your invite')).toBeVisible()
  await expect(card.getByText(/212.*334.*0101/)).toBeVisible()

  await page.goto('/connections')
  await invite('Lou Later', '(212) 334-0102')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/connections')
})

test('CONN-45 CONN-46 CONN-47 CONN-48 CONN-49 whatever goes wrong is said in its own words', async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Cleo', { child: 'Max' })
  const send = async () => {
    await page.goto('/edit-connection/new')
    await page.getByLabel("Friend's Name").fill('Kim')
    await page.getByLabel('Phone Number').fill('(212) 334-0103')
    await page.getByRole('button', { name: 'Send Invite' }).click()
  }
  const answers = [
    [
      { status: 409, json: { status: 409, error: 'A connection with this user already exists' } },
      'A connection with this phone number already exists.',
    ],
    [{ status: 500, json: { status: 500, error: 'x' } }, 'An error occurred. Please try again.'],
    [
      { status: 200, json: { status: 200, data: { message: 'Something else' } } },
      'An unexpected response was received. Please try again.',
    ],
  ] as const
  for (const [answer, text] of answers) {
    await page.route(
      '**/api/app/connection',
      (route) => (route.request().method() === 'POST' ? route.fulfill(answer) : route.continue()),
      { times: 1 },
    )
    await send()
    await expect(page.locator('.toast').getByText(text)).toBeVisible()
    await expect(page.locator('.refusal').getByText(text)).toBeVisible()
    await page.unroute('**/api/app/connection')
  }
  await page.route('**/api/app/connection', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await send()
  const silence = 'No response from the server. Please try again later.'
  await expect(page.locator('.toast').getByText(silence)).toBeVisible()
  await page.unroute('**/api/app/connection')
  // Without the permission the clipboard refuses.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Copy' })
    .click()
  await expect(page.getByText('Failed to copy invite link. Please try again.')).toBeVisible()
})

test('CONN-25 CONN-27 CONN-28 CONN-43 CONN-20 an invitation is rejected, and the inviter sees it go', async ({
  browser,
}) => {
  const [anna, ben] = [
    await quickFamily(browser, 'Cira', { child: 'Mia' }),
    await quickFamily(browser, 'Curt', { child: 'Leo' }),
  ]
  await anna.page.goto('/edit-connection/new')
  await anna.page.getByLabel("Friend's Name").fill('Curt')
  await anna.page.getByLabel('Phone Number').fill(ben.phone)
  await anna.page.getByRole('button', { name: 'Send Invite' }).click()
  await expect(anna.page.getByText('Waiting for Curt to accept your invite')).toBeVisible()
  await expect(anna.page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await ben.page.goto('/connections?t=pending')
  await expect(ben.page.getByText('Cira Example')).toBeVisible()
  await expect(ben.page.getByText('invited', { exact: true })).toBeVisible()
  await ben.page.getByRole('button', { name: 'Reject' }).click()
  await expect(ben.page.getByText('No pending requests')).toBeVisible()
  await expect(anna.page.getByText('No pending requests')).toBeVisible()
})
