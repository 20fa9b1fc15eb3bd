import type { Page, WebSocketRoute } from '@playwright/test'
import { answered, expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'
import { stopClock } from './still-clock.ts'

// Rows about a duration move the page's clock by hand, so that no test waits in real time.
test.use({ expectedErrors: [/Failed to load resource/] })

/** Waits until everything the page has sent, and everything sent to it, has arrived. */
const settle = (page: Page) => page.evaluate(async () => void (await (await fetch('/health')).text()))

async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await settle(page)
}

test('a failed guard shows a spinner and tries again after a second, four times in all', {
  tag: ['@AUTH-38', '@AUTH-42', '@AUTH-43', '@AUTH-44', '@AUTH-45', '@AUTH-46', '@ERR-29'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Gesa', { child: 'Max' })
  let calls = 0
  const waiting = Promise.withResolvers<void>()
  await page.route('**/api/auth/whoami', async (route) => {
    calls += 1
    await waiting.promise
    await route.fulfill({ status: 401, json: { status: 401, error: 'Please sign in again.' } })
  })
  await page.clock.install()
  // This screen shows nothing before the session is known.
  await page.goto('/onboarding')
  const spinner = page.locator('.spinner')
  await expect(spinner).toBeVisible()
  await stopClock(page)
  waiting.resolve()
  for (const soFar of [1, 2, 3]) {
    await expect.poll(() => calls).toBe(soFar)
    await settle(page)
    await expect(spinner).toBeVisible()
    await pass(page, 999)
    expect(calls).toBe(soFar)
    await expect(spinner).toBeVisible()
    await expect(page).toHaveURL('/onboarding')
    await page.clock.runFor(1)
  }
  await expect.poll(() => calls).toBe(4)
  await expect(page).toHaveURL(/\/login/)
  await pass(page, 10_000)
  expect(calls).toBe(4)
})

/** One of the page's connections. Messages to the server are recorded; nothing answers by itself. */
interface Line {
  route: WebSocketRoute
  sent: string[]
  isClosed: boolean
}

/** Returns the page's connections in order. Its clock stops when the first is opened. */
async function onTheLine({ page }: Person, refusesFrom = Number.POSITIVE_INFINITY): Promise<Line[]> {
  const lines: Line[] = []
  const stopped = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/api\/app\/websocket/, async (route) => {
    const line: Line = { route, sent: [], isClosed: false }
    lines.push(line)
    route.onMessage((message) => line.sent.push(String(message)))
    route.onClose(async () => {
      line.isClosed = true
      await route.close()
    })
    if (lines.length === 1) await stopClock(page).then(stopped.resolve, stopped.reject)
    if (lines.length >= refusesFrom) await route.close()
  })
  await page.clock.install()
  await page.goto('/notifications')
  await stopped.promise
  await settle(page)
  return lines
}

test('the websocket is pinged 25 seconds after the last message received', {
  tag: ['@CONST-24', '@CHAT-11'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Hera', { child: 'Max' })
  const { page } = person
  const lines = await onTheLine(person)
  const [line] = lines as [Line]
  for (let ping = 0; ping < 5; ping += 1) {
    await pass(page, 24_999)
    expect(line.sent).toHaveLength(ping)
    await pass(page, 1)
    expect(line.sent).toEqual(Array.from({ length: ping + 1 }, () => 'ping'))
    line.route.send('pong')
    await settle(page)
  }
  // After two minutes, a connection that answers has not been given up.
  expect([lines.length, line.isClosed]).toEqual([1, false])
})

test('a websocket that is silent for 60 seconds is closed, and retried every 5 seconds, 20 times', {
  tag: ['@CONST-25', '@CONST-23', '@CONST-22'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Hedi', { child: 'Max' })
  const { page } = person
  const lines = await onTheLine(person, 2)
  const [line] = lines as [Line]
  await pass(page, 57_500)
  expect(line.isClosed).toBe(false)
  await pass(page, 2_500)
  expect([line.isClosed, lines.length]).toEqual([true, 1])
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await pass(page, 4_999)
    expect(lines).toHaveLength(attempt)
    await page.clock.runFor(1)
    await expect.poll(() => lines.length).toBe(attempt + 1)
    await settle(page)
  }
  await pass(page, 120_000)
  expect(lines).toHaveLength(21)
  // A page that was left open reconnects when the server is back after a long time.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.clock.runFor(3_000)
  await expect.poll(() => lines.length).toBe(22)
})

for (const name of ['message', 'chatroom']) {
  test(`a frame that contains '${name}' reloads the room, which shows the new message`, {
    tag: ['@CHAT-12', '@CHAT-13', '@CHAT-14'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Hana', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Henk', { child: 'Leo' })
    const id = await quickRequest(anna, ben)
    const { page } = ben
    const room = `/api/app/room/${id}`
    const opened = Promise.withResolvers<WebSocketRoute>()
    const rereads: Promise<unknown>[] = []
    await page.routeWebSocket(/\/api\/app\/websocket/, async (route) => {
      await expect(page.getByText('Say hello')).toBeVisible()
      // The page refetches everything when its socket opens.
      rereads.push(answered(page, `**${room}`), answered(page, '**/api/app/notifications'))
      opened.resolve(route)
    })
    await page.goto(`/view-playdate-information/${id}`)
    const socket = await opened.promise
    await Promise.all(rereads)
    const { data } = (await callAs(anna, 'GET', room)).body
    const message = { chatRoom: data.chatRoom._id, message: { text: 'Shall we bring snacks?' } }
    expect((await callAs(anna, 'POST', '/api/app/message', message)).status).toBe(200)
    // A frame about something else doesn't refetch the room.
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const others = page.waitForResponse('**/api/app/notifications')
    for (const frame of ['pong', '{"notification":"1"}']) socket.send(frame)
    await others
    expect(asked).not.toContain(room)
    socket.send(`{"${name}":"${id}"}`)
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Shall we bring snacks?')
    expect(asked).toContain(room)
  })
}
