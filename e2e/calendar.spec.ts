import { readFile } from 'node:fs/promises'
import { connect, quickChange, quickPlaydate, setPremium } from './events.ts'
import { answered, dialogsClosed, expect, test } from './fixtures.ts'
import { callAs, quickFamily } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

test('a calendar link is made, shown once, set to more detail, replaced and turned off', {
  tag: ['@TIME-26'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/500 \(Internal Server Error\).*calendar-feed/)
  const { page, context } = await quickFamily(browser, 'Priya', { child: 'Anika' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page).toHaveURL('/calendar-settings')
  await isSound(page)
  await page.getByRole('button', { name: 'Make My Link' }).dblclick()
  const link = page.getByRole('textbox', { name: 'Your calendar link' })
  const first = await link.inputValue()
  expect(new URL(first).pathname).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  await isSound(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expect(page.getByRole('link', { name: 'Apple or other' })).toHaveAttribute('href', /^webcal:/)
  await expect(page.getByText('Not read yet.')).toBeVisible()
  expect((await context.request.get(first)).status()).toBe(200)
  const chosen = answered(page, (each) => each.url().endsWith('/calendar-feed/choice'))
  await page.getByText('Who and where').click()
  await expect(page.getByRole('radio', { name: 'Who and where' })).toBeChecked()
  await chosen
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Who and where' })).toBeChecked()
  await expect(link).toHaveCount(0)
  await expect(page.getByText(/^Made \d+\/\d+\. Last read /)).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Make a New Link' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('The old link stops working.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make a New Link' }).click()
  await expect(link).not.toHaveValue(first)
  await dialogsClosed(page)
  // If the response to making a new link is lost, all that is known is that the last one may no longer work.
  await page.route('**/api/app/calendar-feed', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { status: 500, error: 'x' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Make a New Link' }).click()
  await dialog.getByRole('button', { name: 'Make a New Link' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(link).toHaveCount(0)
  await dialogsClosed(page)
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await dialog.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByRole('button', { name: 'Make My Link' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('a confirmed playdate can be saved as a calendar file or to Google Calendar', {
  tag: ['@TIME-42'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  await connect(priya, amara)
  const time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * 86_400_000).toISOString()
  const id = await quickPlaydate(priya, { times: [time] })
  const { page } = amara
  await page.goto(`/view-playdate-information/${id}`)
  await expect(page.getByRole('heading', { name: 'Caregivers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0)
  const accepted = { id, acceptedLocation: 'Riverside Park', acceptedTime: time, version: 1 }
  expect((await callAs(amara, 'POST', '/api/app/accept-playdate', accepted)).status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(page.getByRole('button', { name: 'Save to My Calendar' })).toBeEnabled()
  await isSound(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save to My Calendar' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('playdate.ics')
  const text = await readFile(await file.path(), 'utf8')
  const stamp = time.replaceAll(/[-:]|\.000/g, '')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain(`DTSTART:${stamp}`)
  expect(text).toContain('LOCATION:Riverside Park')
  const google = page.getByRole('link', { name: 'Google Calendar' })
  await expect(google).toHaveAttribute('href', new RegExp(`dates=${stamp}%2F`))
  await expect(google).toHaveAttribute('rel', 'noreferrer')
})

test('an event that moves while ‘Add to calendar’ is open has its new time in the link', {
  tag: ['@TIME-42'],
}, async ({ browser }) => {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const amara = await quickFamily(browser, 'Amara', { child: 'Zuri' })
  await connect(priya, amara)
  await setPremium(priya, 'active')
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const stampOf = (time: string) => new RegExp(`dates=${time.slice(0, 10).replaceAll('-', '')}T`)
  const [before, after] = [dayOf(3), dayOf(5)]
  const id = await quickPlaydate(priya, { times: [before], isEvent: true })
  const { page } = priya
  await page.goto(`/view-playdate-information/${id}`)
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const google = page.getByRole('link', { name: 'Google Calendar' })
  await expect(google).toHaveAttribute('href', stampOf(before))
  await quickChange(priya, id, { proposedTimes: [after] })
  await expect(google).toHaveAttribute('href', stampOf(after))
})
