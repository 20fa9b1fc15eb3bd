import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mails.ts'
import { callAs, quickFamily, quickRequest } from './people.ts'
import { installWorker } from './push-stub.ts'
import { isSound } from './sound.ts'

test('mails are stopped, and turned back on, by a page without scripts', {
  tag: ['@TIME-82', '@TIME-81'],
}, async ({ browser }) => {
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  await quickRequest(amara, priya)
  // As the queue does at the time of the day's mail.
  await inDatabase(
    `insert into pgboss.job (name, data)
      select 'mail-notices', jsonb_build_object('user', id, 'form', 'day',
        'notifications', (select jsonb_agg(id) from notification where user_id = app_user.id))
      from app_user where email = $1`,
    [priya.email],
  )
  const link = await mailedLink(priya.email, 'Stop these mails')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible()
  // The checks need scripts.
  await priya.page.goto(link)
  await isSound(priya.page)
  const chosen = async () => (await callAs(priya, 'GET', '/api/app/notice-settings')).body.data.mail
  expect(await chosen()).toBe('soon')

  await page.getByRole('button', { name: 'Stop These Mails' }).click()
  await expect(page.getByRole('heading', { name: "Done. You won't get them any more." })).toBeVisible()
  await priya.page.goto(link)
  await isSound(priya.page)
  expect(await chosen()).toBe('off')
  await page.goto(link)
  await page.getByRole('button', { name: 'Turn them back on' }).click()
  await expect(page.getByRole('heading', { name: 'They come once a day again.' })).toBeVisible()
  expect(await chosen()).toBe('daily')

  const wrong = `${link.slice(0, -5)}${link.at(-5) === 'a' ? 'b' : 'a'}${link.slice(-4)}`
  expect((await context.request.get(wrong)).status()).toBe(404)
  expect((await context.request.post(wrong, { form: { stop: '1' } })).status()).toBe(404)
  await context.close()
})

test.describe('with the worker installed', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/],
  })

  test('offline, no page of the app replaces a page of the server', {
    tag: ['@TIME-82', '@NOTIF-16'],
  }, async ({ browser }) => {
    const { page, context } = await quickFamily(browser, 'Amara', { child: 'Zuri' })
    await page.goto('/profile')
    await installWorker(page)
    await context.setOffline(true)
    await page.goto('/connections')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    for (const path of ['/unsubscribe/nobodys', '/calendar/nobodys.ics']) {
      await expect(page.goto(path)).rejects.toThrow('net::ERR_INTERNET_DISCONNECTED')
    }
  })
})
