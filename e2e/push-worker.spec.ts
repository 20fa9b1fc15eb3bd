import type { Page, Worker } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily } from './people.ts'

test.use({ serviceWorkers: 'allow' })

interface Shown {
  title: string
  tag: string
  icon: string
  badge: string
  url: string
  body: string
}

/** Makes a family that allows notifications, with the app's service worker active. */
async function withWorker(...[browser, name, options]: [...Parameters<typeof quickFamily>]) {
  const person = await quickFamily(browser, name, options)
  await person.context.grantPermissions(['notifications'])
  await person.page.goto('/profile')
  await person.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = person.context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  await countShown(worker)
  return { ...person, worker, push: await pusher(person) }
}

/** Returns a function that delivers a message as the browser's push service does. */
async function pusher({ page, context }: Person): Promise<(data: string) => Promise<void>> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

const countShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const show = registration.showNotification.bind(registration)
    Reflect.set(globalThis, 'shows', 0)
    registration.showNotification = async (...how) => {
      await show(...how)
      Reflect.set(globalThis, 'shows', Reflect.get(globalThis, 'shows') + 1)
    }
  })

/**
 * Returns the notifications shown after that many calls: Chromium loses one that is requested while another is being
 * shown.
 */
async function shownAfter(shows: number, worker: Worker): Promise<Shown[]> {
  await expect.poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shows'))).toBe(shows)
  return shown(worker)
}

const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const self = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await self.registration.getNotifications()).map((each) => ({
      title: each.title,
      tag: each.tag,
      icon: new URL(each.icon).pathname,
      badge: new URL(Reflect.get(each, 'badge')).pathname,
      url: each.data.url,
      body: each.body,
    }))
  })

/** Returns the worker's windows, which for a moment may include a closed one. */
const windows = (worker: Worker): Promise<{ url: string; focused: boolean }[]> =>
  worker.evaluate(async () => {
    const all: { url: string; focused: boolean }[] = await Reflect.get(globalThis, 'clients').matchAll({
      type: 'window',
      includeUncontrolled: true,
    })
    return all.map(({ url, focused }) => ({ url, focused }))
  })

/** Returns the paths of the worker's windows. */
async function pathsOf(worker: Worker): Promise<string[]> {
  return (await windows(worker)).map(({ url }) => url.replace(/^https?:\/\/[^/]+/, ''))
}

/** Returns the paths of the windows that the worker sees as focused. */
async function focused(worker: Worker): Promise<string[]> {
  return (await windows(worker)).filter((each) => each.focused).map(({ url }) => new URL(url).pathname)
}

/** Presses the newest notification. */
const press = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const self = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const notification = (await self.registration.getNotifications()).at(-1)
    const Clicked = Reflect.get(globalThis, 'NotificationEvent')
    dispatchEvent(new Clicked('notificationclick', { notification }))
  })

/** Records what the worker requests instead: Chromium allows it to focus a window only after a real press. */
const noteAsked = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const asked: string[] = []
    Reflect.set(globalThis, 'asked', asked)
    const clients = Reflect.get(globalThis, 'clients')
    clients.openWindow = async (url: string) => void asked.push(`open ${url}`)
    Reflect.get(globalThis, 'WindowClient').prototype.focus = async function (this: { url: string }) {
      asked.push(`focus ${new URL(this.url).pathname}`)
    }
  })
const asked = (worker: Worker): Promise<string[]> => worker.evaluate(() => Reflect.get(globalThis, 'asked'))

const message = { id: '0190000000007000800000000001', title: 'Ben sent you a message', url: '/connections' }

test('a push is shown once, and pressing it leads to its page without a reload', {
  tag: ['@NOTIF-01', '@NOTIF-16'],
}, async ({ browser }) => {
  const { page, worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await noteAsked(worker)
  await push(JSON.stringify(message))
  const once = {
    title: 'Ben sent you a message',
    tag: message.id,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    url: '/connections',
    body: '',
  }
  expect(await shownAfter(1, worker)).toEqual([once])
  // A person's name has changed: the same notification again.
  await push(JSON.stringify({ ...message, title: 'Benjamin sent you a message' }))
  expect(await shownAfter(2, worker)).toEqual([{ ...once, title: 'Benjamin sent you a message' }])
  // For a playdate, it shows the time.
  const body = 'Sat · 3:00 PM, 11/28'
  await push(JSON.stringify({ ...message, title: 'Ben cancelled your playdate', body }))
  expect(await shownAfter(3, worker)).toEqual([{ ...once, title: 'Ben cancelled your playdate', body }])

  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await press(worker)
  await expect(page).toHaveURL('/connections')
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  await expect.poll(() => asked(worker)).toEqual(['focus /profile'])
  await expect.poll(() => shown(worker)).toEqual([])
})

test('a push that says ‘tomorrow’ shows a date once that day is over', {
  tag: ['@NOTIF-01', '@TIME-63'],
}, async ({ browser }) => {
  const { worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  const [tomorrow, dated] = [
    'Tomorrow at 3:00 PM: your playdate with Ben',
    '3:00 PM, 11/28: your playdate with Ben',
  ]
  const [soon, justNow] = [Date.now() + 3_600_000, Date.now() - 1]
  await push(JSON.stringify({ ...message, title: tomorrow, dated, until: soon }))
  expect((await shownAfter(1, worker)).map(({ title }) => title)).toEqual([tomorrow])
  await push(JSON.stringify({ ...message, title: tomorrow, dated, until: justNow }))
  expect((await shownAfter(2, worker)).map(({ title }) => title)).toEqual([dated])
})

test('a push pressed while the page is still loading leads to its page', { tag: ['@NOTIF-01'] }, async ({
  browser,
}) => {
  const { page, worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await noteAsked(worker)
  await push(JSON.stringify(message))
  await shownAfter(1, worker)
  const held = Promise.withResolvers<void>()
  await page.route('**/slow.png', async (route) => {
    await held.promise
    await route.fulfill({ contentType: 'image/png', body: '' })
  })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.append(Object.assign(new Image(), { src: '/slow.png' }))
    })
  })
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByRole('switch', { name: 'Notifications' })).toBeVisible()
  await expect.poll(() => pathsOf(worker)).toEqual(['/profile'])
  await press(worker)
  await expect(page).toHaveURL('/connections')
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  held.resolve()
})

