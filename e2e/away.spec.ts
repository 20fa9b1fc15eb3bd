import type { Page } from '@playwright/test'
import { dateIn, startOfDate } from '../contract/src/values/calendar-date.ts'
import { daysText } from '../contract/src/values/date-format.ts'
import { instantOf, wallTime } from '../contract/src/values/time-zone.ts'
import { connect, quickPlaydate } from './events.ts'
import { dialogsClosed, expect, holdAnswers, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { callAs, childrenOf, type Person, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

// Calls are refused or cut off here on purpose.
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection|net::ERR_/] })

const zone = 'America/New_York'
const inDays = (days: number) => dateIn(startOfDate(dateIn(Date.now(), zone), zone, days), zone)
/** Returns the instant that many days from now, at that hour. */
const at = (days: number, hour: number, now = wallTime(Date.now(), zone)) => {
  return new Date(instantOf({ ...now, day: now.day + days, hour, minute: 0 }, zone)).toISOString()
}

const card = (page: Page) => page.getByRole('region', { name: "We're away" })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Add days' })

async function addDays(page: Page, from: string, to: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add days' }).click()
  await sheet(page).getByLabel('First day').fill(from)
  await sheet(page).getByLabel('Last day').fill(to)
}

const save = (page: Page) => sheet(page).getByRole('button', { name: 'Save' })

const enter = (person: Person, body: object) => callAs(person, 'POST', '/api/app/away', body)

async function ownChildren(person: Person): Promise<string[]> {
  return (await childrenOf(person)).map(({ _id }: { _id: string }) => _id)
}

test('days away are entered, shown to both guardians below the children’s hours, and removed', {
  tag: ['@TIME-105', '@TIME-106', '@TIME-109', '@TIME-110'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const anika = await share(priya, dev)
  const rohan = { firstName: 'Rohan', lastNameInitial: 'E' }
  expect((await callAs(priya, 'POST', '/api/app/child', rohan)).status).toBe(200)
  const { page } = priya
  const [before, from, to] = [inDays(19), inDays(20), inDays(33)]
  const days = { from, to }
  const text = daysText(days)

  await page.goto('/profile')
  await expect(card(page)).toContainText('Nobody suggests a time then.')
  // An invalid date is reported at its field, and the input is kept.
  await addDays(page, from, before)
  for (const name of ['Anika', 'Rohan']) {
    await expect(sheet(page).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  }
  await save(page).click()
  await expect(sheet(page).getByRole('alert')).toHaveText('The last day is before the first')
  await expect(sheet(page).getByLabel('Last day')).toBeFocused()
  await sheet(page).getByLabel('First day').fill(inDays(-1))
  await save(page).click()
  await expect(sheet(page).getByRole('alert')).toHaveText('Choose a day from today on')
  await expect(sheet(page).getByLabel('First day')).toBeFocused()
  await sheet(page).getByLabel('First day').fill(days.from)
  await sheet(page).getByLabel('Last day').fill(inDays(367))
  await save(page).click()
  await expect(sheet(page).getByRole('alert')).toHaveText('At most a year ahead')
  await sheet(page).getByLabel('Last day').fill(days.to)
  for (const name of ['Anika', 'Rohan']) await sheet(page).getByRole('button', { name }).click()
  await save(page).click()
  await expect(sheet(page).getByRole('alert')).toHaveText('Choose at least one child')
  await expect(sheet(page).getByRole('button', { name: 'Anika' })).toBeFocused()
  await isSound(page)
  for (const name of ['Anika', 'Rohan']) await sheet(page).getByRole('button', { name }).click()
  // A double press enters the days once.
  await save(page).dblclick()
  await expectToast(page, 'The days are saved')
  await dialogsClosed(page)
  const rows = card(page).getByRole('listitem')
  await expect(rows).toHaveText([new RegExp(`^${text}Anika, Rohan`)])
  await isSound(page)

  // The other guardian sees the days on the child's page, and who entered them, but can't remove them.
  await page.goto(`/edit-child/${anika}`)
  await expect(page.getByText(`Away ${text}`, { exact: true })).toBeVisible()
  await dev.page.goto(`/edit-child/${anika}`)
  await expect(dev.page.getByText(`Away ${text}, entered by Priya`, { exact: true })).toBeVisible()
  await dev.page.goto('/profile')
  await expect(dev.page.getByText(`Away ${text}, entered by Priya`, { exact: true })).toBeVisible()
  await expect(card(dev.page).getByRole('listitem')).toHaveCount(0)

  await page.goto('/profile')
  await card(page)
    .getByRole('button', { name: `Remove ${text}` })
    .dblclick()
  await expectToast(page, 'The days are removed')
  await expect(rows).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: 'Add days' })).toBeFocused()
  await dev.page.reload()
  await expect(card(dev.page)).toBeVisible()
  await expect(dev.page.getByText(/^Away /)).toHaveCount(0)
})

