import { randomBytes } from 'node:crypto'
import { inDatabase } from './database.ts'
import {
  answered,
  expect,
  holdAnswers,
  neverOpens,
  refuseUntilRetried,
  someFrames,
  test,
} from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'
import { isSound } from './sound.ts'

/** Adds that many old notifications; the last one is the newest. */
async function addNotifications(person: Person, count: number): Promise<void> {
  const random = randomBytes(8).toString('hex')
  await inDatabase(
    `insert into notification (id, user_id, title, url, created_at, read_at)
     select ('0190000000007' || $3 || lpad(to_hex(n), 3, '0'))::uuid, id, 'News ' || n, '/profile',
       now() - interval '90 days', now() from app_user, generate_series(1, $2) n where email = $1`,
    [person.email, count, `${random.slice(0, 3)}8${random.slice(3, 15)}`],
  )
}

const bell = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })

/** Records the app's badge, since tests can't see the app's icon. */
function noteAppBadge(): void {
  navigator.setAppBadge = async (count) => void Reflect.set(window, 'badge', count)
}
const appBadge = () => Reflect.get(window, 'badge')

test('an empty list says that there are no notifications', {
  tag: ['@NOTIF-02', '@NOTIF-07', '@API-123'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const { page } = anna
  const asked = answered(page, (request) => request.url().endsWith('/api/app/notifications'))
  await page.goto('/notifications')
  expect((await asked).method()).toBe('GET')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByText('No notifications')).toBeVisible()
  await expect(bell(anna)).toHaveAccessibleName('Notifications')
})

test('new notifications are counted in the bar, marked as new once, and lead to their page', {
  tag: ['@NOTIF-02', '@NOTIF-03', '@NOTIF-04', '@NOTIF-05', '@NOTIF-06'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Maximiliana-Konstantína', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const { page } = ben
  await page.addInitScript(noteAppBadge)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  // The bar updates without reloading.
  const request = await quickRequest(anna, ben)
  await expect(bell(ben)).toHaveAccessibleName('Notifications (2 unread)')
  await expect.poll(() => page.evaluate(appBadge)).toBe(2)

  await bell(ben).click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveText([
    /Maximiliana-Konstantína sent you a playdate request\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d \+ 1 more\s*New just now/,
    /Maximiliana-Konstantína wants to connect with you\s*New just now/,
  ])
  const listed = (await callAs(ben, 'GET', '/api/app/notifications')).body.data
  await expect(cards.first().locator('time')).toHaveAttribute('datetime', listed[0].createdAt)
  await expect(cards.first().locator('time')).toHaveAttribute('title', /^\d+:\d\d [AP]M, \d\d\/\d\d\/\d{4}$/)
  await isSound(page)
  // Seen notifications are read; they stay marked as new for this visit.
  await expect(bell(ben)).toHaveAccessibleName('Notifications')
  await expect.poll(() => page.evaluate(appBadge)).toBe(0)
  await expect(cards.getByText('New', { exact: true })).toHaveCount(2)
  expect((await callAs(ben, 'GET', '/api/app/notifications')).body.data[0].readAt).not.toBeNull()

  await cards.getByRole('link').first().click()
  await expect(page).toHaveURL(`/view-playdate-request/${request}`)
  await page.goto('/notifications')
  await expect(cards).toHaveCount(2)
  await expect(cards.getByText('New', { exact: true })).toHaveCount(0)
})

test('a notification that arrives while the list is open appears on top', {
  tag: ['@NOTIF-02', '@NOTIF-03'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await addNotifications(ben, 1)
  const { page } = ben
  await page.goto('/notifications')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveText([/News 1\s*2 months ago/])
  await quickRequest(anna, ben)
  await expect(cards).toHaveText([/playdate request.* \+ 1 more\s*New/, /connect with you\s*New/, /News 1/])
})

test('no notification is marked as read while the page still shows a skeleton', {
  tag: ['@NOTIF-02'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await quickRequest(anna, ben)
  const { page } = ben
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/notifications/read')) reads.push(request.method())
  })
  const held = await holdAnswers(page, '**/api/app/checkSubscription')
  const listed = answered(page, (request) => request.url().endsWith('/api/app/notifications'))
  await page.goto('/notifications')
  await listed
  await someFrames(page)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(0)
  expect(reads).toEqual([])
  held.release()
  await expect(cards).toHaveCount(2)
  await expect.poll(() => reads).toEqual(['POST'])
})

test('a notification newer than those on the screen stays unread', { tag: ['@NOTIF-02'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Anna', { child: 'Mia' })
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  const zoe = await quickFamily(browser, 'Zoe', { child: 'Kai' })
  await quickRequest(anna, ben)
  const { page } = ben
  const unread = async () => {
    const listed: { readAt: string | null }[] = (await callAs(ben, 'GET', '/api/app/notifications')).body.data
    return listed.filter(({ readAt }) => readAt === null).length
  }
  const read = await holdAnswers(page, '**/api/app/notifications/read')
  await page.goto('/notifications')
  await read.asked
  const list = await holdAnswers(page, '**/api/app/notifications')
  await quickRequest(zoe, ben)
  const isRead = answered(page, '**/api/app/notifications/read')
  read.release()
  await isRead
  expect(await unread()).toBe(2)
  list.release()
  await expect(page.getByRole('main').getByRole('listitem').getByText('New', { exact: true })).toHaveCount(4)
  await expect.poll(unread).toBe(0)
})

test('older notifications are loaded while scrolling, each once', {
  tag: ['@NOTIF-02', '@NOTIF-03'],
}, async ({ browser }) => {
  const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
  await addNotifications(ben, 120)
  const { page } = ben
  await page.goto('/notifications')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(50)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(100)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(120)
  const titles = await cards.locator('b').allTextContents()
  expect(titles).toEqual(Array.from({ length: 120 }, (_, n) => `News ${120 - n}`))
  await expect(page.getByRole('button', { name: 'Show older notifications' })).toHaveCount(0)
})

test.describe('if the list can’t be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('the page says so, and can be retried', { tag: ['@NOTIF-02'] }, async ({ browser }) => {
    const ben = await quickFamily(browser, 'Ben', { child: 'Leo' })
    await addNotifications(ben, 1)
    const { page } = ben
    await page.routeWebSocket(/\/websocket/, neverOpens)
    await refuseUntilRetried(page, '**/api/app/notifications', 500)
    await page.goto('/notifications')
    await expect(page.getByRole('alert').getByText('We could not load this')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/News 1/])
  })
})
