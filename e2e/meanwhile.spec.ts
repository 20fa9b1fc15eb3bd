import type { Browser, Page, Route } from '@playwright/test'
import { administrator } from './administrators.ts'
import { addChild, connect, quickChange, quickPlaydate, setPremium } from './events.ts'
import { answered, deafen, expect, firstSeen, neverOpens, someFrames, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { callAs, childrenOf, numberOf, profileOf, quickFamily } from './people.ts'
import { shownBriefly } from './shown-briefly.ts'

// What arrives meanwhile doesn't change what the user picked, or move another button under their finger.

test.use({ expectedErrors: [/(404|409|429) \(/] })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Makes an event of Olga's that invites Anna's child, whose other guardian is Bert. */
async function sharedInvite(browser: Browser) {
  const [olga, anna, bert] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Ada' }),
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Bert', { child: 'Leo' }),
  ])
  await connect(olga, anna)
  await setPremium(olga, 'active')
  await share(anna, bert)
  const event = await quickPlaydate(olga, { times: [inDays(10)], isEvent: true })
  return { anna, bert, event }
}

test('another guardian’s answer puts no Accept under a finger that is about to reject', {
  tag: ['@HOME-90', '@PLAY-67'],
}, async ({ browser }) => {
  const { anna, bert, event } = await sharedInvite(browser)
  const answer = { playdate: event, response: 'accepted', version: 1 }
  expect((await callAs(anna, 'POST', '/api/app/event-response', answer)).status).toBe(200)
  const { page } = anna
  await page.goto(`/view-playdate-information/${event}`)
  await expect(button(page, 'Undo & Reject This Invite')).toBeEnabled()
  const came = await firstSeen(page, 'Undo & Accept This Invite')
  await callAs(bert, 'POST', '/api/app/event-response', { ...answer, response: 'rejected' })
  expect(await came()).toBe(false)
  await expect(button(page, 'Undo & Accept This Invite')).toBeEnabled()
})

test('deselecting one child leaves another device’s choice for the other child in place', {
  tag: ['@PLAN-44'],
}, async ({ browser }) => {
  const [olga, ben] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Ada' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
  ])
  await addChild(ben, 'Zoe')
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const event = await quickPlaydate(olga, { times: [inDays(10)], isEvent: true })
  const answer = (children?: string[]) =>
    callAs(ben, 'POST', '/api/app/event-response', {
      playdate: event,
      response: 'accepted',
      version: 1,
      ...(children && { children }),
    })
  await answer()
  const { page } = ben
  await page.goto(`/view-playdate-information/${event}`)
  const pick = (name: string) => page.getByRole('group', { name: 'Who comes?' }).getByRole('button', { name })
  await pick('Zoe').click()
  await expect(pick('Leo')).toHaveAttribute('aria-pressed', 'true')
  const children: { _id: string; firstName: string }[] = await childrenOf(ben)
  await answer(children.filter(({ firstName }) => firstName === 'Zoe').map(({ _id }) => _id))
  await expect(pick('Leo')).toHaveAttribute('aria-pressed', 'false')
  await expect(pick('Zoe')).toHaveAttribute('aria-pressed', 'false')
})

test('a picked place and time are not confirmed if the playdate has changed since', {
  tag: ['@PLAY-52', '@CREATE-17'],
}, async ({ browser }) => {
  const [anna, ben] = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
  ])
  await connect(anna, ben)
  const times = [inDays(4)]
  const id = await quickPlaydate(anna, { times, stay: 'stay' })
  const { page } = ben
  await page.setViewportSize({ width: 390, height: 500 })
  const hear = await deafen(page)
  await page.goto(`/view-playdate-request/${id}`)
  await page.getByText('Riverside Park', { exact: true }).click()
  await page.getByRole('radio', { name: /[AP]M/ }).check({ force: true })
  // Both sides propose the same again, this time without `stay`.
  const again = { proposedTimes: times, stay: null }
  await quickChange(ben, id, again)
  await quickChange(anna, id, again)
  await hear(`**/api/app/playdate/${id}`)
  const changed = page.getByText('This playdate has changed. Please take another look.')
  await expect(changed).toBeVisible()
  await button(page, 'Confirm Playdate').scrollIntoViewIfNeeded()
  await expect(changed).not.toBeInViewport()
  const refused = answered(page, '**/api/app/accept-playdate')
  await button(page, 'Confirm Playdate').click()
  expect((await (await refused).response())?.status()).toBe(409)
  await expect(button(page, 'Confirm Playdate')).not.toHaveAttribute('aria-busy', 'true')
  await expect(changed).toBeInViewport()
  expect((await callAs(ben, 'GET', `/api/app/playdate/${id}`)).body.data.status).toBe('pending')
  await button(page, 'Confirm Playdate').click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
})

