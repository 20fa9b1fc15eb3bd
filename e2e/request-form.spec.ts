import { dayZone } from './due.ts'
import { answered, expect, test } from './fixtures.ts'
import { callAs, numberOf, type Person, quickFamily, quickRequest } from './people.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

let anna: Person
let ben: Person
let request: string
test.beforeEach(async ({ browser }) => {
  // Not near midnight, when the hours of one day more are asked for.
  const timezoneId = dayZone()
  ;[anna, ben] = await Promise.all([
    quickFamily(browser, 'Ama', { child: 'Mia', timezoneId }),
    quickFamily(browser, 'Bob', { child: 'Leo', timezoneId }),
  ])
  request = await quickRequest(anna, ben)
})

/** Sends an invitation that isn't answered. */
async function invite(one: Person, other: Person) {
  const { status } = await callAs(one, 'POST', '/api/app/connection', {
    inviteeName: other.name,
    inviteePhoneNumber: numberOf(other),
  })
  expect(status).toBe(200)
}

test('the form for a single playdate offers its fields and the children of friends', {
  tag: [
    '@CREATE-04',
    '@CREATE-05',
    '@CREATE-07',
    '@CREATE-08',
    '@CREATE-09',
    '@CREATE-10',
    '@CREATE-13',
    '@CREATE-14',
    '@CREATE-16',
    '@CREATE-21',
    '@CREATE-22',
    '@CREATE-23',
    '@CREATE-24',
    '@CREATE-28',
    '@CREATE-29',
  ],
}, async ({ browser }) => {
  const [invited, inviting] = await Promise.all([
    quickFamily(browser, 'Bea', { child: 'Ole' }),
    quickFamily(browser, 'Ben', { child: 'Una' }),
  ])
  await invite(anna, invited)
  await invite(inviting, anna)
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await expect(page.getByText('Upgrade to Schedule Group Playdates and Events')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(page.getByLabel('Location 1')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Event/ })).toHaveCount(0)
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await expect(page.getByRole('button', { name: 'Create Event' })).toBeVisible()
  await expect(page.getByLabel(/Location \d/)).toHaveCount(3)
  await expect(page.getByLabel('Description')).toHaveCount(0)
  const mia = page.getByRole('button', { name: 'Mia' })
  await mia.click()
  await expect(mia).toHaveAttribute('aria-pressed', 'true')
  await mia.click()
  await expect(mia).toHaveAttribute('aria-pressed', 'false')
  const child = page.getByRole('combobox', { name: 'Child' })
  // Without caregivers who haven't answered an invitation, or whose invitation is pending.
  await expect(child.getByRole('option')).toHaveText([/^(?!.* - ).*$/, 'Leo - Bob'])
  await child.selectOption({ label: 'Leo - Bob' })
  await page.getByRole('tab', { name: 'From Groups' }).click()
  await page.getByRole('tab', { name: 'From Friends' }).click()
  await expect(child).toHaveValue('')
})

test('missing input is named one field at a time, and a reload keeps what was typed', {
  tag: ['@CREATE-35', '@CREATE-36', '@CREATE-37', '@CREATE-38', '@CREATE-39'],
}, async () => {
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  const submit = () => page.getByRole('button', { name: 'Create Event' }).click()
  const mia = page.getByRole('button', { name: 'Mia' })
  await submit()
  await expect(page.getByText("Pick who's playing!")).toBeVisible()
  await mia.click()
  await submit()
  await expect(page.getByText('Suggest at least one location')).toBeVisible()
  await expect(page.getByText("Select who you're inviting")).toHaveCount(0)
  await page.getByLabel('Location 2').fill('Café “Zum Löwen”')
  await submit()
  await expect(page.getByText("Select who you're inviting")).toBeVisible()
  await page.getByRole('combobox', { name: 'Child' }).selectOption({ label: 'Leo - Bob' })
  await submit()
  await expect(page.getByText('Select at least one time')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Location 2')).toHaveValue('Café “Zum Löwen”')
  await expect(mia).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('combobox', { name: 'Child' })).toHaveValue(/.+/)
})

