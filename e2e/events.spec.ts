import type { Page, Request } from '@playwright/test'
import { connect, quickChange, quickPlaydate, setPremium } from './events.ts'
import { answered, dialogsClosed, expect, holdAnswers, neverOpens, socketTicket, test } from './fixtures.ts'
import { makeGroup, makeMember } from './groups.ts'
import { callAs, childrenOf, type Person, quickFamily } from './people.ts'
import { isSound } from './sound.ts'

const section = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: title }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })
const playing = (page: Page) => page.locator('.facts__who')

/** Returns a caregiver's row on the page of an event. */
const caregiver = (page: Page, { name }: Person) =>
  page.locator('.carers').getByRole('listitem').filter({ hasText: name })

/** Returns a value for a date-time input that many days from now, at ten in the morning by default. */
function inDays(days: number, hour = '10:00'): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`
}

/** Collects the page's API calls from now on, such as `POST /api/app/event-response/…/accepted`. */
function callsOf(page: Page): { path: string; body: string | null }[] {
  const calls: { path: string; body: string | null }[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) {
      calls.push({ path: `${request.method()} ${pathname}${search}`, body: request.postData() })
    }
  })
  return calls
}

interface Families {
  olga: Person
  ben: Person
  cleo: Person
}

/** Olga is a premium member, a friend of Ben's and in a group with Cleo. */
async function threeFamilies(browser: Parameters<typeof quickFamily>[0]): Promise<Families> {
  const [olga, ben, cleo, group] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
    quickFamily(browser, 'Cleo', { child: 'Kofi', viewport: { width: 1280, height: 800 } }),
    makeGroup('Maple Street School', ['Room 12']),
  ])
  await Promise.all([
    setPremium(olga, 'active'),
    connect(olga, ben),
    makeMember(group, olga),
    makeMember(group, cleo),
  ])
  return { olga, ben, cleo }
}

test('three families plan, answer, discuss, move and cancel an event', {
  tag: [
    '@CREATE-01',
    '@CREATE-06',
    '@CREATE-11',
    '@CREATE-12',
    '@CREATE-30',
    '@CREATE-31',
    '@CREATE-32',
    '@CONST-04',
    '@PLAY-02',
    '@PLAY-28',
    '@TIME-11',
    '@TIME-12',
    '@PLAY-35',
    '@PLAY-41',
    '@PLAY-79',
    '@PLAY-64',
    '@PLAY-65',
    '@PLAY-69',
    '@PLAY-82',
    '@PLAY-83',
    '@PLAY-88',
    '@CHAT-05',
    '@API-100',
    '@API-101',
    '@API-102',
    '@API-032',
    '@API-033',
    '@PLAY-39',
    '@PLAY-67',
    '@PLAY-86',
    '@CHAT-03',
    '@API-103',
    '@PLAY-40',
    '@PLAY-66',
    '@PLAY-68',
    '@PLAY-84',
    '@PLAY-85',
    '@PLAY-87',
    '@CHAT-02',
    '@CHAT-09',
    '@CHAT-16',
    '@API-097',
  ],
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const { olga, ben, cleo } = await threeFamilies(browser)
  // Computed once, since midnight may pass meanwhile.
  const [planned, moved] = [inDays(3), inDays(4, '15:30')]
  let event = ''

  await test.step('a premium member plans the event', async () => {
    const { page } = olga
    await page.goto('/edit-playdate/new')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await page.getByRole('radio', { name: /^Event/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule an event' })).toBeVisible()
    const start = page.locator('input[type="datetime-local"]')
    await expect(start).toHaveCount(1)
    await expect(start).toBeDisabled()
    await expect(page.getByRole('textbox', { name: /Where|Location/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Mia', exact: true }).click()
    await expect(start).toBeEnabled()
    await page.getByRole('button', { name: 'Leo - Ben' }).click()
    await page.getByRole('tab', { name: 'From Groups' }).click()
    await page.getByLabel('Group or pod').selectOption({ label: 'Maple Street School' })
    await page.getByRole('button', { name: 'Kofi - Cleo' }).click()
    await expect(page.getByRole('list', { name: 'Invited' }).getByRole('listitem')).toHaveText([
      'Leo - Ben',
      'Kofi - Cleo',
    ])
    await page.getByLabel('Where are you going?').fill('The zoo')
    await page.getByLabel('Description').fill('Bring a hat')
    await start.fill(planned)
    const sent = answered(page, (request) => request.method() === 'POST' && /playdate$/.test(request.url()))
    await button(page, 'Create Event').dblclick()
    const body = (await sent).postDataJSON()
    expect(body).toMatchObject({
      type: 'group',
      proposedLocations: { option1: 'The zoo' },
      description: 'Bring a hat',
    })
    expect([body.recipientChildren.length, body.proposedTimes.length]).toEqual([2, 1])
    expect(Object.values(body.proposedLocations).filter(Boolean)).toHaveLength(1)
    await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.locator('.next').getByText('Accepted', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Playdates', exact: true }).click()
    const upcoming = section(page, 'Upcoming Playdates')
    await expect(upcoming.getByText('Accepted', { exact: true })).toHaveCount(1)
    await upcoming.getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Who is Playing' })).toBeVisible()
    event = page.url().split('/').at(-1) ?? ''
  })

  await test.step('a guest finds it in two lists, with the group icon, and Respond opens it', async () => {
    const { page } = ben
    await page.goto('/view-playdates')
    const received = section(page, 'My Received Requests')
    await expect(received.getByText('Invited', { exact: true })).toBeVisible()
    await expect(received.locator('.eventicon')).toBeVisible()
    await expect(received.getByText('Olga Example')).toBeVisible()
    await expect(received.getByText('Ben Example')).toHaveCount(0)
    await expect(received.locator('time')).toHaveText([/^\w{3} · 10:00 AM, /])
    await expect(received.getByText('The zoo')).toBeVisible()
    await expect(received.getByText(/^Your turn\s*Sent to you · /)).toBeVisible()
    await expect(section(page, 'Upcoming Playdates').getByText('Pending', { exact: true })).toBeVisible()
    await received.getByRole('link', { name: 'Respond' }).click()
    await expect(page).toHaveURL(`/view-playdate-information/${event}`)
  })

  await test.step('before answering, a guest sees two buttons, pending badges and no chat', async () => {
    const { page } = ben
    await expect(button(page, 'Accept Invite')).toBeVisible()
    await expect(button(page, 'Reject Invite')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
    await expect(page.getByText('Bring a hat')).toBeVisible()
    await expect(messages(page)).toHaveCount(0)
    await expect(page.getByLabel('Your message')).toHaveCount(0)
    await expect(caregiver(page, olga)).toContainText('Owner')
    await expect(caregiver(page, ben).locator('.badge--pending')).toHaveText('Pending')
    await expect(caregiver(page, cleo).locator('.badge--pending')).toHaveText('Pending')
    for (const name of ['Accept Invite', 'Reject Invite']) {
      await expect(button(olga.page, name)).toHaveCount(0)
    }
  })

  await test.step('accepting is shown to guest and owner, and opens the chat', async () => {
    const { page } = ben
    const calls = callsOf(page)
    await button(page, 'Accept Invite').click()
    await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
    await expect(button(page, 'Undo & Reject This Invite')).toBeVisible()
    await expect(messages(page)).toBeVisible()
    await expect(page.locator('.page').getByText('Accepted', { exact: true })).toBeVisible()
    for (const each of [page, olga.page]) {
      await expect(caregiver(each, ben).locator('.badge--accepted')).toHaveText('Accepted')
      await expect(each.getByText('2 families, 2 children going')).toBeVisible()
    }
    expect(calls.filter(({ path }) => path.startsWith('POST'))).toEqual(
      expect.arrayContaining([
        { path: `POST /api/app/event-response/${event}/accepted`, body: '{"version":1}' },
      ]),
    )
    await page.reload()
    await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
    const asked = [`GET /api/app/event-response/${event}`, `GET /api/app/event-response/all/${event}`]
    await expect.poll(() => calls.map(({ path }) => path)).toEqual(expect.arrayContaining(asked))
  })

  await test.step('rejecting removes the child for everybody, until it is undone', async () => {
    const { page } = cleo
    await page.goto(`/view-playdate-information/${event}`)
    const calls = callsOf(page)
    await expect(playing(olga.page)).toContainText('Kofi E')
    await button(page, 'Reject Invite').click()
    await expect(page.getByText('You have rejected this playdate invite')).toBeVisible()
    await expect(button(page, 'Undo & Accept This Invite')).toBeVisible()
    await expect(page.locator('.page').getByText('Rejected', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Your message')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Ask Olga/ })).toHaveCount(0)
    for (const each of [page, olga.page, ben.page]) {
      await expect(caregiver(each, cleo).locator('.badge--rejected')).toHaveText('Rejected')
      await expect(playing(each)).toContainText('Leo E')
      await expect(playing(each)).not.toContainText('Kofi E')
    }
    expect(calls).toContainEqual({
      path: `POST /api/app/event-response/${event}/rejected`,
      body: '{"version":1}',
    })
    await button(page, 'Undo & Accept This Invite').click()
    await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
    for (const each of [page, olga.page, ben.page]) {
      await expect(playing(each)).toContainText('Kofi E')
      await expect(each.getByText('3 families, 3 children going')).toBeVisible()
    }
  })

  await test.step('all chat together, and each guest privately with the owner', async () => {
    const say = async ({ page }: Person, text: string) => {
      await page.getByLabel('Your message').fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(messages(page)).toContainText(text)
    }
    const calls = callsOf(olga.page)
    await say(ben, 'Who brings water?')
    for (const { page } of [olga, cleo]) await expect(messages(page)).toContainText('Who brings water?')
    await cleo.page.getByRole('tab', { name: 'Just Olga' }).click()
    await say(cleo, 'Kofi is afraid of snakes')
    // The owner sees which tab has something new, and its room opens at once.
    const privately = olga.page.getByRole('tab', { name: /^Just One Guest/ })
    await expect(privately.locator('.count')).toHaveText('1')
    await privately.click()
    await expect(olga.page.getByLabel('Guest', { exact: true }).locator('option:checked')).toHaveText(
      /^Cleo Example/,
    )
    await expect(messages(olga.page)).toContainText('snakes')
    await expect(privately.locator('.count')).toHaveCount(0)
    // Another guest sees it in neither room.
    await ben.page.reload()
    await expect(messages(ben.page)).toContainText('Who brings water?')
    await expect(messages(ben.page)).not.toContainText('snakes')
    await ben.page.getByRole('tab', { name: 'Just Olga' }).click()
    await expect(messages(ben.page)).toContainText('Say hello!')
    const paths = calls.map(({ path }) => path)
    expect(paths).toContain(`GET /api/app/room/${event}`)
    expect(paths.some((path) => path.startsWith(`GET /api/app/room/${event}?recipientCaregiverId=`))).toBe(
      true,
    )
  })

  await test.step('the owner moves the event, and everybody is asked again', async () => {
    const { page } = olga
    await page.getByRole('link', { name: 'Edit Event' }).click()
    await expect(page).toHaveURL(`/edit-playdate/${event}`)
    await expect(page.getByLabel('Where are you going?')).toHaveValue('The zoo')
    await expect(page.getByLabel('Description')).toHaveValue('Bring a hat')
    await expect(page.getByLabel('When?')).toHaveValue(planned)
    await page.getByLabel('When?').fill(moved)
    await page.getByLabel('Where are you going?').fill('The lake')
    await page.reload()
    await expect(page.getByLabel('When?')).toHaveValue(moved)
    await button(page, 'Save Changes').click()
    await expect(page.getByRole('heading', { name: 'Event updated!' })).toBeVisible()
    for (const { page } of [ben, cleo]) {
      await expect(page.getByText('This playdate has changed. Please take another look.')).toBeVisible()
      await expect(page.locator('.facts__when').getByText(/^\w{3} · 3:30 PM, /)).toBeVisible()
      await expect(page.getByRole('link', { name: /^The lake/ })).toBeVisible()
      await expect(button(page, 'Accept Invite')).toBeVisible()
      await expect(page.getByLabel('Your message')).toHaveCount(0)
    }
  })

  await test.step('a guest who rejected sees Rejected in Upcoming; the owner cancels with a reason', async () => {
    await button(cleo.page, 'Reject Invite').click()
    await expect(button(cleo.page, 'Undo & Accept This Invite')).toBeVisible()
    await cleo.page.getByRole('link', { name: 'Playdates', exact: true }).click()
    const upcoming = section(cleo.page, 'Upcoming Playdates')
    await expect(upcoming.getByText('Rejected', { exact: true })).toBeVisible()
    const { page } = olga
    await page.goto(`/view-playdate-information/${event}`)
    await button(page, 'Cancel Event').click()
    const question = page.getByRole('dialog', { name: 'Cancel this event?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toBeHidden()
    await button(page, 'Cancel Event').click()
    await question.getByLabel(/^A word to/).fill('Snow is coming')
    await question.getByRole('button', { name: 'Cancel Event' }).click()
    for (const each of [page, ben.page]) {
      await expect(each.getByText('This event was cancelled')).toBeVisible()
      await expect(each.getByText('Snow is coming')).toBeVisible()
      await expect(button(each, 'Accept Invite')).toHaveCount(0)
    }
    await expect(cleo.page.getByText('You have no upcoming playdates!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Play again' })).toBeVisible()
  })
})

test('a rejection that the page learns of before its reply can be undone once the reply arrives', {
  tag: ['@PLAY-65'],
}, async ({ browser }) => {
  const olga = await quickFamily(browser, 'Olga', { child: 'Ida' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Max' })
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const id = await quickPlaydate(olga, { times: [new Date(inDays(3)).toISOString()], isEvent: true })
  const { page } = ben
  const ticket = socketTicket(page)
  await page.goto(`/view-playdate-information/${id}`)
  await ticket
  const held = Promise.withResolvers<void>()
  await page.route(/\/event-response\/.*\/rejected/, async (route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  await button(page, 'Reject Invite').click()
  const undo = button(page, 'Undo & Accept This Invite')
  await expect(undo).toBeDisabled()
  held.resolve()
  await undo.click()
  await expect(button(page, 'Undo & Reject This Invite')).toBeVisible()
})

test('an answer on a page that missed the event’s move is not counted, and the new time is shown', {
  tag: ['@PLAY-81', '@API-100', '@API-101'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/409 \(Conflict\).*event-response/)
  const olga = await quickFamily(browser, 'Olga', { child: 'Ida' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Max' })
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const id = await quickPlaydate(olga, { times: [new Date(inDays(3)).toISOString()], isEvent: true })
  const { page } = ben
  // The page gets no frames, and keeps getting the old playdate until it has sent an answer.
  await page.routeWebSocket(/\/websocket/, neverOpens)
  let before: object | null = null
  await page.route(`**/api/app/playdate/${id}`, async (route) => {
    if (before) await route.fulfill({ json: before })
    else await route.continue()
  })
  await page.route(/\/event-response/, async (route) => {
    if (route.request().method() === 'POST') before = null
    await route.continue()
  })
  for (const [version, name, days] of [
    [1, 'Accept Invite', 4],
    [2, 'Reject Invite', 5],
  ] as const) {
    await page.goto(`/view-playdate-information/${id}`)
    await expect(button(page, name)).toBeVisible()
    before = (await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body
    await quickChange(olga, id, {
      proposedLocations: { option1: `The lake ${days}` },
      proposedTimes: [new Date(inDays(days)).toISOString()],
      version,
    })
    await expect(page.getByText(`The lake ${days}`)).toHaveCount(0)
    await button(page, name).click()
    await expect(page.getByText('This playdate has changed. Please take another look.')).toHaveCount(1)
    await expect(page.getByText(`The lake ${days}`)).toBeVisible()
    await expect(button(page, name)).toBeVisible()
    const { data } = (await callAs(ben, 'GET', `/api/app/event-response/${id}`)).body
    expect(data).toBeNull()
  }
  await button(page, 'Accept Invite').click()
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
})

test('a caregiver without friends or groups sees what to do before planning an event', {
  tag: ['@CREATE-33', '@CREATE-34'],
}, async ({ browser }) => {
  const lone = await quickFamily(browser, 'Lone', { child: 'Max' })
  await setPremium(lone, 'active')
  const { page } = lone
  await page.goto('/edit-playdate/new')
  // Offered once the membership is known to be active.
  await expect(page.getByRole('radio', { name: /^Event/ })).toBeVisible()
  await page.getByRole('radio', { name: /^Playdate/ }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Event/ })).toBeFocused()
  const hint = page.getByText('To plan an event, join a group or create a connection first.', { exact: true })
  await expect(hint).toBeVisible()
  await expect(page.locator('.inviting').getByRole('link')).toHaveText(['Groups', 'Add or Invite Friend'])
})

test('if premium ends while an event is planned, nothing that was typed is lost', {
  tag: [
    '@BILL-13',
    '@BILL-17',
    '@CREATE-02',
    '@CREATE-07',
    '@CREATE-35',
    '@CREATE-36',
    '@CREATE-37',
    '@CREATE-39',
    '@CREATE-40',
  ],
}, async ({ browser, expectErrors }) => {
  expectErrors(/402 .*playdate/)
  const { olga } = await threeFamilies(browser)
  const when = inDays(3)
  const { page } = olga
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Event/ }).click()
  await page.getByRole('button', { name: 'Mia', exact: true }).click()
  await button(page, 'Create Event').click()
  await expect(page.getByText('Suggest at least one location')).toBeVisible()
  await page.getByLabel('Where are you going?').fill('The zoo')
  await button(page, 'Create Event').click()
  await expect(page.getByText("Select who you're inviting")).toBeVisible()
  await page.getByRole('button', { name: 'Leo - Ben' }).click()
  await button(page, 'Create Event').click()
  await expect(page.getByText('Select at least one time')).toBeVisible()
  await page.getByLabel('When?').fill(inDays(-1))
  await button(page, 'Create Event').click()
  await expect(page.getByText('Proposed times must be in the future')).toBeVisible()
  await page.getByLabel('When?').fill(when)
  await page.getByLabel('Description').fill('Bring a hat')

  await setPremium(olga, 'canceled')
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/app/playdate'), { timeout: 0 })
  await button(page, 'Create Event').click()
  expect((await refused).status()).toBe(402)
  await expect(page.getByText('Events need a premium membership.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Event/ })).toHaveCount(0)
  await expect(page.getByText('Upgrade to Schedule Group Playdates and Events')).toBeVisible()
  await isSound(page)

  await page.locator('.actions').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Subscribe without paying' }).click()
  await expect(page).toHaveURL('/edit-playdate/new?stripe=1')
  await expect(page.getByLabel('Description')).toHaveValue('Bring a hat')
  await expect(page.getByLabel('When?')).toHaveValue(when)
  // Switching the type and back loses nothing.
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await expect(page.getByLabel('Description')).toHaveCount(0)
  await page.getByRole('radio', { name: /^Event/ }).click()
  await expect(page.getByRole('list', { name: 'Invited' })).toContainText('Leo - Ben')
  await button(page, 'Create Event').click()
  await expect(page.getByRole('heading', { name: 'You created a Playdate!' })).toBeVisible()
})

test('a clash is marked where times are proposed or accepted, and confirmed if it arose meanwhile', async ({
  browser,
}) => {
  const [anna, ben, cleo] = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
    quickFamily(browser, 'Cleo', { child: 'Kofi' }),
  ])
  const times = [`${inDays(3, '16:00')}:00Z`, `${inDays(4, '16:00')}:00Z`]
  await Promise.all([connect(anna, ben), connect(cleo, ben)])
  const first = await quickPlaydate(anna, { times })
  const second = await quickPlaydate(cleo, { times })
  const { page } = ben
  // As if on a train: the page learns of changes only when it asks.
  await page.routeWebSocket('**/api/app/websocket**', neverOpens)
  const list = '**/api/app/playdate?status=accepted'
  const nothing = { status: 200, data: { items: [], nextCursor: null } }
  await page.route(list, (route) => route.fulfill({ json: nothing }))
  await page.goto(`/view-playdate-request/${second}`, { waitUntil: 'commit' })
  await answered(page, list)
  const choices = page.getByRole('group', { name: 'When works for you?' }).getByRole('radio')
  const busy = page.getByText('Leo has another playdate then')
  await expect(choices).toHaveCount(2)
  await expect(busy).toHaveCount(0)

  const accepted = { id: first, acceptedLocation: 'Riverside Park', acceptedTime: times[0] }
  expect((await callAs(ben, 'POST', '/api/app/accept-playdate', accepted)).status).toBe(200)
  await page.getByText('Riverside Park', { exact: true }).click()
  await choices.first().check({ force: true })
  await page.unroute(list)
  await button(page, 'Confirm Playdate').click()
  const question = page.getByRole('alertdialog', { name: /^Leo has another playdate then. Confirm anyway\?/ })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  // Only the time at which he is busy is marked, and it can still be chosen.
  await expect(busy).toHaveCount(1)
  await expect(choices.first()).toHaveAccessibleName(/Leo has another playdate then$/)
  await expect(choices.last()).toHaveAccessibleName(/^\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d$/)
  await expect(choices.first()).toBeChecked()

  await page.getByRole('link', { name: 'Yes, but...' }).click()
  await expect(page.locator('.clash')).toHaveText(
    /^\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d: Leo has another playdate then$/,
  )
  await button(page, 'Propose Times').click()
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  await expect(dialog.locator('.clash')).toHaveText(/ [ap]m: Leo has another playdate then$/)
  const marked = dialog.getByRole('button', { name: /, Leo has another playdate then$/ })
  await marked.first().click()
  await expect(marked.first()).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Done').click()
  await expect(dialog).toBeHidden()
  await dialogsClosed(page)

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('Riverside Park', { exact: true }).click()
  await choices.first().check({ force: true })
  await expect(busy).toHaveCount(1)
  // The clash was on the screen, so nobody is asked again.
  await button(page, 'Confirm Playdate').click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
})

test('rejecting while accepting is still being checked sends only the acceptance', {
  tag: ['@PLAY-67'],
}, async ({ browser }) => {
  const [olga, ben] = [
    await quickFamily(browser, 'Olga', { child: 'Mia' }),
    await quickFamily(browser, 'Ben', { child: 'Leo' }),
  ]
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(olga, { times: [time], isEvent: true })
  const { page } = ben
  // From the load on, since the check joins a request that is still in flight.
  const held = await holdAnswers(page, /\/api\/app\/playdate\?status=accepted/)
  await page.goto(`/view-playdate-information/${id}`)
  const accept = page.getByRole('button', { name: 'Accept Invite' })
  await expect(accept).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('event')) sent.push(request.url())
  })
  await accept.click()
  await page.getByRole('button', { name: 'Reject Invite' }).click({ force: true })
  held.release()
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a warning that loads late does not move ‘Reject Invite’', {
  tag: ['@PLAY-67', '@TIME-112'],
}, async ({ browser }) => {
  const [olga, ben] = [
    await quickFamily(browser, 'Olga', { child: 'Mia' }),
    await quickFamily(browser, 'Ben', { child: 'Leo' }),
  ]
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const id = await quickPlaydate(olga, { times: [`${inDays(3, '16:00')}:00Z`], isEvent: true })
  const [leo] = await childrenOf(ben)
  const days = { from: inDays(2, '16:00').slice(0, 10), to: inDays(4, '16:00').slice(0, 10) }
  expect((await callAs(ben, 'POST', '/api/app/away', { children: [leo._id], ...days })).status).toBe(201)
  const { page } = ben
  const away = await holdAnswers(page, '**/api/app/away')
  await page.goto(`/view-playdate-information/${id}`)
  const no = page.getByRole('button', { name: 'Reject Invite' })
  await expect(no).toBeVisible()
  await away.asked
  const top = () => no.evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  away.release()
  await expect(page.getByText("You're away then")).toBeVisible()
  expect(await top()).toBe(before)
})
