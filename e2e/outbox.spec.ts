import type { Page } from '@playwright/test'
import { answered, expect, socketTicket, test } from './fixtures.ts'
import { keptOffline } from './offline-copy.ts'
import { kill, ownAddress, ownDatabase, portOf, startOwnServer, stopProcess } from './own-server.ts'
import { callAs, type Person, password, quickFamily, quickRequest } from './people.ts'
import { installWorker } from './push-stub.ts'
import { stopClock } from './still-clock.ts'

// The browser reports each call without a response.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

const hour = 3_600_000
const messages = '**/api/app/message'
const listOf = (page: Page) => page.getByRole('list', { name: 'Messages' })
const waitingIn = (page: Page) => listOf(page).getByText('Waiting to be sent')

/** Returns the messages that the other side sees, oldest first. */
async function readBy(person: Person, playdate: string): Promise<string[]> {
  const { messages } = (await callAs(person, 'GET', `/api/app/room/${playdate}`)).body.data
  return messages.map(({ message }: { message: { text: string } }) => message.text).toReversed()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(listOf(page)).toContainText(text)
}

/**
 * Makes two families with a request, whose chat the first one has open. `keys` are the idempotency keys of her page's
 * messages.
 */
async function chatting(browser: Parameters<typeof quickFamily>[0], prepare = async (_page: Page) => {}) {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/message')) keys.push(request.headers()['idempotency-key'])
  })
  await prepare(page)
  await page.goto(`/view-playdate-information/${id}`)
  await expect(listOf(page)).toContainText('Say hello!')
  return { anna, ben, id, page, keys }
}

/** Fails all sending of messages until the returned function is called. */
async function holdMessages(page: Page): Promise<() => Promise<void>> {
  await page.route(messages, (route) => route.abort())
  return () => page.unroute(messages)
}

/** Changes when the waiting messages were written, by milliseconds back from now, oldest first. */
function datedBack(page: Page, back: readonly number[]): Promise<void> {
  return page.evaluate((by) => {
    const place = Object.keys(sessionStorage).find((each) => each.includes('chat-outbox:')) ?? ''
    const outbox: { since: number }[] = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    const dated = outbox.map((each, n) => ({ ...each, since: Date.now() - (by[n] ?? 0) }))
    sessionStorage.setItem(place, JSON.stringify(dated))
  }, back)
}

const keptFor = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((place) => place.includes('chat-outbox:')).length)

async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

test.describe('without a server', () => {
  test.use({ ...ownAddress, serviceWorkers: 'allow' })
  const database = ownDatabase('outbox')

  test('a message is still there after a reload, and is sent once as soon as there is a server', {
    tag: ['@TIME-94'],
  }, async ({ browser, baseURL }) => {
    // Two own servers, and a worker that fetches the whole app.
    test.slow()
    const port = portOf(baseURL)
    let server = await startOwnServer(port, database)
    try {
      const { ben, id, page } = await chatting(browser)
      await installWorker(page)
      await page.reload()
      await expect(listOf(page)).toContainText('Say hello!')
      await expect.poll(() => keptOffline(page)).toContain(id)

      await kill(server)
      await write(page, 'Written while nobody listens')
      await expect(waitingIn(page)).toHaveCount(1)
      await page.reload()
      await expect(listOf(page)).toContainText('Written while nobody listens')
      await expect(waitingIn(page)).toHaveCount(1)

      server = await startOwnServer(port, database)
      await expect.poll(() => readBy(ben, id), { timeout: 20_000 }).toEqual(['Written while nobody listens'])
      await expect(waitingIn(page)).toHaveCount(0)
      await expect(listOf(page).getByText('Written while nobody listens')).toHaveCount(1)
      expect(await readBy(ben, id)).toEqual(['Written while nobody listens'])
    } finally {
      await stopProcess(server)
    }
  })
})

test('a waiting message is sent from whatever screen is loaded next', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  const { ben, id, page } = await chatting(browser)
  const letGo = await holdMessages(page)
  await write(page, 'On the train')
  await expect(waitingIn(page)).toHaveCount(1)
  const sent = answered(page, messages)
  await letGo()
  await page.goto('/profile')
  await sent
  await expect.poll(() => readBy(ben, id)).toEqual(['On the train'])
  await expect.poll(() => keptFor(page)).toBe(0)
})

test('a waiting message is sent when the connection returns, and when the page is shown again', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  // The clock stands still, so that the page's regular refetch doesn't send anything.
  const { anna, ben, id, page } = await chatting(browser, (page) => page.clock.install())
  await stopClock(page)
  await anna.context.setOffline(true)
  await write(page, 'In the tunnel')
  await expect(waitingIn(page)).toHaveCount(1)
  await anna.context.setOffline(false)
  await expect.poll(() => readBy(ben, id)).toEqual(['In the tunnel'])

  const letGo = await holdMessages(page)
  await write(page, 'In the pocket')
  await expect(waitingIn(page)).toHaveCount(1)
  await letGo()
  expect(await readBy(ben, id)).toEqual(['In the tunnel'])
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => readBy(ben, id)).toEqual(['In the tunnel', 'In the pocket'])
})