test('with reduced motion the page jumps to missing input at once', {
  tag: ['@CREATE-35'],
}, async () => {
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  const submit = page.getByRole('button', { name: 'Create Event' })
  await expect(submit).toBeVisible()
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('scrollend', resolve, { once: true })
        window.scrollTo(0, document.body.scrollHeight)
      }),
  )
  const tops = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        window.addEventListener('scroll', () => seen.push(window.scrollY))
        window.addEventListener('scrollend', () => resolve(seen))
      }),
  )
  await submit.click()
  await expect(page.getByText("Pick who's playing!")).toBeInViewport()
  expect(await tops).toHaveLength(1)
})

test('what was typed survives the end of a session', { tag: ['@CREATE-35', '@API-042'] }, async () => {
  const { page } = anna
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByLabel('Location 1').fill('Kept for later')
  await page.route('**/api/app/connection', (route) =>
    route.fulfill({ status: 401, json: { status: 401, error: 'Please sign in again.' } }),
  )
  await page.goto('/connections')
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/api/app/connection')
  await page.getByLabel('Email Address').fill(anna.email)
  await page.getByLabel(/^Password/).fill('Playdate1!')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/edit-playdate/new')
  await expect(page.getByLabel('Location 1')).toHaveValue('Kept for later')
})

test('the dialog shows which times fit, and takes others with a warning', {
  tag: ['@TIME-02', '@TIME-03', '@TIME-05', '@TIME-06', '@TIME-07', '@TIME-09', '@TIME-23', '@TIME-24'],
}, async () => {
  const { page } = ben
  await page.goto(`/edit-playdate/${request}`)
  await page.getByRole('button', { name: 'Propose Times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  const strip = dialog.getByRole('group', { name: 'Day', exact: true }).getByRole('button')
  await expect(strip).toHaveCount(5)
  await expect(dialog.getByText('Times in white outline should work for everyone')).toBeVisible()
  // Both children are free on Saturdays from 9 am to 1 pm.
  const month = await dialog.getByRole('heading', { level: 3 }).first().textContent()
  await dialog
    .getByRole('button', { name: /^[A-Z][a-z]+$/ })
    .filter({ hasNotText: 'Done' })
    .last()
    .click()
  await expect(dialog.getByRole('heading', { level: 3 }).first()).not.toHaveText(month ?? '')
  for (
    let step = 0;
    step < 6 && !(await strip.nth(2).getAttribute('aria-label'))?.startsWith('Sat');
    step += 1
  ) {
    const next = await strip.nth(3).textContent()
    await strip.nth(3).click()
    await expect(strip.nth(2)).toHaveText(next ?? '')
  }
  await expect(strip.nth(2)).toHaveAccessibleName(/^Sat/)
  const slots = dialog.getByRole('button', { name: /work for everyone/ })
  await expect(slots).toHaveCount(17)
  for (const slot of await slots.all()) await expect(slot).toHaveAccessibleName(/, \d{1,2} [ap]m, /)
  await expect(dialog.getByRole('button', { name: /, 9 am, should work for everyone/ })).toHaveClass(
    /hour--all/,
  )
  await expect(dialog.getByRole('button', { name: /, 12 pm, should work for everyone/ })).toBeVisible()
  const late = dialog.getByRole('button', { name: /, 9 pm, may not work for everyone/ })
  await expect(late).not.toHaveClass(/hour--all/)
  await expect(dialog.getByText('May not work for everyone', { exact: true })).toBeHidden()
  await late.click()
  await expect(dialog.getByText('May not work for everyone', { exact: true })).toBeVisible()
  await expect(late).toHaveAttribute('aria-pressed', 'true')
})

test('the dialog asks for free hours page by page, shows that it does, and reports a failure', {
  tag: ['@TIME-04', '@TIME-05', '@TIME-08'],
}, async () => {
  const { page } = anna
  const asked: { children: string[]; from: string; to: string }[] = []
  let isHeld = true
  let refuse = false
  const held: (() => void)[] = []
  await page.route('**/api/app/availability-slots', async (route) => {
    asked.push(route.request().postDataJSON())
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    if (refuse) return route.fulfill({ status: 429, json: { status: 429, error: 'Too many requests' } })
    return route.continue()
  })
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  const fits = dialog.getByText('Times in white outline should work for everyone')
  const open = async () => {
    await page.getByRole('button', { name: 'Propose Times' }).click()
    await expect(dialog).toBeVisible()
  }
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await page.getByRole('combobox', { name: 'Child' }).selectOption({ label: 'Leo - Bob' })
  const mia = page.getByRole('button', { name: 'Mia' })
  // A friend's child alone requests nothing.
  await open()
  await expect(dialog.getByText("Select who's playing to see available times")).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(asked).toEqual([])

  await mia.click()
  await open()
  await expect(dialog.getByText('Looking up who is free…')).toBeVisible()
  await expect(dialog.locator('.hours')).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => held.length).toBe(1)
  isHeld = false
  for (const go of held) go()
  await expect(fits).toBeVisible()

  const nextMonth = dialog
    .getByRole('button', { name: /^[A-Z][a-z]+$/ })
    .filter({ hasNotText: 'Done' })
    .last()
  const month = dialog.getByRole('heading', { level: 3 }).first()
  for (let months = 0; months < 6; months += 1) {
    const before = await month.textContent()
    await nextMonth.click()
    await expect(month).not.toHaveText(before ?? '')
    await expect(fits).toBeVisible()
    await expect(dialog.getByRole('button', { name: /, 9 pm, may not work for everyone/ })).toBeVisible()
  }
  // Each page once, for both children and at most 14 days.
  expect(asked.length).toBeLessThanOrEqual(7)
  expect(new Set(asked.map(({ from }) => from)).size).toBe(asked.length)
  for (const { children, from, to } of asked) {
    expect(children).toHaveLength(2)
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(14 * 86_400_000)
  }

  refuse = true
  await nextMonth.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'We could not look up who is free. You can still pick times.',
  )
  refuse = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(fits).toBeVisible()
})

