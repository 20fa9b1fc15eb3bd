import type { Page } from '@playwright/test'
import { administrator, only } from './administrators.ts'
import { confirmedLongAgo } from './database.ts'
import { connect, quickAsk, quickPlaydate, setPremium } from './events.ts'
import { dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { enter, tabTo, type } from './keys.ts'
import { mailedLink } from './mails.ts'
import { callAs, password, quickFamily, quickRequest, visitor } from './people.ts'

// In this file nothing is clicked or filled in by script: only keys are used.

const wide = { width: 1280, height: 800 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('a family signs up and asks another, which answers and chats, with keys alone', {
  tag: [
    '@AUTH-52',
    '@AUTH-55',
    '@PROFILE-21',
    '@CHILD-12',
    '@CREATE-18',
    '@PLAY-51',
    '@PLAY-55',
    '@PLAY-58',
    '@CHAT-01',
  ],
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const anna = await visitor(browser, 'Tabea', { child: 'Mia', viewport: wide })
  const ben = await quickFamily(browser, 'Tobias', { child: 'Leo' })

  await test.step('the first family signs up', async () => {
    const { page, email } = anna
    await page.goto('/register')
    // A box ticked exactly while the app hydrates the page may stay empty.
    await expect(page.locator('[data-early]')).toHaveCount(0)
    await expect(heading(page, /Join/)).toBeVisible()
    await type(page, page.getByLabel('Email'), email)
    await type(page, page.getByLabel(/^Password/), password)
    await type(page, page.getByLabel(/^Confirm Password/), password)
    for (const name of [/terms of service/, /privacy policy/]) {
      await tabTo(page, page.getByRole('checkbox', { name }))
      await press(page, 'Space')
    }
    await enter(page, button(page, 'Sign Up'))
    await expect(page).toHaveURL('/onboarding')
    await expect(heading(page, 'Welcome to Tagalong!')).toBeFocused()
  })

  await test.step('it sets up its profile and child', async () => {
    const { page } = anna
    await type(page, page.getByLabel('First Name'), 'Tabea')
    await type(page, page.getByLabel('Last Name'), 'Example')
    await type(page, page.getByLabel('Phone Number'), anna.phone)
    await type(page, page.getByLabel('Zip Code'), '94601')
    const add = button(page, 'Add a child')
    const dialog = page.getByRole('dialog', { name: 'Add a child' })
    // Opened and closed: the focus returns.
    await enter(page, add)
    await expect(dialog.getByRole('heading', { name: 'Add a child' })).toBeFocused()
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()
    await press(page, 'Enter')
    await type(page, dialog.getByLabel('First Name'), 'Mia')
    await type(page, dialog.getByLabel('Last Initial'), 'E')
    await tabTo(page, dialog.getByLabel('Grade'))
    await page.keyboard.type('KG')
    await tabTo(page, dialog.locator('summary'))
    await press(page, 'Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Monday 5 am, not free' }))
    await press(page, 'ArrowDown', 'ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowRight')
    await expect(dialog.getByRole('button', { name: 'Tuesday 8 am, free' })).toBeFocused()
    await enter(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: 'Mia E' })).toContainText('KG')
    await enter(page, button(page, 'Confirm'))
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'I WANT TO')).toBeFocused()
  })

  await connect(anna, ben)

  await test.step('it asks a friend', async () => {
    const { page } = anna
    await enter(page, link(page, /SCHEDULE A\s+PLAYDATE/))
    await expect(page).toHaveURL('/edit-playdate/new')
    await expect(heading(page, 'Schedule a playdate')).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: /^Playdate/ }))
    await press(page, 'Space')
    await tabTo(page, button(page, 'Mia'))
    await press(page, 'Space')
    await expect(button(page, 'Mia')).toHaveAttribute('aria-pressed', 'true')
    await tabTo(page, page.getByRole('combobox', { name: 'Child' }))
    await page.keyboard.type('Leo')
    await type(page, page.getByLabel('Location 1'), 'Riverside Park')
    await type(page, page.getByLabel('Location 2'), 'The library')
    await enter(page, button(page, 'Propose Times'))
    const dialog = page.getByRole('dialog', { name: 'Propose Times' })
    await expect(dialog.getByRole('heading', { name: 'Propose Times' })).toBeFocused()
    // To the next month, two days further, and two hours there.
    const month = dialog.locator('.panel__month button').last()
    await enter(page, month)
    await expect(month).toBeFocused()
    const day = dialog.getByRole('group', { name: 'Day', exact: true }).locator('[aria-current]')
    await tabTo(page, day)
    await press(page, 'ArrowRight', 'ArrowRight')
    await expect(day).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: /, 5 am/ }))
    await press(page, 'ArrowRight', 'Space', 'ArrowDown', 'Space')
    await expect(dialog.getByRole('heading', { name: '2 times picked' })).toBeVisible()
    // Removing one moves the focus to the other.
    const remove = dialog.getByRole('button', { name: /^Remove/ })
    await tabTo(page, remove.first())
    await press(page, 'Enter')
    await expect(remove).toHaveCount(1)
    await expect(remove).toBeFocused()
    await enter(page, dialog.getByRole('button', { name: 'Done' }))
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Propose Times')).toBeFocused()
    await enter(page, button(page, 'Create Event'))
    await expect(heading(page, 'You created a Playdate!')).toBeFocused()
    await enter(page, link(page, 'Return to Home'))
    await expect(heading(page, 'I WANT TO')).toBeFocused()
  })

  await test.step('the friend answers, on a phone', async () => {
    const { page } = ben
    await page.goto('/')
    // Before the app runs, its prerendered links load whole pages, on which the browser itself places the focus.
    await expect(page.getByText('Hi Tobias!')).toBeVisible()
    await enter(page, link(page, /View\s+PLAYDATES/))
    await expect(heading(page, 'Playdates')).toBeFocused()
    await enter(page, link(page, /^Respond to/))
    await expect(heading(page, 'Can you play?')).toBeVisible()
    // Submitted too early: the missing field gets the focus.
    await enter(page, button(page, 'Confirm Playdate'))
    await expect(page.getByText('Please select a location')).toBeVisible()
    const place = page.getByRole('radio', { name: 'The library' })
    await expect(page.getByRole('radio', { name: 'Riverside Park' })).toBeFocused()
    await press(page, 'ArrowDown')
    await expect(place).toBeChecked()
    await tabTo(page, page.getByRole('radio', { name: /AM|PM/ }))
    await press(page, 'Space')
    // The question about rejecting is opened and cancelled.
    const reject = button(page, 'Reject Playdate')
    await enter(page, reject)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect(reject).toBeFocused()
    await tabTo(page, button(page, 'Confirm Playdate'), 'Shift+Tab')
    await press(page, 'Enter')
    await expect(heading(page, 'way to go!')).toBeFocused()
    await enter(page, link(page, 'Go Back'))
    await expect(heading(page, 'Playdates')).toBeFocused()
  })

  await test.step('both families chat', async () => {
    const confirmed = (page: Page) =>
      link(page, /Mia E & Leo E|Leo E & Mia E/).filter({ hasText: 'Confirmed' })
    await enter(ben.page, confirmed(ben.page))
    await expect(ben.page).toHaveURL(/\/view-playdate-information\//)
    const message = (page: Page) => page.getByLabel('Your message')
    await type(ben.page, message(ben.page), 'We bring a kite!')
    await press(ben.page, 'Enter')
    await expect(ben.page.getByRole('listitem').filter({ hasText: 'We bring a kite!' })).toBeVisible()
    await expect(message(ben.page)).toBeFocused()
    const { page } = anna
    await enter(page, link(page, /View\s+PLAYDATES/))
    await enter(page, confirmed(page))
    await expect(page.getByRole('listitem').filter({ hasText: 'We bring a kite!' })).toBeVisible()
    await type(page, message(page), 'Great!')
    await enter(page, button(page, 'Send'))
    await expect(message(page)).toBeFocused()
    await expect(ben.page.getByRole('listitem').filter({ hasText: 'Great!' })).toBeVisible()
    // An incoming message leaves the focus where it is.
    await expect(message(ben.page)).toBeFocused()
  })
})

