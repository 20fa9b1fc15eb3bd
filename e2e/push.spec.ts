import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { answered, expect, holdAnswers, test } from './fixtures.ts'
import { callAs, type Person, password, quickFamily, visitor } from './people.ts'
import { heldSubscription, installWorker, stubPush } from './push-stub.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

test.use({ serviceWorkers: 'allow' })

const prompt = (page: Page) => page.getByRole('region', { name: 'Get the Latest Updates!' })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Notifications' })
const check = async (person: Person) => (await callAs(person, 'GET', '/api/app/checkSubscription')).body.data
const posted = (page: Page, path: string) =>
  answered(page, (request) => request.method() === 'POST' && request.url().endsWith(path))
const none = { subscribed: false, expired: false, notificationsRejected: false }

/** Makes a family whose browser has a push service. */
async function withPush(...[browser, name, options]: [...Parameters<typeof quickFamily>]): Promise<Person> {
  const person = await quickFamily(browser, name, options)
  await stubPush(person.context)
  return person
}

async function switchOn(page: Page): Promise<void> {
  await page.goto('/profile')
  await installWorker(page)
  await toggle(page).click()
  await expect(toggle(page)).toBeChecked()
  await expect(toggle(page)).not.toHaveAttribute('aria-busy')
}

test.describe('the question about notifications', () => {
  test('Allow asks the browser, subscribes this device and ends the question', {
    tag: ['@NOTIF-08', '@NOTIF-09', '@NOTIF-11', '@NOTIF-14', '@API-125', '@API-128'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const checked = answered(page, /\/api\/app\/checkSubscription$/)
    await page.goto('/notifications')
    expect((await checked).method()).toBe('GET')
    await expect(prompt(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('asked'))).toBeNull()
    await isSound(page)
    await installWorker(page)
    const subscribed = posted(page, '/api/app/subscribe')
    await prompt(page).getByRole('button', { name: 'Allow', exact: true }).click()
    expect((await subscribed).postDataJSON()).toEqual({ subscription: await page.evaluate(heldSubscription) })
    await expect(prompt(page)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('asked'))).toBe('yes')
    expect(await check(anna)).toEqual({ ...none, subscribed: true })
    const reloaded = page.waitForResponse(/\/api\/public\/checkSubscription$/, { timeout: 0 })
    await page.reload()
    await reloaded
    await expect(page.getByText('No notifications')).toBeVisible()
    await expect(prompt(page)).toBeHidden()
  })

  test('after Allow it stays, busy, until the server has answered', {
    tag: ['@NOTIF-11'],
  }, async ({ browser }) => {
    // The worker fetches all files of the app.
    test.setTimeout(120_000)
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const held = await holdAnswers(page, '**/api/app/subscribe')
    await page.goto('/notifications')
    const allow = prompt(page).getByRole('button', { name: 'Allow', exact: true })
    // Pressed before the worker is installed.
    await allow.click()
    await expect(allow).toHaveAttribute('aria-busy', 'true')
    await held.asked
    await expect(allow).toHaveAttribute('aria-busy', 'true')
    expect(await check(anna)).toEqual(none)
    held.release()
    await expect(prompt(page)).toBeHidden()
    expect(await check(anna)).toEqual({ ...none, subscribed: true })
  })

  test('Allow works before the page and its worker have loaded', {
    tag: ['@NOTIF-11'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    const held = Promise.withResolvers<void>()
    await page.route('**/slow.png', async (route) => {
      await held.promise
      await route.fulfill({ contentType: 'image/png', body: '' })
    })
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.body) return
        observer.disconnect()
        document.body.append(Object.assign(new Image(), { src: '/slow.png' }))
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/notifications', { waitUntil: 'commit' })
    await prompt(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect(prompt(page)).toBeHidden()
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    expect(await check(anna)).toEqual({ ...none, subscribed: true })
    held.resolve()
  })

  test.describe('an answer that fails', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })

    test('stays with the error, and can be given again', {
      tag: ['@NOTIF-11', '@NOTIF-12', '@NOTIF-21'],
    }, async ({ browser }) => {
      const anna = await withPush(browser, 'Anna', { child: 'Mia' })
      const { page } = anna
      const fail = (path: string) =>
        page.route(path, (route) => route.fulfill({ status: 500, json: { status: 500 } }))
      await fail('**/api/app/subscribe')
      await fail('**/api/app/unsubscribe')
      await page.goto('/notifications')
      const problem = prompt(page).getByRole('alert')
      await installWorker(page)
      await prompt(page).getByRole('button', { name: 'Allow', exact: true }).click()
      await expect(problem).toHaveText('Failed to subscribe to push notifications.')
      await isSound(page)
      await prompt(page).getByRole('button', { name: "Don't Allow" }).click()
      await expect(problem).toBeVisible()
      await page.unroute('**/api/app/subscribe')
      await prompt(page).getByRole('button', { name: 'Try again' }).click()
      await expect(prompt(page)).toBeHidden()
      expect(await check(anna)).toEqual({ ...none, subscribed: true })
    })
  })

  test('Don’t Allow unsubscribes, and is remembered', {
    tag: ['@NOTIF-10', '@NOTIF-12', '@NOTIF-13'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await page.goto('/notifications')
    await installWorker(page)
    const refused = posted(page, '/api/app/unsubscribe')
    await prompt(page).getByRole('button', { name: "Don't Allow" }).click()
    expect((await refused).postDataJSON()).toEqual({ rejected: true })
    await expect(prompt(page)).toBeHidden()
    expect(await check(anna)).toEqual({ ...none, notificationsRejected: true })
    await page.reload()
    await expect(page.getByText('No notifications')).toBeVisible()
    await expect(prompt(page)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('asked'))).toBeNull()
  })

  test('Don’t Allow doesn’t wait for the worker', {
    tag: ['@NOTIF-12'],
  }, async ({ browser }) => {
    const { page } = await withPush(browser, 'Anna', { child: 'Mia' })
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => new Promise(() => undefined)
      // Removes the timeout for waiting, too.
      const { setTimeout } = window
      window.setTimeout = ((run: TimerHandler, after = 0, ...rest: unknown[]) =>
        setTimeout(run, after === 10_000 ? 2 ** 31 - 1 : after, ...rest)) as typeof window.setTimeout
    })
    let checks = 0
    page.on('response', (reply) => {
      if (reply.url().endsWith('/api/app/checkSubscription')) checks += 1
    })
    await page.goto('/notifications')
    // First for the prompt, then to sync this device with the server.
    await expect.poll(() => checks).toBeGreaterThanOrEqual(2)
    await prompt(page).getByRole('button', { name: "Don't Allow" }).click()
    await expect(prompt(page)).toBeHidden()
  })
})