test('waiting messages keep their order and idempotency keys, whatever the clock said', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  const { ben, id, page, keys } = await chatting(browser)
  const letGo = await holdMessages(page)
  await write(page, 'First')
  await write(page, 'Second')
  await expect(waitingIn(page)).toHaveCount(2)
  const [first] = keys
  await datedBack(page, [0, hour])
  await page.reload()
  await expect(waitingIn(page)).toHaveCount(2)
  const answer = answered(page, messages)
  await letGo()
  await answer
  await expect.poll(() => readBy(ben, id)).toEqual(['First', 'Second'])
  // The page may report a call after the server has answered it.
  await expect.poll(() => keys.toSpliced(0, keys.lastIndexOf(first))).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('a message that has waited for 23 hours is sent only when its writer retries, with the same key', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  const { ben, id, page, keys } = await chatting(browser)
  const letGo = await holdMessages(page)
  await write(page, 'Of yesterday')
  await write(page, 'Of this morning')
  await expect(waitingIn(page)).toHaveCount(2)
  await datedBack(page, [23 * hour + 60_000, 23 * hour - 60_000])
  const [key] = keys
  await page.reload()
  const late = listOf(page).getByRole('listitem').filter({ hasText: 'Of yesterday' })
  await expect(late).toContainText('Not sent. This has waited for long.')
  const sent = answered(page, messages)
  await letGo()
  await sent
  await expect.poll(() => readBy(ben, id)).toEqual(['Of this morning'])
  await late.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => readBy(ben, id)).toEqual(['Of this morning', 'Of yesterday'])
  await expect.poll(() => keys.at(-1)).toBe(key)
})

test('a message from an ended session waits for its writer, and is sent for nobody else', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  const { anna, ben, id, page, keys } = await chatting(browser)
  const carl = await quickFamily(browser, 'Carl', { child: 'Tim' })
  await page.route(messages, (route) => route.fulfill({ status: 401, json: { status: 401, error: 'no' } }))
  await page.getByRole('textbox', { name: 'Your message' }).fill('Wait for me')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute(messages)
  const [key] = keys

  await signIn(page, carl)
  await page.goto('/view-playdates')
  await expect(page.getByText('You have no upcoming playdates!')).toBeVisible()
  expect(await readBy(ben, id)).toEqual([])
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/view-playdates')
  await expect(page).toHaveURL(/\/login/)
  expect(keys).toEqual([key])

  const sent = answered(page, messages)
  await signIn(page, anna)
  await sent
  await expect.poll(() => readBy(ben, id)).toEqual(['Wait for me'])
  expect(keys).toEqual([key, key])
})

test('logging out deletes waiting messages', { tag: ['@TIME-94'] }, async ({ browser }) => {
  const { anna, ben, id, page } = await chatting(browser)
  const letGo = await holdMessages(page)
  await write(page, 'Never mind')
  await expect(waitingIn(page)).toHaveCount(1)
  expect(await keptFor(page)).toBe(1)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  expect(await keptFor(page)).toBe(0)
  await letGo()
  await signIn(page, anna)
  await page.goto(`/view-playdate-information/${id}`)
  await expect(listOf(page)).toContainText('Say hello!')
  await write(page, 'Hello again')
  await expect.poll(() => readBy(ben, id)).toEqual(['Hello again'])
})

test('if the reply to logging out was lost, the next try still deletes waiting messages', {
  tag: ['@TIME-94'],
}, async ({ browser }) => {
  const { page } = await chatting(browser)
  await holdMessages(page)
  await write(page, 'Never mind')
  await expect(waitingIn(page)).toHaveCount(1)
  await page.route('**/api/auth/logout', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto('/logout')
  await expect(page.getByText('We had some trouble logging you out.')).toBeVisible()
  await page.unroute('**/api/auth/logout')
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await keptFor(page)).toBe(0)
})

test('a message is sent even if the storage is full', { tag: ['@TIME-94'] }, async ({ browser }) => {
  const full = async (page: Page) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      }
    })
  }
  const { ben, id, page } = await chatting(browser, full)
  await write(page, 'Nowhere to wait')
  await expect.poll(() => readBy(ben, id)).toEqual(['Nowhere to wait'])

  // It is held only in the page, and stays there while the account is fetched again.
  const letGo = await holdMessages(page)
  await write(page, 'Wait here')
  await expect(waitingIn(page)).toHaveCount(1)
  const read = answered(page, '**/api/auth/whoami')
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  await read
  const sent = answered(page, messages)
  await letGo()
  await sent
  await expect.poll(() => readBy(ben, id)).toEqual(['Nowhere to wait', 'Wait here'])
})

test('screen readers announce a refused message, and a repeated message twice', {
  tag: ['@CHAT-06', '@TIME-94'],
}, async ({ browser }) => {
  let ticket: Promise<unknown> | undefined
  const { ben, id, page } = await chatting(browser, async (opened) => {
    ticket = socketTicket(opened)
  })
  const refusal = { status: 403, error: 'This chat is closed.' }
  await page.route(messages, (route) => route.fulfill({ status: 403, json: refusal }))
  await write(page, 'Anybody there?')
  const said = page.getByRole('status').filter({ hasText: /^Not sent\. This chat is closed\.$/ })
  await expect(said).toHaveCount(1)
  await page.unroute(messages)
  await listOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => readBy(ben, id)).toEqual(['Anybody there?'])
  await expect(said).toHaveCount(0)

  const heard = page.getByRole('status').filter({ hasText: 'Bert: On our way' })
  const { chatRoom } = (await callAs(ben, 'GET', `/api/app/room/${id}`)).body.data
  const say = () =>
    callAs(ben, 'POST', '/api/app/message', { chatRoom: chatRoom._id, message: { text: 'On our way' } })
  await ticket
  await say()
  await expect(heard).toHaveCount(1)
  const again = await heard.evaluateHandle((region) => ({
    text: new Promise((resolve) =>
      new MutationObserver(() => resolve(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      }),
    ),
  }))
  await say()
  await expect(listOf(page).getByText('On our way')).toHaveCount(2)
  expect(await again.evaluate(({ text }) => text)).toBe('Bert: On our way')
})