test('the list shows sent and received requests, in sections that open and close', {
  tag: [
    '@PLAY-08',
    '@PLAY-09',
    '@PLAY-10',
    '@PLAY-11',
    '@PLAY-12',
    '@PLAY-13',
    '@PLAY-14',
    '@PLAY-16',
    '@PLAY-17',
    '@PLAY-18',
    '@PLAY-19',
    '@PLAY-20',
    '@PLAY-21',
    '@PLAY-22',
    '@PLAY-23',
    '@PLAY-24',
    '@PLAY-27',
    '@PLAY-34',
    '@CONST-12',
  ],
}, async ({ browser }) => {
  const section = (page: Person['page'], title: string) =>
    page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })
  await anna.page.goto('/view-playdates')
  const sent = section(anna.page, 'My Sent Requests')
  await expect(sent.getByText(/^Me/)).toBeVisible()
  await expect(sent.getByText(/Bob Example/)).toBeVisible()
  await expect(sent.getByText('Mia E & Leo E')).toBeVisible()
  await expect(sent.getByText('Riverside Park')).toBeVisible()
  await expect(sent.getByText('The library')).toBeVisible()
  await expect(sent.locator('time')).toHaveText([
    /^\w{3} · \d{1,2}:\d\d [AP]M, \d\d\/\d\d$/,
    /^\w{3} · \d{1,2}:\d\d [AP]M, \d\d\/\d\d$/,
  ])
  await expect(sent.getByText(/Sent by you · .*(now|ago)/)).toBeVisible()
  await sent.getByRole('heading', { name: 'My Sent Requests' }).click()
  await expect(sent.getByText('Riverside Park')).toBeHidden()
  await sent.getByRole('heading', { name: 'My Sent Requests' }).click()
  await expect(sent.getByText('Riverside Park')).toBeVisible()
  await ben.page.goto('/view-playdates')
  const received = section(ben.page, 'My Received Requests')
  await expect(received.getByText('Ama Example')).toBeVisible()
  await expect(received.getByText(/Sent to you · /)).toBeVisible()
  await expect(section(ben.page, 'Upcoming Playdates')).toHaveAttribute('open', '')
  await expect(section(ben.page, 'Past Playdates')).not.toHaveAttribute('open', '')
  await ben.page.getByRole('link', { name: 'New Playdate' }).click()
  await expect(ben.page).toHaveURL('/edit-playdate/new')
  const { page } = await quickFamily(browser, 'Lone', { child: 'Max' })
  await page.goto('/view-playdates')
  await expect(page.getByText('You have no upcoming playdates!')).toBeVisible()
  await page.getByRole('main').getByRole('link').last().click()
  await expect(page).toHaveURL('/edit-playdate/new')
})

