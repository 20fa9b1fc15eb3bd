import type { Page } from '@playwright/test'
import { connect } from './events.ts'
import { dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { callAs, numberOf, type Person, quickFamily, register, visitor } from './people.ts'
import { shownBriefly } from './shown-briefly.ts'
import { expectToast } from './toasts.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

test('the tabs say when they are empty, and lead to the form for a friend', {
  tag: [
    '@CONN-02',
    '@CONN-04',
    '@CONN-05',
    '@CONN-06',
    '@CONN-07',
    '@CONN-08',
    '@CONN-09',
    '@CONN-10',
    '@CONN-11',
    '@CONN-12',
    '@CONN-13',
  ],
}, async ({ browser }) => {
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

test('inviting a number that nobody has yet gives a link to send', {
  tag: [
    '@CONN-21',
    '@CONN-22',
    '@CONN-23',
    '@CONN-24',
    '@CONN-29',
    '@CONN-32',
    '@CONN-33',
    '@CONN-34',
    '@CONN-35',
    '@CONN-38',
    '@CONN-39',
    '@CONN-40',
  ],
}, async ({ browser }) => {
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
  await expectToast(page, 'Invite link copied to clipboard. You can now send it via your messaging app.')
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

test('each failure of an invite has its own text', {
  tag: ['@CONN-45', '@CONN-46', '@CONN-47', '@CONN-48', '@CONN-49'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Cleo', { child: 'Max' })
  const number = page.getByLabel('Phone Number')
  const type = async () => {
    await page.goto('/edit-connection/new')
    await page.getByLabel("Friend's Name").fill('Kim')
    await number.fill('2123340103')
  }
  const send = async () => {
    // The draft is kept.
    await page.reload()
    await expect(number).toHaveValue('(212) 334-0103')
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
  await type()
  for (const [answer, text] of answers) {
    await page.route('**/api/app/connection', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
    )
    await send()
    await expectToast(page, text)
    await expect(page.locator('.refusal').getByText(text)).toBeVisible()
    await page.unroute('**/api/app/connection')
  }
  await page.route('**/api/app/connection', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await type()
  await send()
  const silence = 'No response from the server. Please try again later.'
  await expectToast(page, silence)
  await page.unroute('**/api/app/connection')
  // Copying fails without the permission for the clipboard.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Copy' })
    .click()
  await expectToast(page, 'Failed to copy invite link. Please try again.')
})

test('a rejected invitation disappears for both sides at once', {
  tag: ['@CONN-25', '@CONN-27', '@CONN-28', '@CONN-43', '@CONN-20', '@API-110'],
}, async ({ browser }) => {
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
  const calls = callsOf(ben.page)
  await ben.page.getByRole('button', { name: 'Reject' }).click()
  await expect(ben.page.getByText('No pending requests')).toBeVisible()
  await expect(anna.page.getByText('No pending requests')).toBeVisible()
  expect(calls).toContainEqual(expect.stringMatching(/^POST \/api\/app\/connection\/[^/]+\/rejected \{\}$/))
})

test('a later invitation does not displace one that is on the screen', {
  tag: ['@CONN-20'],
}, async ({ browser }) => {
  const ben = await quickFamily(browser, 'Curt', { child: 'Leo' })
  const { page } = ben
  const ask = async (name: string) => {
    const person = await quickFamily(browser, name, { child: 'Mia' })
    await callAs(person, 'POST', '/api/app/connection', {
      inviteeName: 'Curt',
      inviteePhoneNumber: numberOf(ben),
    })
  }
  await ask('Cara')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Do you know Cara?' })).toBeVisible()
  await ask('Cleo')
  await expect(page.getByRole('link', { name: /2/ }).and(page.locator('.roomy'))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Do you know Cara?' })).toBeVisible()

  await page.goto('/connections?t=pending')
  const names = page.getByRole('tabpanel').getByText(/^C\w+ Example$/)
  await expect(names).toHaveText(['Cleo Example', 'Cara Example'])
  await ask('Cora')
  await expect(names).toHaveText(['Cleo Example', 'Cara Example', 'Cora Example'])
})

test.describe('a change that the server has not accepted', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is not shown as done: an answer waits, a failed removal says so and can be retried', {
    tag: ['@CONN-42', '@CONN-43'],
  }, async ({ browser }) => {
    const [anna, ben] = [
      await quickFamily(browser, 'Cora', { child: 'Mia' }),
      await quickFamily(browser, 'Carl', { child: 'Leo' }),
    ]
    await invite(anna, ben)
    await expect(anna.page.getByText('Waiting for Carl to accept your invite')).toBeVisible()
    const { page } = ben
    const held = await holdAnswers(page, '**/connection/*/accepted')
    await page.goto('/connections?t=pending')
    const accept = page.getByRole('button', { name: 'Accept' })
    await accept.click()
    await expect(accept).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('Accepted', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Reject' }).click()
    const accepted = await shownBriefly(page, 'Accepted')
    held.release()
    await accepted()
    await expect(page.getByText('No pending requests')).toBeVisible()

    await page.getByRole('tab', { name: 'Connections' }).click()
    const remove = page.getByRole('button', { name: 'Remove Cora Example' })
    await page.route('**/api/app/connection/*', (route) =>
      route.fulfill({ status: 500, json: { status: 500, error: 'x' } }),
    )
    await remove.click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' })
    await confirm.click()
    await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
    await expect(remove).toHaveCount(1)
    await page.unroute('**/api/app/connection/*')
    await confirm.click()
    await expect(page.getByText('No connections')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(anna.page.getByText('Carl Example')).toHaveCount(0)
  })

  test('is reported in its dialog, however often the user goes back meanwhile', {
    tag: ['@CONN-43'],
  }, async ({ browser }) => {
    const [anna, ben] = [
      await quickFamily(browser, 'Cosima', { child: 'Mia' }),
      await quickFamily(browser, 'Cyril', { child: 'Leo' }),
    ]
    await connect(anna, ben)
    const { page } = anna
    const done = Promise.withResolvers<void>()
    await page.route('**/api/app/connection/*', async (route) => {
      await done.promise
      await route.fulfill({ status: 500, json: { status: 500, error: 'x' } })
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Connections', exact: true }).click()
    await page.getByRole('button', { name: 'Remove Cyril Example' }).click()
    const question = page.getByRole('alertdialog')
    const confirm = question.getByRole('button', { name: 'Confirm' })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    const layers = () => page.evaluate(() => history.state?.layers ?? 0)
    for (let times = 0; times < 3; times += 1) {
      await page.goBack()
      await expect.poll(layers).toBe(1)
    }
    await expect(page).toHaveURL('/connections')
    done.resolve()
    await expect(question.getByRole('alert')).toBeVisible()
    await page.goBack()
    await expect(question).toHaveCount(0)
    await dialogsClosed(page)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
})

/** Collects the page's calls from now on: method, path and body. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const body = request.postData()
    calls.push(`${request.method()} ${new URL(request.url()).pathname}${body ? ` ${body}` : ''}`)
  })
  return calls
}

/** Invites through the screens, from whichever page the inviter is on. */
async function invite({ page }: Person, other: Pick<Person, 'name' | 'phone'>) {
  await page.goto('/connections')
  await page.getByRole('link', { name: 'Add or Invite Friend' }).click()
  await page.getByLabel("Friend's Name").fill(other.name)
  await page.getByLabel('Phone Number').fill(other.phone)
  await page.getByRole('button', { name: 'Send Invite' }).click()
}

/** Makes a profile by a call, since onboarding has journeys of its own. */
async function makeProfile(person: Person, phoneNumber: string) {
  const made = await callAs(person, 'POST', '/api/app/onboarding-submit', {
    name: person.name,
    lastName: 'Example',
    phoneNumber,
    zipCode: '94601',
    timeZone: 'America/New_York',
    children: [{ firstName: person.child, lastNameInitial: 'E' }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

test('registering by the link shows the invitation, whatever the number; both sides see it accepted and ended', {
  tag: [
    '@CONN-18',
    '@CONN-19',
    '@CONN-30',
    '@CONN-31',
    '@CONN-35',
    '@CONN-36',
    '@CONN-37',
    '@CONN-42',
    '@API-104',
    '@API-105',
    '@API-109',
  ],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Cassia', { child: 'Mia' })
  const cyrus = await visitor(browser, 'Cyrus', { child: 'Leo' })
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [annas, cyruss] = [callsOf(anna.page), callsOf(cyrus.page)]
  await invite(anna, cyrus)
  const dialog = anna.page.getByRole('alertdialog')
  await expect(dialog.getByText('Caregiver not found. Invite User?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(anna.page).toHaveURL('/connections?t=pending')
  const link = await anna.page.evaluate(() => navigator.clipboard.readText())
  const { data } = (await callAs(anna, 'GET', '/api/app/connection')).body
  expect(new URL(link).searchParams.get('inviter')).toBe(data[0].inviter._id)
  expect(new URL(link).searchParams.get('source')).toBe('friend')
  expect(annas).toContain('GET /api/app/connection')
  expect(annas).toContain(
    `POST /api/app/connection ${JSON.stringify({ inviteeName: 'Cyrus', inviteePhoneNumber: numberOf(cyrus) })}`,
  )

  await register(cyrus, link)
  // A different number from the one invited.
  await makeProfile(cyrus, numberOf(await visitor(browser, 'Nobody', { child: 'Max' })))
  await cyrus.page.goto('/connections?t=pending')
  await expect(cyrus.page.getByText('Cassia Example')).toBeVisible()
  await expect(cyrus.page.getByText('Mia E')).toHaveCount(0)
  await cyrus.page.getByRole('button', { name: 'Accept' }).click()

  await anna.page.getByRole('tab', { name: 'Connections' }).click()
  await expect(anna.page.getByText('Cyrus Example')).toBeVisible()
  await expect(anna.page.getByText('Leo E')).toBeVisible()
  expect(cyruss).toContain(`POST /api/app/connection/${data[0]._id}/accepted {}`)
  await cyrus.page.getByRole('tab', { name: 'Connections' }).click()
  await expect(cyrus.page.getByText('Cassia Example')).toBeVisible()
  await expect(cyrus.page.getByText('Mia E')).toBeVisible()
  await anna.page.getByRole('button', { name: 'Remove Cyrus Example' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(anna.page.getByText('No connections')).toBeVisible()
  await expect(cyrus.page.getByText('No connections')).toBeVisible()
})

test('registering with the invited number shows no invitation until the number is invited again', {
  tag: ['@CONN-01', '@CONN-25', '@CONN-41'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Celia', { child: 'Mia' })
  const cyril = await visitor(browser, 'Cyril', { child: 'Leo' })
  await invite(anna, cyril)
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await register(cyril)
  await makeProfile(cyril, numberOf(cyril))
  await cyril.page.goto('/connections?t=pending')
  await expect(cyril.page.getByText('No pending requests')).toBeVisible()
  await invite(anna, cyril)
  await expectToast(anna.page, 'Invite sent to Cyril')
  await expect(anna.page).toHaveURL('/connections?t=pending')
  await expect(anna.page.getByText('Waiting for Cyril to accept your invite')).toHaveCount(1)
  await expect(cyril.page.getByText('invited', { exact: true })).toBeVisible()
})

test('the link can also be shared through the phone’s apps, if the browser supports it', {
  tag: ['@CONN-33', '@CONN-36'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Cleta', { child: 'Mia' })
  const { page } = anna
  // Headless browsers have no share sheet. This one is dismissed the first time and used the second.
  await page.addInitScript(() => {
    navigator.share = async (what) => {
      const before = sessionStorage.getItem('shared')
      sessionStorage.setItem('shared', what?.url ?? '')
      if (before === null) throw new DOMException('closed', 'AbortError')
    }
  })
  await invite(anna, { name: 'Kay', phone: '(212) 334-0104' })
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Share' }).click()
  const shared = () => page.evaluate(() => sessionStorage.getItem('shared'))
  await expect.poll(shared).toMatch(/\/register\?inviter=[^&]+&invite=[^&]+&source=friend$/)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL('/connections?t=pending')
  await expect(page.getByText('Waiting for Kay to accept your invite')).toBeVisible()
})
