import { expect, test } from './fixtures.ts'
import { callAs, quickFamily, quickRequest } from './people.ts'
import { isSound } from './sound.ts'

test('a link in a message opens in a new tab; text that only looks like a link stays text', {
  tag: ['@CHAT-01'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Alma', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Bert', { child: 'Leo' })
  const id = await quickRequest(anna, ben)
  const { page, context } = ben
  await context.route('https://park.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The park</title>' }),
  )
  const room = (await callAs(anna, 'GET', `/api/app/room/${id}`)).body.data.chatRoom._id
  const text = 'Here: https://park.example/map?a=1, not javascript:alert(1) <img src=x onerror=alert(1)>'
  const body = { chatRoom: room, message: { text } }
  expect((await callAs(anna, 'POST', '/api/app/message', body)).status).toBe(200)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto(`/view-playdate-information/${id}`)
  const list = page.getByRole('list', { name: 'Messages' })
  await expect(list).toContainText(text)
  const links = list.getByRole('link')
  await expect(links).toHaveText(['https://park.example/map?a=1'])
  await expect(links).toHaveAttribute('rel', 'noopener noreferrer')
  await isSound(page)
  // No preview is loaded, so that the linked site doesn't learn that the message was read.
  expect(asked.filter((url) => url.includes('park.example'))).toEqual([])
  const opening = context.waitForEvent('page')
  await links.click()
  const opened = await opening
  await expect(opened).toHaveTitle('The park')
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await expect(page).toHaveURL(`/view-playdate-information/${id}`)
})
