import { dayZone } from './due.ts'
import { answered, dialogsClosed, expect, test } from './fixtures.ts'
import { callAs, type Person, quickFamily, quickRequest } from './people.ts'

// One response here is a 429.
test.use({ expectedErrors: [/Failed to load resource/] })

let priya: Person
let amara: Person
let request: string
test.beforeEach(async ({ browser }) => {
  // Not near midnight, when the suggested days change.
  const timezoneId = dayZone()
  ;[priya, amara] = await Promise.all([
    quickFamily(browser, 'Priya', { child: 'Anika', timezoneId }),
    quickFamily(browser, 'Amara', { child: 'Zuri', timezoneId }),
  ])
  request = await quickRequest(priya, amara)
})

const playdate = async () => (await callAs(priya, 'GET', `/api/app/playdate/${request}`)).body.data

/** Saves the hours of Amara's child. */
async function saveHours(availability: object[] | null): Promise<void> {
  const [child] = (await playdate()).recipientChildren
  const saved = await callAs(amara, 'POST', `/api/app/child/${child._id}`, {
    firstName: 'Zuri',
    lastNameInitial: 'E',
    availability,
  })
  expect(saved.status).toBe(200)
}

/** Begins a new request with both children. */
async function begin({ page }: Person): Promise<void> {
  await page.goto('/edit-playdate/new')
  await page.getByRole('radio', { name: /^Playdate/ }).click()
  await expect(page.getByRole('heading', { name: 'Good times' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Anika' }).click()
  await page.getByRole('combobox', { name: 'Child' }).selectOption({ label: 'Zuri - Amara' })
}

test('a good time is picked by a press, and removed by another', {
  tag: ['@PLAN-01', '@PLAN-06', '@PLAN-10'],
}, async () => {
  const { page } = priya
  await begin(priya)
  const card = page.getByRole('region', { name: 'Good times' })
  const rows = card.getByRole('button')
  await expect(rows).not.toHaveCount(0)
  const before = await page
    .getByRole('button', { name: 'Propose Times' })
    .evaluate((button) => document.querySelector('.good-times')?.compareDocumentPosition(button))
  expect(before).toBe(4)
  const first = rows.first()
  const [, time = ''] = /, (\d+:\d\d [AP]M)/.exec((await first.textContent()) ?? '') ?? []
  const picked = page.getByRole('button', { name: new RegExp(`^Remove .*${time}`) })
  await expect(picked).toHaveCount(0)
  await first.click()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(picked).toHaveCount(1)
  await page.reload()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await first.click()
  await expect(picked).toHaveCount(0)
  await expect(first).toHaveAttribute('aria-pressed', 'false')
})

test('times are suggested again once one of the caregiver’s playdates has changed', {
  tag: ['@PLAN-06'],
}, async () => {
  const { page } = priya
  await begin(priya)
  const rows = page.getByRole('region', { name: 'Good times' }).getByRole('button')
  await expect(rows).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Playdates', exact: true }).click()
  await page.getByRole('link', { name: /^Details of/ }).click()
  await page.getByRole('button', { name: 'Cancel Playdate' }).click()
  const cancelled = answered(page, '**/api/app/cancel-playdate')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Playdate' }).click()
  await cancelled
  expect((await playdate()).status).toBe('cancelled')
  await dialogsClosed(page)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const asked = answered(page, '**/api/app/suggest-times')
  await page.getByRole('link', { name: /SCHEDULE A\s+PLAYDATE/ }).click()
  await asked
  await expect(rows).not.toHaveCount(0)
})

test('a time for unknown hours says so, and so does the card if no hours match', {
  tag: ['@PLAN-06', '@PLAN-11'],
}, async () => {
  const { page } = priya
  const card = page.getByRole('region', { name: 'Good times' })
  await saveHours(null)
  await begin(priya)
  await expect(card.getByRole('button').first()).toContainText('May not work for everyone')
  await saveHours([{ day: 'Mon', blocks: [{ start: 5, end: 6 }] }])
  await page.reload()
  await expect(card).toContainText('No time in the next two weeks works for everyone.')
  await expect(card.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Propose Times' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
})

test('a caregiver who asked too often is told so, and can still pick times', {
  tag: ['@PLAN-09'],
}, async () => {
  const { page } = priya
  const { ownerChildren, recipientChildren } = await playdate()
  const body = { ownChildren: [ownerChildren[0]._id], otherChildren: [recipientChildren[0]._id] }
  const asked = []
  while (asked.at(-1) !== 429 && asked.length <= 60) {
    asked.push((await callAs(priya, 'POST', '/api/app/suggest-times', body)).status)
  }
  expect(asked.at(-1)).toBe(429)
  await begin(priya)
  await expect(page.getByRole('region', { name: 'Good times' })).toContainText(
    'That was a lot of looking. Please pick a time yourself.',
  )
  await expect(page.getByRole('button', { name: 'Propose Times' })).toBeEnabled()
})
