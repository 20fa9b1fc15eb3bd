import { answered, expect, socketTicket, test } from './fixtures.ts'
import { kill, ownAddress, ownDatabase, portOf, startOwnServer, stopProcess } from './own-server.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'

// The browser reports each call without a response.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

/** Returns the messages that the other side sees, oldest first. */
async function readBy(person: Person, playdate: string): Promise<string[]> {
  const { messages } = (await callAs(person, 'GET', `/api/app/room/${playdate}`)).body.data
  return messages.map(({ message }: { message: { text: string } }) => message.text).toReversed()
}

async function write({ page }: Person, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

test.describe('while the server is unavailable', () => {
  // Each starts two servers.
  test.slow()
  test.use(ownAddress)
  const database = ownDatabase('server_gone')

  /** Loads another screen's code before the server is gone. */
  async function lookAtConnections({ page }: Person): Promise<void> {
    await page.getByRole('link', { name: 'Connections' }).click()
    await expect(page.getByText('Bert Example')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Say hello!')
  }

  test('the app says so, keeps what was typed, signs nobody out, and recovers by itself', {
    tag: ['@API-042'],
  }, async ({ browser, baseURL }) => {
    const port = portOf(baseURL)
    let server = await startOwnServer(port, database)
    try {
      const [anna, ben] = [
        await quickFamily(browser, 'Alma', { child: 'Mia' }),
        await quickFamily(browser, 'Bert', { child: 'Leo' }),
      ]
      const id = await quickRequest(anna, ben)
      const { page } = anna
      await page.goto(`/view-playdate-information/${id}`)
      const message = page.getByRole('textbox', { name: 'Your message' })
      await expect(message).toBeVisible()
      await lookAtConnections(anna)

      await kill(server)
      await message.fill('Typed while nobody listens')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Trying to reach Tagalong…')).toBeVisible()
      await page.getByRole('link', { name: 'Connections' }).click()
      await expect(page).toHaveURL('/connections')
      await expect(page.getByText('Bert Example')).toBeVisible()
      await page.goBack()

      const ticket = socketTicket(page)
      server = await startOwnServer(port, database)
      await expect(page.getByText('Trying to reach Tagalong…')).toBeHidden({ timeout: 20_000 })
      await expect(page).toHaveURL(`/view-playdate-information/${id}`)
      // Either sent meanwhile or waiting to be sent again, it is shown.
      await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Typed while nobody listens')

      // Live again: new messages of the other side arrive without reloading.
      await ticket
      await ben.page.goto(`/view-playdate-information/${id}`)
      await ben.page.getByRole('textbox', { name: 'Your message' }).fill('I am back')
      await ben.page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('list', { name: 'Messages' }).getByText('I am back')).toBeVisible({
        timeout: 15_000,
      })
    } finally {
      await stopProcess(server)
    }
  })

  test('messages written meanwhile are sent by themselves, in order and once, from whatever screen', {
    tag: ['@CHAT-10'],
  }, async ({ browser, baseURL }) => {
    const port = portOf(baseURL)
    let server = await startOwnServer(port, database)
    try {
      const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
      const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
      const id = await quickRequest(anna, ben)
      const { page } = anna
      await page.goto(`/view-playdate-information/${id}`)
      const list = page.getByRole('list', { name: 'Messages' })
      await expect(list).toContainText('Say hello!')
      await lookAtConnections(anna)

      await kill(server)
      const texts = ['We are late', 'Ten minutes', 'Ten minutes', 'Sorry!']
      for (const text of texts) {
        await write(anna, text)
        await expect(list.getByText(text).last()).toBeVisible()
      }
      await expect(list.getByText('Waiting to be sent')).toHaveCount(texts.length)
      await expect(list.getByText('Not sent')).toHaveCount(0)
      // Text that is typed but not sent stays.
      await page.getByRole('textbox', { name: 'Your message' }).fill('Still thinking')
      await page.getByRole('link', { name: 'Connections' }).click()
      await expect(page).toHaveURL('/connections')
      await expect(page.getByText('Bert Example')).toBeVisible()

      const sent = answered(page, '**/api/app/message')
      server = await startOwnServer(port, database)
      await expect(page.getByText('Trying to reach Tagalong…')).toBeHidden()
      await sent
      await expect.poll(() => readBy(ben, id)).toEqual(texts)
      await page.goBack()
      await expect(list.getByRole('listitem').filter({ hasText: 'Ten minutes' })).toHaveCount(2)
      await expect(list.getByText(/Sending|Waiting to be sent|Not sent/)).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('Still thinking')
      expect(await readBy(ben, id)).toEqual(texts)
    } finally {
      await stopProcess(server)
    }
  })
})

test('messages written without a connection are sent afterwards, even if the page was reloaded', {
  tag: ['@CHAT-10'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page, context } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const list = page.getByRole('list', { name: 'Messages' })
  await expect(list).toContainText('Say hello!')
  // Only the response is lost: the repeat doesn't add a second message.
  await page.route('**/api/app/message', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await write(anna, 'Written once')
  await expect.poll(() => readBy(ben, id)).toEqual(['Written once'])
  await context.setOffline(true)
  await write(anna, 'Written offline')
  await expect(list.getByText('Waiting to be sent').last()).toBeVisible()
  await page.unroute('**/api/app/message')
  await context.setOffline(false)
  await page.reload()
  await expect.poll(() => readBy(ben, id)).toEqual(['Written once', 'Written offline'])
  await expect(list.getByText(/Sending|Waiting to be sent|Not sent/)).toHaveCount(0)
  await expect(list.getByText('Written once')).toHaveCount(1)
})

test('a refused message keeps its text and says why', { tag: ['@CHAT-10'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page, context } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const list = page.getByRole('list', { name: 'Messages' })
  await expect(list).toContainText('Say hello!')
  await context.setOffline(true)
  await write(anna, 'See you there')
  await expect(list.getByText('Waiting to be sent')).toBeVisible()
  expect((await callAs(ben, 'POST', '/api/app/reject-playdate', { id })).status).toBe(200)
  await context.setOffline(false)
  await expect(list).toContainText('See you there')
  await expect(list).toContainText('Not sent. This chat is closed, since the playdate is off.')
  await page.reload()
  await expect(list).toContainText('Not sent. This chat is closed, since the playdate is off.')
})

test('a refused message can be edited, and is then sent once', { tag: ['@CHAT-10'] }, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page } = anna
  await page.goto(`/view-playdate-information/${id}`)
  const list = page.getByRole('list', { name: 'Messages' })
  const field = page.getByRole('textbox', { name: 'Your message' })
  await write(anna, 'See you\u0007 there')
  await expect(list).toContainText('Not sent.')
  await field.fill('at three')
  await list.getByRole('button', { name: 'Edit' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('See you\u0007 there at three')
  await expect(list).toContainText('Say hello!')
  // Its text is only in the field, even after a reload.
  await page.reload()
  await expect(list).toContainText('Say hello!')
  await expect(field).toHaveValue('See you\u0007 there at three')
  await write(anna, 'See you there at three')
  await expect.poll(() => readBy(ben, id)).toEqual(['See you there at three'])
  await expect(list).not.toContainText('Not sent')
})

test('invisible marks around a phone number are removed from a message', { tag: ['@CHAT-10'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  await anna.page.goto(`/view-playdate-information/${id}`)
  await write(anna, 'Call \u202a+1 (510) 555-0123\u202c')
  await expect.poll(() => readBy(ben, id)).toEqual(['Call +1 (510) 555-0123'])
})
