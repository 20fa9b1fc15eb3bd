import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { type Caller, callAs, password } from '../calls.ts'
import { connect, quickPlaydate } from '../events.ts'
import type { Cast } from './fixtures.ts'
import type { Page } from './page.ts'

const photo = resolve(import.meta.dirname, '../../web/public/icon-192.png')

/** The most important journeys of a caregiver, written once for all engines. */
export const journeys = {
  'sign in': async ({ family, open }) => {
    const anna = await family('Anna', 'Mia')
    const page = await open()
    await page.goto('/login')
    await page.label(/^Email/).fill(anna.email)
    await page.label(/^Password/).fill('Wrong1234!')
    await page.button('Sign In').click()
    await page.role('alert').sees()
    await page.label(/^Password/).fill(password)
    await page.button('Sign In').click()
    await page.role('heading', 'I WANT TO').sees()
    await page.isAt('/')
  },

  'onboarding with a photo': async ({ stranger, open }) => {
    const dora = await stranger('Dora', 'Max')
    const page = await open()
    await register(page, dora)
    await page.label(/^First Name/).fill(dora.name)
    await page.label(/^Last Name/).fill('Example')
    await page.label(/^Phone Number/).fill(dora.phone)
    await page.label(/^Zip Code/).fill('94601')
    await page.button(/Add a child/i).click()
    const dialog = page.role('dialog')
    await dialog.label(/^First Name/).fill(dora.child)
    await dialog.label(/^Last Initial/).fill('E')
    await dialog.css('input[type=file]').upload(photo)
    await page.role('dialog', 'Crop photo').button('Use photo').click()
    await dialog.button('Replace photo').sees()
    await dialog.text('Availability').click()
    await dialog.role('tab', /^Saturday/).click()
    await dialog.button(/^Saturday 9 am/).focus()
    await page.press(' ')
    for (let hour = 0; hour < 3; hour += 1) await page.press('ArrowDown', 'Shift')
    await dialog.button('Saturday 12 noon, free').sees()
    await dialog.button('Saturday 1 pm, not free').sees()
    await dialog.button('Save').click()
    await page.dialogsClosed()
    await page.button('Confirm').click()
    await page.role('heading', 'I WANT TO').sees()
    await page.goto('/profile')
    await page.text('Max E').sees()
    await expect
      .poll(() => page.css('main .photocircle img, main .avatar img').property('naturalWidth'))
      .toBeGreaterThan(0)
  },

  propose: async ({ family, open }) => {
    const [anna, ben] = await friends(family)
    const page = await open(anna)
    await page.goto('/')
    await page.link(/SCHEDULE A\s+PLAYDATE/).click()
    await page.isAt('/edit-playdate/new')
    await page.role('radio', /^Playdate/).click()
    await page.button(anna.child).click()
    await page.role('combobox', 'Child').select(`${ben.child} - ${ben.name}`)
    await page.label('Location 1').fill('Riverside Park')
    await page.label('Location 2').fill('The library')
    await proposeTimes(page, ['9 am', '10 am'])
    await page.button('Create Event').click()
    await page.role('heading', 'You created a Playdate!').sees()
    const { body } = await callAs(ben, 'GET', '/api/app/notifications')
    expect(body.data[0].title).toContain('Anna sent you a playdate request')
  },

  answer: async ({ family, open }) => {
    const [anna, ben] = await friends(family)
    const id = await quickPlaydate(anna, { times: [inDays(3), inDays(4)] })
    const page = await open(ben)
    await page.goto('/view-playdates')
    await page.link(/^Respond/).click()
    await page.isAt(`/view-playdate-request/${id}`)
    await page.button('Confirm Playdate').click()
    await page.text('Please select a location').sees()
    await page.text('Riverside Park').click()
    await page.text(/^\w{3} · 1\d:00 AM, |^\w{3} · \d+:\d\d [AP]M, /).click()
    await page.button('Confirm Playdate').click()
    await page.role('heading', 'way to go!').sees()
    const { body } = await callAs(anna, 'GET', `/api/app/playdate/${id}`)
    expect(body.data.status).toBe('accepted')
  },

  'chat live': async ({ family, open }) => {
    const [anna, ben] = await friends(family)
    const id = await accepted(anna, ben)
    const [hers, his] = [await open(anna), await open(ben)]
    for (const page of [hers, his]) {
      await page.goto(`/view-playdate-information/${id}`)
      await page.role('textbox', 'Your message').sees()
    }
    for (const [from, to, words] of [
      [hers, his, 'See you there!'],
      [his, hers, 'We bring the kite'],
    ] as const) {
      await from.role('textbox', 'Your message').fill(words)
      await from.button('Send').click()
      for (const page of [from, to]) await page.text(words).sees()
    }
  },

  notifications: async ({ family, open }) => {
    const [anna, ben] = await friends(family)
    const page = await open(ben)
    await page.goto('/profile')
    const bell = page.role('navigation', 'Main').role('link', /^Notifications/)
    await bell.sees()
    const id = await quickPlaydate(anna, { times: [inDays(3)] })
    // Without any reload.
    await page.link('Notifications (2 unread)').sees()
    await bell.click()
    await page.link(/Anna sent you a playdate request/).sees()
    await page.link('Notifications').sees()
    await page.link(/Anna sent you a playdate request/).click()
    await page.isAt(`/view-playdate-request/${id}`)
    await page.role('heading', 'Can you play?').sees()
  },

  report: async ({ family, open }) => {
    const [anna] = await friends(family)
    const page = await open(anna)
    await page.goto('/connections')
    await page.button('More about Ben Example').click()
    await page.role('dialog', 'Ben Example').button('Report').click()
    await page.role('dialog').button('Send').click()
    await page.role('dialog').role('alert').sees()
    await page.text('A child may be in danger').click()
    await page.role('dialog').button('Send').click()
    await page.text('Our team is told at once.').sees()
    await page.button('Done').click()
    await page.dialogsClosed()
    await page.goto('/safety')
    await page.text('Sent').sees()
  },

  calendar: async ({ family, open }) => {
    const [anna, ben] = await friends(family)
    await accepted(anna, ben)
    const page = await open(anna)
    await page.goto('/calendar-settings')
    await page.button('Make My Link').click()
    const link = String(await page.role('textbox', 'Your calendar link').property('value'))
    expect(String(await page.link('Apple or other').property('href'))).toMatch(/^webcal:/)
    const feed = await (await anna.context.request.get(link)).text()
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  },
} satisfies Record<string, (cast: Cast) => Promise<void>>