test('a push about the page in view is not shown, and others are', {
  tag: ['@NOTIF-01'],
}, async ({ browser }) => {
  const { page, worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await page.goto('/connections')
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
  await expect.poll(() => focused(worker)).toEqual(['/connections'])
  await push(JSON.stringify(message))
  await push(JSON.stringify({ ...message, id: 'another', url: '/notifications' }))
  expect((await shownAfter(1, worker)).map(({ url }) => url)).toEqual(['/notifications'])
  await page.goto('/profile')
  await expect.poll(() => focused(worker)).toEqual(['/profile'])
  await push(JSON.stringify(message))
  expect((await shownAfter(2, worker)).map(({ url }) => url).sort()).toEqual([
    '/connections',
    '/notifications',
  ])
})

test('without a window one is opened; an address of another site leads to the list instead', {
  tag: ['@NOTIF-01'],
}, async ({ browser }) => {
  const { page, context, worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await noteAsked(worker)
  for (const [index, url] of ['https://elsewhere.example/', '/.//elsewhere.example/'].entries()) {
    await push(JSON.stringify({ ...message, id: `${index}`, url }))
  }
  expect((await shownAfter(2, worker)).map(({ url }) => url)).toEqual(['/notifications', '/notifications'])
  await context.newPage()
  await page.close()
  await expect.poll(() => pathsOf(worker)).toEqual([])
  await press(worker)
  await expect.poll(() => asked(worker)).toEqual(['open /notifications'])
  await expect.poll(async () => (await shown(worker)).length).toBe(1)
})

test('the page to unsubscribe from mails is not used to open a notification', { tag: ['@NOTIF-01'] }, async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/404 \(Not Found\).*\/unsubscribe\//)
  const { page, worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await noteAsked(worker)
  await page.goto('/unsubscribe/nobodys')
  await expect.poll(() => pathsOf(worker)).toEqual(['/unsubscribe/nobodys'])
  await push(JSON.stringify(message))
  await shownAfter(1, worker)
  await press(worker)
  await expect.poll(() => asked(worker)).toEqual(['open /connections'])
})

test('an empty push is shown all the same, as browsers require', { tag: ['@NOTIF-01'] }, async ({
  browser,
}) => {
  const { worker, push } = await withWorker(browser, 'Anna', { child: 'Mia' })
  await push('')
  expect((await shownAfter(1, worker)).map(({ title, url }) => [title, url])).toEqual([
    ['There is something new for you', '/notifications'],
  ])
})

test('the worker’s own texts are in the chosen language', {
  tag: ['@TIME-87', '@NOTIF-01'],
}, async ({ browser }) => {
  const anna = await withWorker(browser, 'Anna', { child: 'Mia' })
  await callAs(anna, 'POST', '/api/app/language', { language: 'es' })
  await anna.page.reload()
  await expect(anna.page.locator('html')).toHaveAttribute('lang', 'es')
  await anna.push('')
  expect((await shownAfter(1, anna.worker)).map(({ title }) => title)).toEqual(['Hay algo nuevo para ti'])
})

const secret = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64url')
const subscription = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  expirationTime: null,
  keys: { p256dh: secret(65), auth: secret(16) },
})

/** Stores what the page leaves for the worker after subscribing. */
async function leaveRecord(page: Page, record: object): Promise<void> {
  await page.evaluate(async (left) => {
    const cache = await caches.open('device')
    await cache.put('/device-record', Response.json(left))
  }, record)
}

test('a subscription that the browser replaces while no page is open is renewed by the worker', {
  tag: ['@NOTIF-15', '@API-130'],
}, async ({ browser }) => {
  const anna = await withWorker(browser, 'Anna', { child: 'Mia' })
  const { page, context, worker, email } = anna
  const [old, renewed] = [subscription(`old-${email}`), subscription(`new-${email}`)]
  await callAs(anna, 'POST', '/api/app/subscribe', { subscription: old })
  await leaveRecord(page, { email, endpoint: old.endpoint, publicKey: 'x' })
  await page.goto('about:blank')
  await worker.evaluate((fields) => {
    const newSubscription = { ...fields, toJSON: () => fields }
    const waits: Promise<unknown>[] = []
    const event = Object.assign(new Event('pushsubscriptionchange'), {
      newSubscription,
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    })
    dispatchEvent(event)
    return Promise.all(waits).then(() => undefined)
  }, renewed)
  const ask = async (subscriptionFront: object) => {
    const reply = await context.request.post('/api/public/checkSubscription', {
      data: { email, subscriptionFront },
    })
    return (await reply.json()).data.subscribed
  }
  expect([await ask(old), await ask(renewed)]).toEqual([false, true])
})
