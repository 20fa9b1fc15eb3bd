import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { quickPlaydate, setPremium } from './events.ts'
import { expect, socketTicket, test } from './fixtures.ts'
import { makeGroup } from './groups.ts'
import { befriend, callAs, type Person, quickFamily, quickRequest } from './people.ts'
import { installWorker, stubPush } from './push-stub.ts'

test.describe('with notifications', () => {
  test.use({ serviceWorkers: 'allow' })

  test('two caregivers connect, join a group, agree on a playdate and an event, chat and get notifications', {
    tag: ['@SHELL-02', '@NOTIF-05', '@API-054', '@API-055'],
  }, async ({ browser }) => {
    // All that two families can do, from their profiles on.
    test.slow()
    const anna = await quickFamily(browser, 'Tara', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Tom', { child: 'Leo' })
    await stubPush(ben.context)
    const methods = new Set<string>()
    for (const { page } of [anna, ben]) {
      page.on('request', (request) => {
        if (!new URL(request.url()).pathname.startsWith('/api/app/')) return
        methods.add(`${request.method()} ${request.postData() === null ? 'alone' : 'with a body'}`)
      })
    }

    await test.step('one sees their child on the profile, and switches notifications on for this device', async () => {
      const { page } = ben
      await page.goto('/profile')
      await expect(page.getByRole('heading', { name: 'My Children' })).toBeVisible()
      await expect(page.getByText('Leo E')).toBeVisible()
      const toggle = page.getByRole('switch', { name: 'Notifications' })
      await installWorker(page)
      await toggle.click()
      await expect(toggle).toBeChecked()
      await expect
        .poll(async () => (await callAs(ben, 'GET', '/api/app/checkSubscription')).body.data.subscribed)
        .toBe(true)
    })

    await test.step('they connect', () => befriend(anna, ben))

    await test.step('they join a group', async () => {
      const group = await makeGroup('Maple Street School', ['Room 12'])
      for (const { page, child } of [anna, ben]) {
        await page.goto(group.path)
        await page.getByLabel('Access code').fill(group.code)
        await page.getByRole('combobox', { name: child }).selectOption('Room 12')
        await page.getByRole('button', { name: 'Join Group' }).click()
        await expect(page.getByRole('heading', { name: `Welcome to ${group.name}!` })).toBeVisible()
      }
    })

    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const request = await quickPlaydate(anna, { times: [inDays(3)] })
    await test.step('one accepts the other’s playdate request', async () => {
      const { page } = ben
      await page.goto('/notifications')
      await page.getByRole('link', { name: /Tara sent you a playdate request/ }).click()
      await expect(page).toHaveURL(`/view-playdate-request/${request}`)
      await page.getByText('Riverside Park', { exact: true }).click()
      await page.getByRole('radio').last().click({ force: true })
      await page.getByRole('button', { name: 'Confirm Playdate' }).click()
      await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
    })

    await test.step('one accepts the other’s event', async () => {
      await setPremium(anna, 'active')
      const event = await quickPlaydate(anna, { times: [inDays(5)], isEvent: true })
      const { page } = ben
      await page.goto(`/view-playdate-information/${event}`)
      await page.getByRole('button', { name: 'Accept Invite' }).click()
      await expect(page.getByRole('button', { name: 'Undo & Reject This Invite' })).toBeVisible()
    })

    await test.step('they chat about the playdate', async () => {
      const ticket = socketTicket(ben.page)
      for (const { page } of [anna, ben]) await page.goto(`/view-playdate-information/${request}`)
      await ticket
      await anna.page.getByRole('textbox', { name: 'Your message' }).fill('See you there!')
      await anna.page.getByRole('button', { name: 'Send' }).click()
      await expect(ben.page.getByRole('list', { name: 'Messages' })).toContainText('See you there!')
    })
    expect([...methods].sort()).toEqual(['GET alone', 'POST with a body'])
  })
})

test.describe('every signed-in route', () => {
  /** Read from the list of routes; a new one has to be opened here as well. */
  const list = /const signedIn: Screen\[\] = \[([\s\S]*?)\n\]/.exec(
    readFileSync(resolve(import.meta.dirname, '../web/src/app/routes.tsx'), 'utf8'),
  )?.[1]
  const routes = Array.from(list?.matchAll(/screen\(\s*'([^']+)'/g) ?? [], ([, path]) => path)
    // Opens as a sheet over its parent screen.
    .filter((path) => path !== '/child/:id/grown-ups/new')

  /** Opens the path as a link does, without reloading the page. */
  async function open({ page }: Person, path: string) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page).toHaveURL(path)
  }

  test('has the header, and the bar with its five links', { tag: ['@SHELL-08', '@SHELL-26'] }, async ({
    browser,
    expectErrors,
  }) => {
    // Opens every screen.
    test.slow()
    expectErrors(/404 \(Not Found\).*(guardian-invite|change|ask)/)
    const anna = await quickFamily(browser, 'Thea', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Tilo', { child: 'Leo' })
    const received = await quickRequest(ben, anna)
    const sent = await quickPlaydate(anna, { times: [new Date(Date.now() + 86_400_000).toISOString()] })
    const start = Date.now() + 2 * 86_400_000
    const until = new Date(start + 14 * 86_400_000).toISOString().slice(0, 10)
    const repeat = { everyWeeks: 1, until }
    const date = await quickPlaydate(anna, { times: [new Date(start).toISOString()], repeat })
    const group = await makeGroup('Oak Street School')
    const { page } = anna
    await page.goto('/')
    const { data } = (await callAs(anna, 'GET', '/api/app/playdate?status=pending')).body
    const own = data.items.find(({ _id }: { _id: string }) => _id === sent).ownerChildren[0]._id
    const { series } = (await callAs(anna, 'GET', `/api/app/playdate/${date}`)).body.data
    const screens: Record<string, [path: string, heading: string | RegExp]> = {
      '/': ['/', 'I WANT TO'],
      '/profile': ['/profile', 'My Profile'],
      '/edit-profile': ['/edit-profile', 'Manage Your Profile'],
      '/confirm-number': ['/confirm-number', 'Confirm your number'],
      '/edit-child/new': ['/edit-child/new', 'Add a child'],
      '/edit-child/:id': [`/edit-child/${own}`, 'Edit child'],
      '/child/:id/grown-ups': [`/child/${own}/grown-ups`, "Mia's grown-ups"],
      '/child/:id/grown-ups/introduce/:caregiver': [
        `/child/${own}/grown-ups/introduce/${own}`,
        'Introduce to my friends',
      ],
      '/introduction/:from': [`/introduction/${own}`, 'New friends to meet'],
      '/child/:id/change/:caregiver': [`/child/${own}/change/${own}`, 'A change of grown-ups'],
      '/join/:token': ['/join/of-nobody', 'This link is no longer good'],
      '/connections': ['/connections', 'Connections'],
      '/edit-connection/:id': ['/edit-connection/new', /Friend/],
      '/group/:id': [group.path, /Welcome!/],
      '/security': ['/security', 'Security'],
      '/safety': ['/safety', 'Blocked, muted, reported'],
      '/your-data': ['/your-data', 'Your data'],
      '/calendar-settings': ['/calendar-settings', 'Calendar'],
      '/notification-settings': ['/notification-settings', 'What and When'],
      '/notifications': ['/notifications', 'Notifications'],
      '/view-playdates': ['/view-playdates', 'Playdates'],
      '/edit-playdate/:id': ['/edit-playdate/new', 'Schedule a playdate'],
      '/view-playdate-request/:id': [`/view-playdate-request/${received}`, 'Can you play?'],
      '/series/:id': [`/series/${series.id}`, /^Every /],
      '/ask/:id': [`/ask/${own}`, 'Asking in order'],
      '/view-playdate-information/:id': [`/view-playdate-information/${sent}`, /./],
    }
    expect(Object.keys(screens)).toEqual(routes)
    for (const [path, heading] of Object.values(screens)) {
      await open(anna, path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: /profile/i })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
        /Home/,
        /Profile/,
        /Playdates/,
        /Connections/,
        /Notifications/,
      ])
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
    }
  })
})