test('a child is added, changed and deleted with keys alone', {
  tag: ['@CHILD-01', '@CHILD-03', '@API-087'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Talia', { child: 'Max' })
  await page.goto('/profile')
  await enter(page, link(page, 'Add a child'))
  await expect(heading(page, 'Add a child')).toBeFocused()
  await enter(page, button(page, 'Save'))
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Ida')
  await type(page, page.getByLabel('Last Initial'), 'K')
  await type(page, page.getByLabel('School'), 'Oak Street')
  await tabTo(page, page.getByLabel('Grade'))
  // One letter, since letters typed slowly are searched one by one.
  await press(page, 'K')
  await tabTo(page, page.getByRole('tab', { name: 'Monday' }))
  await press(page, 'End', 'ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sunday' })).toBeFocused()
  await tabTo(page, button(page, 'Sunday 5 am, not free'))
  await press(page, 'ArrowRight', 'Space', 'Shift+ArrowDown')
  await expect(page.getByText('Sunday, 1 – 3 pm', { exact: true })).toBeVisible()
  await enter(page, button(page, 'Copy Sunday to other days'))
  await expect(page.getByRole('button', { name: 'Monday', exact: true })).toBeFocused()
  await press(page, 'Space')
  await enter(page, page.getByRole('button', { name: 'Copy', exact: true }))
  await expect(button(page, 'Copy Sunday to other days')).toBeFocused()
  await enter(page, button(page, 'Save'))
  await expect(heading(page, 'My Profile')).toBeFocused()

  await enter(page, link(page, 'Edit Ida K'))
  await expect(heading(page, 'Edit child')).toBeFocused()
  await expect(page.getByLabel('Grade')).toHaveValue('KG')
  await tabTo(page, button(page, 'Clear'))
  await press(page, 'Enter')
  await expect(page.getByRole('tab', { name: 'Monday' })).toBeFocused()
  await enter(page, button(page, 'Save'))
  await expect(heading(page, 'My Profile')).toBeFocused()

  await enter(page, link(page, 'Edit Ida K'))
  const ask = button(page, 'Delete child')
  await enter(page, ask)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Enter')
  await expect(ask).toBeFocused()
  await press(page, 'Enter')
  await enter(page, dialog.getByRole('button', { name: 'Confirm' }))
  await expect(heading(page, 'My Profile')).toBeFocused()
  await expect(page.getByText('Ida K')).toHaveCount(0)
})