test('a friend who is introduced later is not selected on a page that was already open', {
  tag: ['@HOME-85'],
}, async ({ browser }) => {
  const [priya, dev, amara, ben] = await Promise.all([
    quickFamily(browser, 'Priya', { child: 'Anika' }),
    quickFamily(browser, 'Dev', { child: 'Leo' }),
    quickFamily(browser, 'Amara', { child: 'Zuri' }),
    quickFamily(browser, 'Ben', { child: 'Mila' }),
  ])
  for (const friend of [amara, ben]) await connect(priya, friend)
  const child = await share(priya, dev)
  const [from, to] = [await profileOf(priya), await profileOf(dev)]
  const introduce = async (...friends: string[]) =>
    expect((await callAs(priya, 'POST', '/api/app/introduction', { child, to, friends })).status).toBe(201)
  const [first, second] = [await profileOf(amara), await profileOf(ben)]
  await introduce(first)
  const { page } = dev
  await page.goto(`/introduction/${from}`)
  await expect(page.getByRole('checkbox', { name: 'Amara Example' })).toBeChecked()
  await introduce(first, second)
  await page.evaluate(() => {
    for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
  })
  await expect(page.getByRole('checkbox', { name: 'Ben Example' })).not.toBeChecked()
  await button(page, 'All').click()
  await expect(page.getByRole('checkbox', { name: 'Ben Example' })).toBeChecked()
})

test('a new request to connect can’t be accepted in the moment in which it appears', {
  tag: ['@CONN-22'],
}, async ({ browser }) => {
  const [anna, ben] = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
  ])
  const { page } = anna
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'I want to' })).toBeVisible()
  const came = await firstSeen(page, 'Accept')
  const fields = { inviteeName: 'Anna', inviteePhoneNumber: numberOf(anna) }
  expect((await callAs(ben, 'POST', '/api/app/connection', fields)).status).toBe(200)
  expect(await came()).toBe(false)
  const accepted = await shownBriefly(page, 'Accepted')
  await button(page, 'Accept').click()
  await accepted()
})

test('an invite that is taken back is disabled before the next one replaces it', {
  tag: ['@CONN-22'],
}, async ({ browser }) => {
  const [anna, ben, cleo] = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Ben', { child: 'Leo' }),
    quickFamily(browser, 'Cleo', { child: 'Kofi' }),
  ])
  const ask = async (person: typeof ben) => {
    const fields = { inviteeName: 'Anna', inviteePhoneNumber: numberOf(anna) }
    return (await callAs(person, 'POST', '/api/app/connection', fields)).body.data.connection._id
  }
  await ask(cleo)
  const asked = await ask(ben)
  const { page } = anna
  await page.goto('/')
  const question = (name: string) => page.getByRole('heading', { name: `Do you know ${name}?` })
  await expect(question('Ben')).toBeVisible()
  /** Each question shown, and whether it can be answered. */
  const seen = await page.evaluateHandle(() => {
    const list: string[] = []
    const look = () => {
      const accept = Array.from(document.querySelectorAll('button')).find(
        (each) => each.textContent?.trim() === 'Accept',
      )
      const text = `${document.querySelector('.asking__title')?.textContent} ${!accept?.disabled}`
      if (list.at(-1) !== text) list.push(text)
    }
    look()
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
    return list
  })
  await callAs(ben, 'DELETE', `/api/app/connection/${asked}`)
  await expect(question('Cleo')).toBeVisible()
  expect(await seen.jsonValue()).toEqual([
    'Do you know Ben? true',
    'Do you know Ben? false',
    'Do you know Cleo? true',
  ])
})