test('an eleventh entry of days away is refused', { tag: ['@TIME-105'] }, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const children = await ownChildren(priya)
  for (let day = 1; day <= 10; day += 1) {
    expect((await enter(priya, { from: inDays(day), to: inDays(day), children })).status).toBe(201)
  }
  const { page } = priya
  await page.goto('/profile')
  await expect(card(page).getByRole('listitem')).toHaveCount(10)
  await addDays(page, inDays(11), inDays(12))
  await save(page).click()
  await expect(sheet(page).getByRole('alert')).toHaveText('Ten are the most. Remove one first.')
})

test('the sheet stays open until the server has confirmed the days', { tag: ['@TIME-105'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Priya', { child: 'Anika' })
  await page.goto('/profile')
  await addDays(page, inDays(11), inDays(12))
  const held = await holdAnswers(page, '**/api/app/away')
  await save(page).click()
  await held.asked
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(sheet(page)).toBeVisible()
  held.release()
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/profile')
  await expect(card(page).getByRole('listitem')).toHaveCount(1)
})

test('without a connection nothing can be added, removed or switched', { tag: ['@TIME-105'] }, async ({
  browser,
}) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const days = { from: inDays(1), to: inDays(1) }
  await enter(priya, { ...days, children: await ownChildren(priya) })
  const { page, context } = priya
  await page.goto('/profile')
  const buttons = [
    card(page).getByRole('button', { name: 'Add days' }),
    card(page).getByRole('button', { name: `Remove ${daysText(days)}` }),
    page.getByRole('switch', { name: 'Help friends find a time for Anika' }),
  ]
  for (const each of buttons) await expect(each).toBeEnabled()
  await context.setOffline(true)
  for (const each of buttons) await expect(each).toBeDisabled()
  await context.setOffline(false)
  for (const each of buttons) await expect(each).toBeEnabled()
})