test('families are put in order and asked with keys alone', { tag: ['@PLAN-12', '@PLAN-28'] }, async ({
  browser,
}) => {
  const anna = await quickFamily(browser, 'Tara', { child: 'Mia', viewport: wide })
  const friends = [
    await quickFamily(browser, 'Tom', { child: 'Leo' }),
    await quickFamily(browser, 'Tim', { child: 'Max' }),
  ]
  for (const each of friends) await connect(anna, each)
  const { page } = anna
  await page.goto('/edit-playdate/new')
  const families = await holdAnswers(page, '**/api/app/combined-children')
  await tabTo(page, page.getByRole('radio', { name: /^Playdate/ }))
  await press(page, 'Space')
  await tabTo(page, page.getByRole('combobox', { name: 'Child' }))
  await page.keyboard.type('Leo')
  await enter(page, button(page, 'Add another family'))
  // The list may come later than the press.
  await families.asked
  families.release()
  await expect(button(page, 'Max - Tim')).toBeFocused()
  await press(page, 'Space')
  await expect(button(page, 'Add another family')).toBeFocused()
  const row = page.getByRole('list', { name: 'Whom we ask, in this order' }).getByRole('listitem')
  await tabTo(page, button(page, /^Move Max - Tim/), 'Shift+Tab')
  await press(page, 'ArrowUp')
  await expect(row.first()).toContainText('Max - Tim')
  await expect(button(page, /^Move Max - Tim, 1 of 2/)).toBeFocused()
  await enter(page, button(page, 'Remove Max - Tim'))
  await expect(row).toHaveCount(1)
  await expect(button(page, 'Remove Leo - Tom')).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('tab', { name: 'From Friends' })).toBeFocused()

  const ask = await quickAsk(anna, [new Date(Date.now() + 3 * 86_400_000).toISOString()])
  await page.goto('/view-playdates')
  await enter(page, link(page, 'Asking · 1 of 2'))
  await expect(page).toHaveURL(`/ask/${ask}`)
  await expect(heading(page, 'Asking in order')).toBeFocused()
  await enter(page, button(page, 'Stop asking'))
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await enter(page, question.getByRole('button', { name: 'Stop asking' }))
  await enter(page, link(page, 'Pick new times'))
  await expect(heading(page, 'Schedule a playdate')).toBeVisible()
  await expect(row).toHaveCount(2)
})