test('twelve confirmations show twelve different facts, and a frame may arrive before the reply', {
  tag: ['@PLAY-55', '@PLAY-56', '@PLAY-59'],
}, async ({ browser }) => {
  // Confirms twelve times.
  test.slow()
  const one = await quickFamily(browser, 'Ria', { child: 'Mia' })
  const other = await quickFamily(browser, 'Ron', { child: 'Leo' })
  const id = await quickRequest(one, other)
  const { page } = other
  const { data } = (await callAs(other, 'GET', `/api/app/playdate/${id}`)).body
  const confirm = async () => {
    await page.getByText('Riverside Park', { exact: true }).click()
    await page.getByRole('radio').last().click({ force: true })
    await page.getByRole('button', { name: 'Confirm Playdate' }).click()
    await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
  }
  const lasting = /^https:\/\/(?:doi\.org\/10\.\d{4,}\/\S+|www\.(?:who\.int|cdc\.gov|ohchr\.org)\/\S+)$/
  const facts = new Set<string | null>()
  await page.goto(`/view-playdate-request/${id}`)
  // The request stays unchanged, so that it can be confirmed again.
  await page.route('**/api/app/accept-playdate', (route) => route.fulfill({ json: { status: 200, data } }))
  for (let time = 1; time <= 12; time += 1) {
    await confirm()
    const fact = page
      .getByRole('complementary')
      .filter({ has: page.getByRole('heading', { name: 'Fun fact' }) })
    await expect(fact.getByRole('link', { name: /^Source: ./ })).toHaveAttribute('href', lasting)
    facts.add(await fact.locator('p').first().textContent())
    expect(facts.size).toBe(time)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/view-playdates')
    await page.goBack()
  }
  await page.unroute('**/api/app/accept-playdate')
  await page.route('**/api/app/accept-playdate', async (route) => {
    const reloaded = answered(page, `**/api/app/playdate/${id}`)
    const reply = await route.fetch()
    await reloaded
    await route.fulfill({ response: reply })
  })
  await confirm()
})

test('a request may have one to three places, but not four', {
  tag: ['@CONST-03'],
}, async () => {
  const { page } = anna
  const { data: before } = (await callAs(ben, 'GET', `/api/app/playdate/${request}`)).body
  const ids = (children: { _id: string }[]) => children.map(({ _id }) => _id)
  const propose = (proposedLocations: Record<string, string>) =>
    callAs(anna, 'POST', '/api/app/playdate', {
      type: 'single',
      ownerChildren: ids(before.ownerChildren),
      recipientChildren: ids(before.recipientChildren),
      proposedLocations,
      proposedTimes: before.proposedTimes,
    })
  const three = { option1: 'Park', option2: 'Library', option3: 'Our yard' }
  expect((await propose({ option2: 'Library' })).status).toBe(200)
  const sent = await propose(three)
  expect(sent.body.data.proposedLocations).toEqual(three)
  expect((await propose({ ...three, option4: 'The zoo' })).status).toBe(400)
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await expect(page.getByLabel(/^Location/)).toHaveCount(3)
})

test('a description is shown if there is one, in the direction of its script', {
  tag: ['@PLAY-50'],
}, async () => {
  const { page } = ben
  const path = `**/api/app/playdate/${request}`
  await page.goto(`/view-playdate-request/${request}`)
  await expect(page.getByRole('group', { name: 'When works for you?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Description' })).toHaveCount(0)
  // Requests have no description yet, but the screen can show one.
  await page.route(path, async (route) => {
    const reply = await route.fetch()
    const envelope = await reply.json()
    await route.fulfill({
      json: { ...envelope, data: { ...envelope.data, description: 'שלום! Bring boots' } },
    })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(page.getByText('Bring boots')).toHaveCSS('direction', 'rtl')
})