async function friends(family: Cast['family']): Promise<[Caller, Caller]> {
  const [anna, ben] = [await family('Anna', 'Mia'), await family('Ben', 'Leo')]
  await connect(anna, ben)
  return [anna, ben]
}

async function accepted(owner: Caller, friend: Caller): Promise<string> {
  const time = inDays(3)
  const id = await quickPlaydate(owner, { times: [time] })
  const yes = { id, acceptedLocation: 'Riverside Park', acceptedTime: time }
  expect((await callAs(friend, 'POST', '/api/app/accept-playdate', yes)).status).toBe(200)
  return id
}

const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * 86_400_000).toISOString()

async function register(page: Page, { email }: Caller): Promise<void> {
  await page.goto('/register')
  await page.label(/^Email/).fill(email)
  await page.label(/^Password/).fill(password)
  await page.label(/^Confirm Password/).fill(password)
  await page.role('checkbox', /terms of service/).click()
  await page.role('checkbox', /privacy policy/).click()
  await page.button('Sign Up').click()
  await page.isAt('/onboarding')
}

/** Proposes those hours on a day of next month. */
async function proposeTimes(page: Page, hours: readonly string[]): Promise<void> {
  await page.button('Propose Times').click()
  const dialog = page.role('dialog', 'Propose Times')
  // The buttons beside the month's name are the months before and after it.
  await dialog.css('button:last-of-type').sees()
  await dialog
    .button(/^(?!Done|Sun|Mon|Tue|Wed|Thu|Fri|Sat)[A-Z][a-z]+$/)
    .last()
    .click()
  for (const hour of hours) await dialog.button(new RegExp(`, ${hour}(,|$)`)).click()
  await dialog.button('Done').click()
  await page.dialogsClosed()
}