test('days away are entered and removed with keys alone', { tag: ['@TIME-105'] }, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Tamar', { child: 'Max' })
  await page.goto('/profile')
  const add = button(page, 'Add days')
  await enter(page, add)
  const sheet = page.getByRole('dialog', { name: 'Add days' })
  await expect(sheet.getByRole('heading', { name: 'Add days' })).toBeFocused()
  const [year, month, day] = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10).split('-')
  for (const name of ['First day', 'Last day'])
    await type(page, sheet.getByLabel(name), `${month}${day}${year}`)
  await tabTo(page, button(page, 'Max'))
  await press(page, 'Space')
  await enter(page, button(page, 'Save'))
  await expect(sheet.getByText('Choose at least one child')).toBeVisible()
  await expect(button(page, 'Max')).toBeFocused()
  await press(page, 'Space')
  await enter(page, button(page, 'Save'))
  await expect(sheet).toHaveCount(0)
  await expect(add).toBeFocused()
  await tabTo(page, button(page, /^Remove /), 'Shift+Tab')
  await press(page, 'Enter')
  await expect(button(page, /^Remove /)).toHaveCount(0)
  await expect(add).toBeFocused()
})

test('an email address is changed with keys alone', { tag: ['@PROFILE-32', '@SAFE-71'] }, async ({
  browser,
  expectErrors,
}) => {
  // The app asks for identity first.
  expectErrors(/409 \(Conflict\).*\/api\/app\/user/)
  const { page, email } = await quickFamily(browser, 'Tilda', { child: 'Max' })
  await page.goto('/profile')
  await enter(page, link(page, 'Edit my details'))
  await expect(heading(page, 'Manage Your Profile')).toBeFocused()
  const next = `new.${email}`
  await type(page, page.getByLabel('New Email'), next)
  await confirmedLongAgo(email)
  await press(page, 'Enter')
  await type(page, page.getByLabel('Your Password'), password)
  await press(page, 'Enter')
  await expect(page.getByText(`We have mailed a link to ${next}.`)).toBeVisible()
  await expect(page.getByLabel('New Email')).toBeFocused()
  await page.goto(await mailedLink(next, 'Confirm Email'))
  await expect(heading(page, 'Email confirmed')).toBeFocused()
  await enter(page, link(page, 'Dashboard'))
  await expect(heading(page, 'I WANT TO')).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: /profile/i }), 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByText(next, { exact: true })).toBeVisible()
})

test.describe('when something breaks', () => {
  test.use({ expectedErrors: [/broken on purpose/] })

  test('a crash is reported with keys alone', { tag: ['@ERR-05', '@ERR-06'] }, async ({ browser }) => {
    const { page } = await quickFamily(browser, 'Till', { child: 'Max' })
    await page.route('**/assets/profile-screen-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const ProfileScreen = () => { throw new RangeError('broken on purpose') }",
      }),
    )
    await page.goto('/')
    await enter(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }))
    await expect(heading(page, 'Oops! Something went wrong.')).toBeFocused()
    await type(page, page.getByLabel('What were you doing?'), 'I wanted to see my profile.')
    await enter(page, button(page, 'Submit Crash Report'))
    await expect(page.getByText('Thank you! Your report has been sent.')).toBeFocused()
    await enter(page, link(page, 'Return to Home'))
    await expect(heading(page, 'I WANT TO')).toBeVisible()
  })
})