test.describe('the toggle', () => {
  test('switches this device on and off, and no other', {
    tag: ['@NOTIF-01', '@PROFILE-06', '@WIDGET-14', '@API-128', '@API-129'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const laptop = await visitor(browser, 'Anna', { child: 'Mia' })
    await stubPush(laptop.context)
    await laptop.page.goto('/login')
    await laptop.page.getByLabel('Email').fill(anna.email)
    await laptop.page.getByLabel(/^Password/).fill(password)
    await laptop.page.getByRole('button', { name: 'Sign In' }).click()
    await expect(laptop.page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()
    await switchOn(laptop.page)

    const { page } = anna
    await page.goto('/profile')
    await expect(toggle(page)).toBeEnabled()
    await expect(toggle(page)).not.toBeChecked()
    await installWorker(page)
    await toggle(page).focus()
    const subscribed = posted(page, '/api/app/subscribe')
    await page.keyboard.press('Space')
    await subscribed
    await expect(toggle(page)).toBeChecked()
    await expect(toggle(page)).not.toHaveAttribute('aria-busy')
    expect(await check(anna)).toEqual({ ...none, subscribed: true })
    await isSound(page)

    const unsubscribed = posted(page, '/api/app/unsubscribe')
    await toggle(page).click()
    await unsubscribed
    await expect(toggle(page)).not.toBeChecked()
    await expect.poll(() => page.evaluate(heldSubscription)).toBeNull()
    await page.reload()
    await expect(toggle(page)).toBeEnabled()
    await expect(toggle(page)).not.toBeChecked()
    expect((await check(laptop)).subscribed).toBe(true)
    await laptop.page.reload()
    await expect(toggle(laptop.page)).toBeChecked()
  })

  test('reports a browser without push support', {
    tag: ['@NOTIF-17', '@NOTIF-19', '@NOTIF-23'],
  }, async ({ browser }) => {
    const { page } = await quickFamily(browser, 'Anna', { child: 'Mia' })
    await page.goto('/profile')
    await page.evaluate(() => Reflect.deleteProperty(window, 'PushManager'))
    await toggle(page).click()
    await expect(toggle(page)).toHaveAccessibleDescription(/Web Push is not supported in this browser\.$/)
    await expect(toggle(page)).not.toBeChecked()
    await isSound(page)
    await page.evaluate(() => Reflect.deleteProperty(window, 'Notification'))
    await toggle(page).click()
    await expect(toggle(page)).toHaveAccessibleDescription(/Notification not supported in browser$/)
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('on an Apple phone a tab asks to add the app to the home screen, and the installed app does not', async ({
    browser,
  }) => {
    const { page, context } = await quickFamily(browser, 'Anna', { child: 'Mia' })
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager')
      Reflect.deleteProperty(window, 'Notification')
      Object.defineProperty(navigator, 'standalone', { value: sessionStorage.getItem('installed') === 'yes' })
    })
    const hint = 'Add Tagalong to your home screen to get notifications: tap Share, then Add to Home Screen.'
    await page.goto('/notifications')
    await expect(prompt(page).getByText(hint)).toBeVisible()
    await expect(prompt(page).getByRole('button')).toHaveText(["Don't Allow"])
    await isSound(page)
    await page.goto('/notification-settings')
    await expect(page.getByText(hint)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
    await page.goto('/profile')
    await expect(toggle(page)).toHaveAccessibleDescription(hint)
    await expect(toggle(page)).toBeDisabled()
    await isSound(page)
    await page.evaluate(() => sessionStorage.setItem('installed', 'yes'))
    await page.reload()
    await expect(toggle(page)).toBeEnabled()
  })

  for (const [permission, text] of [
    ['default', 'Permission not granted for notification'],
    ['denied', 'Permission for notifications was denied.'],
  ] as const) {
    test(`“${permission}” is reported under the toggle, and cleared by the next try`, {
      tag: ['@NOTIF-18', '@NOTIF-20', '@NOTIF-23'],
    }, async ({ browser }) => {
      const { page, context } = await quickFamily(browser, 'Anna', { child: 'Mia' })
      await stubPush(context, { permission })
      await page.goto('/profile')
      await toggle(page).click()
      await expect(toggle(page)).toHaveAccessibleDescription(
        `Hear about invites, answers and messages ${text}`,
      )
      await expect(toggle(page)).not.toBeChecked()
      await page.evaluate(() => {
        Notification.requestPermission = async () => 'granted'
      })
      await installWorker(page)
      await toggle(page).click()
      await expect(toggle(page)).toBeChecked()
      await expect(page.getByText(text)).toBeHidden()
    })
  }

  for (const subscribe of ['refuses', 'hangs'] as const) {
    test(`a push service that ${subscribe} is reported under the toggle`, {
      tag: ['@NOTIF-21', '@NOTIF-23'],
    }, async ({ browser }) => {
      const { page, context } = await quickFamily(browser, 'Anna', { child: 'Mia' })
      await stubPush(context, { subscribe })
      await page.goto('/profile')
      await installWorker(page)
      await toggle(page).click()
      await expect(page.getByRole('alert')).toHaveText('Failed to subscribe to push notifications.', {
        timeout: 20_000,
      })
      await expect(toggle(page)).not.toBeChecked()
    })
  }

  test('without a toggle on the screen a toast reports the problem', {
    tag: ['@NOTIF-20', '@NOTIF-23'],
  }, async ({ browser }) => {
    const { page, context } = await quickFamily(browser, 'Anna', { child: 'Mia' })
    await stubPush(context, { permission: 'denied' })
    await page.goto('/notifications')
    await prompt(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await expectToast(page, 'Permission for notifications was denied.')
    await expect(prompt(page)).toBeVisible()
  })
})

test.describe('when the app is opened', () => {
  /** Leaves the page first, which might otherwise renew its subscription. */
  async function expire({ page, email }: Person): Promise<void> {
    await page.goto('about:blank')
    await inDatabase(
      `update push_subscription set expired_at = now() from app_user
       where app_user.id = user_id and email = $1`,
      [email],
    )
  }

  test('an expired subscription is renewed', {
    tag: ['@NOTIF-15', '@API-126', '@API-130', '@API-131'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page, email } = anna
    await switchOn(page)
    const old = await page.evaluate(heldSubscription)
    await expire(anna)
    const [checked, renewed] = [
      posted(page, '/api/public/checkSubscription'),
      page.waitForResponse(/\/api\/public\/resubscribe$/, { timeout: 0 }),
    ]
    await page.goto('/profile')
    expect((await checked).postDataJSON()).toEqual({ email, subscriptionFront: old })
    expect((await renewed).status()).toBe(201)
    const held = await page.evaluate(heldSubscription)
    expect(held.endpoint).not.toBe(old.endpoint)
    expect((await renewed).request().postDataJSON()).toEqual({
      oldSubscriptionEndpoint: old.endpoint,
      newSubscription: held,
      email,
    })
    expect(await check(anna)).toEqual({ ...none, subscribed: true })
    await expect(toggle(page)).toBeChecked()
  })

  test('this device subscribes again if the server doesn’t know the old subscription', {
    tag: ['@NOTIF-15', '@API-131'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await switchOn(page)
    await page.evaluate(async () => {
      const kept = await caches.match('/device-record', { cacheName: 'device' })
      const record = { ...(await kept?.json()), endpoint: 'https://fcm.googleapis.com/fcm/send/another' }
      await (await caches.open('device')).put('/device-record', Response.json(record))
    })
    await expire(anna)
    await page.goto('/profile')
    await expect.poll(() => check(anna)).toEqual({ ...none, subscribed: true })
    await expect(toggle(page)).toBeChecked()
  })

  test('the toggle is off if the browser has withdrawn its permission', { tag: ['@NOTIF-01'] }, async ({
    browser,
  }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await switchOn(page)
    await page.evaluate(() => {
      localStorage.setItem('permission', 'denied')
      localStorage.removeItem('held')
    })
    await page.reload()
    await expect(toggle(page)).toBeEnabled()
    await expect(toggle(page)).not.toBeChecked()
    expect(await check(anna)).toEqual(none)
  })

  test.describe('a renewal that fails', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })

    for (const status of [500, 200]) {
      test(`a reply of ${status} is reported under the toggle, elsewhere as a toast`, {
        tag: ['@NOTIF-22', '@NOTIF-23', '@API-131'],
      }, async ({ browser }) => {
        const anna = await withPush(browser, 'Anna', { child: 'Mia' })
        const { page } = anna
        await switchOn(page)
        await expire(anna)
        await page.route('**/api/public/resubscribe', (route) =>
          route.fulfill({ status, json: { status, data: {} } }),
        )
        await page.goto('/profile')
        await expect(toggle(page)).toHaveAccessibleDescription(/Failed to resubscribe user$/)
        await page.goto('/notifications')
        await expectToast(page, 'Failed to resubscribe user')
      })
    }
  })

  test('a subscription unknown to the server is sent to it, unless the user has rejected pushes', {
    tag: ['@API-126', '@API-128'],
  }, async ({ browser }) => {
    const anna = await withPush(browser, 'Anna', { child: 'Mia' })
    const { page } = anna
    await switchOn(page)
    await inDatabase(
      'delete from push_subscription using app_user where app_user.id = user_id and email = $1',
      [anna.email],
    )
    await page.goto('/notifications')
    // Once the page is idle.
    await expect.poll(() => check(anna)).toEqual({ ...none, subscribed: true })
    await expect(prompt(page)).toBeHidden()
    // A no given elsewhere also ends the subscription in this browser.
    await callAs(anna, 'POST', '/api/app/unsubscribe', { rejected: true })
    await page.reload()
    await expect.poll(() => page.evaluate(heldSubscription)).toBeNull()
    expect(await check(anna)).toEqual({ ...none, notificationsRejected: true })
  })

  test('the device record gets the user’s new email', { tag: ['@NOTIF-01'] }, async ({ browser }) => {
    const { page, email } = await withPush(browser, 'Anna', { child: 'Mia' })
    await switchOn(page)
    const kept = () =>
      page.evaluate(async () => (await caches.match('/device-record', { cacheName: 'device' }))?.json())
    const record = await kept()
    expect(record).toMatchObject({ email })
    await page.evaluate(async (old) => {
      const cache = await caches.open('device')
      await cache.put('/device-record', Response.json({ ...old, email: 'before@example.org' }))
    }, record)
    await page.goto('/notifications')
    await expect.poll(kept).toEqual(record)
  })

  test('logging out leaves no subscription behind', { tag: ['@NOTIF-01'] }, async ({ browser }) => {
    const { page } = await withPush(browser, 'Anna', { child: 'Mia' })
    await switchOn(page)
    expect(await page.evaluate(() => caches.has('device'))).toBe(true)
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(heldSubscription)).toBeNull()
    await expect.poll(() => page.evaluate(() => caches.has('device'))).toBe(false)
  })
})