test('a draft to the owner alone stays private when another guardian accepts', {
  tag: ['@CHAT-13'],
}, async ({ browser }) => {
  const { anna, bert, event } = await sharedInvite(browser)
  const { page } = anna
  await page.goto(`/view-playdate-information/${event}`)
  await page.getByRole('button', { name: /^Ask Olga something first/ }).click()
  await page.getByLabel('Your message').fill('May we bring a dog?')
  await callAs(bert, 'POST', '/api/app/event-response', {
    playdate: event,
    response: 'accepted',
    version: 1,
  })
  await expect(page.getByRole('tab', { name: /^Just Olga/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Your message')).toHaveValue('May we bring a dog?')
})

test('a child’s form keeps its input if the child can’t be loaded', { tag: ['@CHILD-03'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const [mia] = await childrenOf(anna)
  const { page } = anna
  await page.goto('/profile')
  const read = `**/api/app/child/${mia._id}`
  const refused = { status: 429, json: { status: 429, error: 'Later' } }
  await page.route(read, (route) => route.fulfill(refused))
  const asked = answered(page, read)
  await page.locator(`a[href="/edit-child/${mia._id}"]`).click()
  await page.getByLabel('First Name').fill('Mila')
  await asked
  await someFrames(page)
  await expect(page.getByLabel('First Name')).toHaveValue('Mila')
})

test('a report that arrives while a decision is written is not decided with it', {
  tag: ['@SAFE-36'],
}, async ({ browser }) => {
  const [kira, nora, lorin] = await Promise.all([
    quickFamily(browser, 'Kira', { child: 'Mia' }),
    quickFamily(browser, 'Nora', { child: 'Max' }),
    quickFamily(browser, 'Lorin', { child: 'Leo' }),
  ])
  for (const each of [kira, nora]) await connect(each, lorin)
  const target = await profileOf(lorin)
  const report = async (person: typeof kira, reason: string, words: string) => {
    const body = { kind: 'person', target, reason, words }
    expect((await callAs(person, 'POST', '/api/app/report', body)).status).toBe(201)
  }
  await report(kira, 'spam', 'Sells things.')
  const { page } = await administrator(browser, 'Maja')
  await page.routeWebSocket(/websocket/, neverOpens)
  await page.goto(`/admin/reports/${target}`)
  await page.getByText('Warn', { exact: true }).click()
  const words = await page.getByLabel(/^Words to Lorin/).inputValue()
  await report(nora, 'danger', 'He came to our door.')
  // Reopening it continues the draft.
  await page.reload()
  await expect(page.getByText('He came to our door.')).toBeVisible()
  await expect(page.getByLabel(/^Words to Lorin/)).toHaveValue(words)
  await expect(page.getByText('A report that came in since you began stays open.')).toBeVisible()
  await button(page, 'Decide').click()
  await expect(page.getByText('A report that came in since you began stays open.')).toHaveCount(0)
  // The next report starts with an empty decision.
  await expect(page.getByRole('radio', { name: 'Warn' })).not.toBeChecked()
  const stateFor = async (person: typeof kira) =>
    (await callAs(person, 'GET', '/api/app/safety')).body.data.reports[0].state
  expect([await stateFor(kira), await stateFor(nora)]).toEqual(['acted', 'sent'])
})

test('a change that arrives while a list is first loaded is shown in it', { tag: ['@CONN-02'] }, async ({
  browser,
}) => {
  const [anna, bert] = await Promise.all([
    quickFamily(browser, 'Anna', { child: 'Mia' }),
    quickFamily(browser, 'Bert', { child: 'Leo' }),
  ])
  const { page } = bert
  const opened = page.waitForEvent('websocket', { timeout: 0 })
  let isMade = false
  page.once('websocket', () => {
    isMade = true
  })
  // Once the socket is open, the screen's data is fetched again.
  const anew = page.waitForRequest((each) => isMade && each.url().endsWith('/api/app/notifications'), {
    timeout: 0,
  })
  await page.goto('/profile')
  const socket = await opened
  await anew
  const read = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holdOldAnswer = async (route: Route) => {
    const response = await route.fetch()
    read.resolve()
    await released.promise
    await route.fulfill({ response })
  }
  await page.route('**/api/app/connection', holdOldAnswer, { times: 1 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await read.promise
  const news = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('connection'))
  await connect(anna, bert)
  await news
  released.resolve()
  await expect(page.getByRole('main').getByText('Anna')).toBeVisible()
})