test.describe('every Tab stop is visible', () => {
  /** Tabs through each page to the bar, which is last, so that every stop is checked. */
  async function tabThrough(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await tabTo(
        page,
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' }),
      )
    }
  }

  test('on the screens of families and friends', async ({ browser }) => {
    const anna = await quickFamily(browser, 'Tessa', { child: 'Mia' })
    await quickRequest(await quickFamily(browser, 'Timo', { child: 'Leo' }), anna)
    await tabThrough(anna.page, [
      '/',
      '/profile',
      '/edit-profile',
      '/your-data',
      '/edit-child/new',
      '/connections',
      '/connections?t=pending',
      '/edit-connection/new',
      '/notifications',
      '/notification-settings',
    ])
  })

  test('on the screens of playdates', async ({ browser }) => {
    const anna = await quickFamily(browser, 'Tessa', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Timo', { child: 'Leo' })
    const request = await quickRequest(ben, anna)
    const start = Date.now() + 3 * 86_400_000
    const until = new Date(start + 21 * 86_400_000).toISOString().slice(0, 10)
    const repeated = await quickPlaydate(ben, {
      times: [new Date(start).toISOString()],
      repeat: { everyWeeks: 1, until },
    })
    const { data } = (await callAs(anna, 'GET', `/api/app/playdate/${repeated}`)).body
    await tabThrough(anna.page, [
      '/view-playdates',
      `/view-playdate-request/${request}`,
      `/view-playdate-information/${request}`,
      `/edit-playdate/${request}`,
      `/view-playdate-request/${repeated}`,
      `/series/${data.series.id}`,
    ])
  })
})

test('administrators use forms, a table’s headers and filters, and its confirmation with keys alone', {
  tag: ['@ADMIN-02', '@TABLE-05', '@TABLE-07'],
}, async ({ browser }) => {
  const { page, email } = await administrator(browser, 'Tess')
  await page.goto('/admin/groups')
  await expect(heading(page, 'Groups')).toBeVisible()
  for (const path of [
    'user/new',
    'groups/new',
    'memberships/new',
    'caregivers/new',
    'notifications',
    'audit-log',
  ]) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await tabTo(page, page.locator('main :is(a, button, input, select, textarea):visible:enabled').last())
  }

  await page.goto('/admin')
  await only(page, email)
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  const head = page.getByRole('columnheader', { name: 'Email' })
  await enter(page, head.getByRole('button', { name: 'Email', exact: true }))
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await press(page, 'Enter')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await enter(page, button(page, 'Filter Email'))
  await expect(page.getByRole('combobox', { name: 'Search Email' })).toBeFocused()
  await page.keyboard.type(email)
  await expect(page.getByRole('option')).toHaveText(['Show all', email])
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  const filter = button(page, `Filter Email: ${email}`)
  await expect(filter).toBeFocused()
  await enter(page, button(page, `Delete ${email}`))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Escape')
  await expect(button(page, `Delete ${email}`)).toBeFocused()
  await dialogsClosed(page)
  await tabTo(page, link(page, `Edit ${email}`), 'Shift+Tab')
  await press(page, 'Enter')
  await expect(heading(page, 'Manage User')).toBeFocused()
  await enter(page, button(page, 'Back'))
  await expect(heading(page, 'Users')).toBeFocused()
  await expect(filter).toBeVisible()
})