test('either guardian can switch whether a child’s hours help friends find a time', {
  tag: ['@TIME-57', '@TIME-111'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Noor' })
  await connect(priya, amara)
  const anika = await share(priya, dev)
  const [noor] = await ownChildren(amara)
  const fits = async (): Promise<string[]> => {
    const now = wallTime(Date.now(), zone)
    const saturday = 6 - now.weekday + 7
    const body = { children: [anika, noor], from: at(saturday, 9, now), to: at(saturday, 11, now) }
    const { data } = (await callAs(amara, 'POST', '/api/app/availability-slots', body)).body
    return data.map(({ fit }: { fit: string }) => fit)
  }
  expect(await fits()).toEqual(['all', 'all'])

  const { page } = priya
  await page.goto(`/edit-child/${anika}`)
  const helps = page.getByRole('switch', { name: 'Help friends find a time' })
  await expect(helps).toBeChecked()
  await expect(
    page.getByText('Friends and groups see when a time may work, never these hours.'),
  ).toBeVisible()
  await helps.click()
  await isSound(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/profile')
  const onProfile = (person: Person) =>
    person.page.getByRole('switch', { name: 'Help friends find a time for Anika' })
  await expect(onProfile(priya)).not.toBeChecked()
  expect(await fits()).toEqual(['unknown', 'unknown'])

  // The other guardian sees it switched off, and switches it on again, which is saved at once.
  await dev.page.goto('/profile')
  await expect(onProfile(dev)).not.toBeChecked()
  await isSound(dev.page)
  await onProfile(dev).click()
  await expect(onProfile(dev)).toBeChecked()
  await expect.poll(fits).toEqual(['all', 'all'])
  // A guardian with an outdated child can't change it.
  await onProfile(priya).click()
  await expectToast(page, 'Somebody changed this meanwhile. Please take another look.')
  await expect(onProfile(priya)).toBeChecked()

  await page.goto('/privacy')
  await expect(
    page.getByText(
      "A friend who asks again and again could learn at which hours your child isn't free, never why.",
    ),
  ).toBeVisible()
})

test('a time shows that the viewer has a playdate or is away, and can still be accepted', {
  tag: ['@TIME-112', '@TIME-113'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Noor' })
  const rohan = { firstName: 'Rohan', lastNameInitial: 'E' }
  const made = (await callAs(priya, 'POST', '/api/app/child', rohan)).body.data._id
  const cleo = await quickFamily(browser, 'Cleo', { child: 'Kofi' })
  for (const friend of [amara, cleo]) await connect(friend, priya)
  const [anika] = await ownChildren(priya)
  const busy = [at(3, 15), at(4, 15), at(5, 15)]
  const first = await quickPlaydate(amara, { times: [busy[0] ?? ''] })
  const accepted = { id: first, acceptedLocation: 'Riverside Park', acceptedTime: busy[0], version: 1 }
  expect((await callAs(priya, 'POST', '/api/app/accept-playdate', accepted)).status).toBe(200)
  const { recipientChildren } = (await callAs(priya, 'GET', `/api/app/playdate/${first}`)).body.data
  const other = recipientChildren[0]._id === anika ? made : anika
  const asked = await callAs(cleo, 'POST', '/api/app/playdate', {
    type: 'single',
    ownerChildren: await ownChildren(cleo),
    recipientChildren: [other],
    proposedLocations: { option1: 'The zoo' },
    proposedTimes: busy,
  })
  const away = { from: dateIn(Date.parse(busy[1] ?? ''), zone), to: dateIn(Date.parse(busy[1] ?? ''), zone) }
  expect((await enter(priya, { ...away, children: [other] })).status).toBe(201)

  const { page } = priya
  await page.goto(`/view-playdate-request/${asked.body.data._id}`)
  const choices = page.getByRole('group', { name: 'When works for you?' }).getByRole('radio')
  await expect(choices).toHaveCount(3)
  await expect(choices.nth(0)).toHaveAccessibleName(/You have a playdate then$/)
  await expect(choices.nth(1)).toHaveAccessibleName(/You're away then$/)
  await expect(choices.nth(2)).toHaveAccessibleName(/^\w{3} · \d+:\d\d [AP]M, \d\d\/\d\d$/)
  await isSound(page)

  await page.getByRole('link', { name: 'Yes, but...' }).click()
  await expect(page.locator('.clash')).toHaveText([/: You have a playdate then$/, /: You're away then$/])
  await page.getByRole('button', { name: 'Propose Times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Times' })
  const marked = dialog.getByRole('button', { name: /, You have a playdate then$/ })
  await expect(marked.first()).toBeVisible()
  await expect(dialog.locator('.clash')).toHaveText(/ pm: You have a playdate then$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await dialogsClosed(page)

  await page.goBack()
  await page.getByText('The zoo', { exact: true }).click()
  await choices.nth(1).check({ force: true })
  await page.getByRole('button', { name: 'Confirm Playdate' }).click()
  await expect(page.getByRole('heading', { name: 'way to go!' })).toBeVisible()
})