test.describe('removing what has the focus', () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] })

  test('keeps the focus within the page', async ({ browser }) => {
    const anna = await quickFamily(browser, 'Thea', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Theo', { child: 'Leo' })
    const request = await quickRequest(anna, ben)
    const { page } = anna
    const expectFocusKept = () =>
      expect(page.locator('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1)

    await test.step('when a request is cancelled', async () => {
      await page.goto(`/view-playdate-information/${request}`)
      await enter(page, button(page, 'Cancel Playdate'))
      await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel Playdate' }))
      await expect(page.getByText('This playdate was cancelled')).toBeVisible()
      await expect(button(page, 'Cancel Playdate')).toHaveCount(0)
      await expectFocusKept()
      await dialogsClosed(page)
    })
    await test.step('when a friend is removed', async () => {
      await page.goto('/connections')
      await enter(page, button(page, 'Remove Theo Example'))
      await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }))
      await expect(page.getByText('No connections')).toBeVisible()
      await expectFocusKept()
    })
    await test.step('when a device is signed out', async () => {
      await anna.context.request.post('/api/auth/login', { data: { email: anna.email, password } })
      await page.goto('/security')
      await enter(page, button(page, /^Sign out (?!everywhere)/))
      await expect(button(page, /^Sign out/)).toHaveCount(0)
      await expectFocusKept()
    })
    await test.step('when the button to the month before is disabled', async () => {
      await page.goto('/edit-playdate/new')
      await tabTo(page, page.getByRole('radio', { name: /^Playdate/ }))
      await press(page, 'Space')
      await enter(page, button(page, 'Propose Times'))
      const dialog = page.getByRole('dialog', { name: 'Propose Times' })
      await expect(dialog.getByRole('heading', { name: 'Propose Times' })).toBeFocused()
      await enter(page, dialog.locator('.panel__month button').last())
      const back = dialog.locator('.panel__month button').first()
      await tabTo(page, back, 'Shift+Tab')
      // Late on the last day of a month the next month was shown first, so going back may take two presses.
      for (let step = 0; step < 2 && (await back.isEnabled()); step += 1) await press(page, 'Enter')
      await expect(back).toBeDisabled()
      // A dialog takes the focus half a second after opening if nothing has it.
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1)
    })
    await test.step('when a failure is over', async () => {
      await page.route('**/api/app/connection', (route) =>
        route.fulfill({ status: 500, json: { status: 500 } }),
      )
      await page.goto('/connections')
      await expect(button(page, 'Try again')).toBeVisible({ timeout: 20_000 })
      // The app retries by itself, too, and then the button can't be focused.
      await expect(async () => {
        await button(page, 'Try again').focus()
        await expect(button(page, 'Try again')).toBeFocused({ timeout: 500 })
      }).toPass()
      await page.unroute('**/api/app/connection')
      await press(page, 'Enter')
      await expect(page.getByText('No connections')).toBeVisible()
      await expectFocusKept()
    })
  })
})

test('the number of spots is changed, and a spot is taken, with keys alone', {
  tag: ['@PLAN-50'],
}, async ({ browser }) => {
  const [olga, ben] = await Promise.all([
    quickFamily(browser, 'Olga', { child: 'Mia', viewport: wide }),
    quickFamily(browser, 'Ben', { child: 'Leo', viewport: wide }),
  ])
  await connect(olga, ben)
  await setPremium(olga, 'active')
  const times = [new Date(Date.now() + 10 * 86_400_000).toISOString()]
  const event = await quickPlaydate(olga, { times, isEvent: true, capacity: 1 })
  const { page } = ben
  await page.goto(`/view-playdate-information/${event}`)
  await enter(page, button(page, 'Join the waiting list'))
  await expect(page.getByText("You're 1st in line.")).toBeVisible()

  await olga.page.goto(`/view-playdate-information/${event}`)
  const change = button(olga.page, 'Change')
  const dialog = olga.page.getByRole('dialog', { name: 'Spots' })
  await enter(olga.page, change)
  await expect(dialog.getByRole('heading', { name: 'Spots' })).toBeFocused()
  await press(olga.page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await press(olga.page, 'Enter')
  await tabTo(olga.page, dialog.getByLabel('How many fit?'))
  await press(olga.page, 'Control+A')
  await olga.page.keyboard.type('2')
  await enter(olga.page, button(olga.page, 'Save'))
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()

  // The button is above the one pressed before.
  await tabTo(page, button(page, "Yes, we're coming"), 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByText('You have accepted this playdate invite')).toBeVisible()
})
