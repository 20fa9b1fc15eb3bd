import type { Page } from '@playwright/test'
import { answered, expect, holdAnswers, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { childrenOf, quickFamily, quickRequest, register, visitor } from './people.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

const wide = { width: 1280, height: 900 }
const missing = '019a0000-0000-7000-8000-000000000000'

/** Collects the calls that change a child, as they are sent. */
function watchChanges(page: Page) {
  const sent: { method: string; path: string; body: unknown }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (/^\/api\/app\/child(\/[^/]+)?$/.test(path) && request.method() !== 'GET')
      sent.push({ method: request.method(), path, body: request.postDataJSON() })
  })
  return sent
}

const cell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Drags from one hour to another. */
async function drag(page: Page, from: string, to: string) {
  const middle = async (name: string) => {
    const box = await page.getByRole('button', { name: new RegExp(`^${name}, `) }).boundingBox()
    if (!box) throw new Error(`${name} has no place`)
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  const start = page.getByRole('button', { name: new RegExp(`^${from}, `) })
  await start.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.mouse.move(...(await middle(from)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(to)), { steps: 8 })
  await page.mouse.up()
}

test('a child is added once from the profile, and its screen shows what was entered', {
  tag: [
    '@CHILD-01',
    '@CHILD-03',
    '@CHILD-04',
    '@CHILD-05',
    '@CHILD-07',
    '@CHILD-08',
    '@CHILD-09',
    '@API-084',
    '@API-085',
    '@API-086',
    '@CONST-05',
    '@CONST-06',
  ],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Nora', { child: 'Max', viewport: wide })
  const { page } = person
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Add a child' }).click()
  await expect(page).toHaveURL('/edit-child/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toBeFocused()
  await page.getByLabel('First Name').fill('Anika')
  await page.getByLabel('Last Initial').pressSequentially('sR')
  await page.getByLabel('School').fill('Maple Street School')
  await expect(page.getByLabel('Grade').getByRole('option')).toHaveText([
    'Choose a grade',
    ...['Preschool', 'PK', 'KG', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  ])
  await page.getByLabel('Grade').selectOption('2')
  await expect(page.getByRole('heading', { name: 'When is Anika free?' })).toBeVisible()
  await drag(page, 'Friday 2 pm', 'Friday 6 pm')
  const sent = watchChanges(page)
  await save(page).dblclick()
  await expect(page).toHaveURL('/profile')
  await expectToast(page, 'Anika is added')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/app/child',
    body: { lastNameInitial: 'R', availability: [{ day: 'Fri', blocks: [{ start: 14, end: 19 }] }] },
  })
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Anika R' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Maple Street School')
  await expect(row).toContainText('Grade 2')
  await expect(row).toContainText(/Free .*2 – 7 pm/)

  const [, anika] = await childrenOf(person)
  expect(anika.lastNameInitial).toHaveLength(1)
  const read = answered(page, `**/api/app/child/${anika._id}`)
  // The whole row is the link.
  await row.click({ position: { x: 20, y: 20 } })
  expect((await read).method()).toBe('GET')
  await expect(page).toHaveURL(`/edit-child/${anika._id}`)
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Anika')
  await expect(page.getByLabel('Last Initial')).toHaveValue('R')
  await expect(page.getByLabel('School')).toHaveValue('Maple Street School')
  await expect(page.getByLabel('Grade')).toHaveValue('2')
  await expect(cell(page, 'Friday 2 pm, free')).toBeVisible()
  await expect(cell(page, 'Friday 7 pm, not free')).toBeVisible()
  // Going back returns to the profile, not to an empty form.
  await page.goBack()
  await expect(page).toHaveURL('/profile')
})

test('grade and hours are saved at onboarding, for a new child and for a changed one', {
  tag: ['@CHILD-10'],
}, async ({ browser }) => {
  const person = await visitor(browser, 'Nele', { child: 'Max', viewport: wide })
  const { page } = person
  await register(person)
  await page.getByLabel('First Name').fill('Nele')
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Phone Number').fill(person.phone)
  await page.getByLabel('Zip Code').fill('94601')
  await page.getByRole('button', { name: 'Add a child' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Max')
  await dialog.getByLabel('Last Initial').fill('E')
  await dialog.getByLabel('Grade').selectOption('KG')
  await expect(dialog.getByRole('button', { name: 'Weekends' })).toBeHidden()
  await dialog.getByText('Availability').click()
  // The change of a preset is announced, and the view of one day switches to a day that changed.
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Weekends' }).click()
  await expect(dialog.getByText('Added: Saturday and Sunday, 9 am – 6 pm')).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /^Saturday|^Sunday/, selected: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Weekends' }).click()
  await expect(dialog.getByText('Taken away: Saturday and Sunday, 9 am – 6 pm')).toBeVisible()
  await dialog.getByRole('button', { name: 'Weekends' }).click()
  await page.setViewportSize(wide)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'I WANT TO' })).toBeVisible()

  await page.goto('/edit-child/new')
  await page.getByLabel('First Name').fill('Ida')
  await page.getByLabel('Last Initial').fill('E')
  await page.getByLabel('Grade').selectOption('12')
  await page.getByRole('button', { name: 'After school' }).click()
  await save(page).click()
  await expect(page).toHaveURL('/profile')
  const hours = (days: readonly string[], start: number, end: number) =>
    days.map((day) => ({ day, blocks: [{ start, end }] }))
  const afterSchool = hours(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], 15, 18)
  const before = await childrenOf(person)
  expect(before).toMatchObject([
    { firstName: 'Max', grade: 'KG', availability: hours(['Sun', 'Sat'], 9, 18) },
    { firstName: 'Ida', grade: '12', availability: afterSchool },
  ])

  await page.goto(`/edit-child/${before[0]._id}`)
  await page.getByLabel('Grade').selectOption('1')
  await page.getByRole('button', { name: 'Weekends' }).click()
  await page.getByRole('button', { name: 'After school' }).click()
  await save(page).click()
  await expect(page).toHaveURL('/profile')
  await expectToast(page, 'Your changes are saved')
  expect((await childrenOf(person))[0]).toMatchObject({ grade: '1', availability: afterSchool })
})

test('invalid input gets a prompt, and nothing is sent', {
  tag: ['@CHILD-15', '@CHILD-16', '@CHILD-17', '@CHILD-18'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Nina', { child: 'Max' })
  await page.goto('/edit-child/new')
  const sent = watchChanges(page)
  const refused = async (prompt: string, field: string) => {
    await save(page).click()
    await expect(page.getByText(prompt)).toBeVisible()
    await expect(page.getByLabel(field)).toBeFocused()
    await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert')).toHaveCount(1)
  }
  await refused('Please enter a first name', 'First Name')
  await page.getByLabel('First Name').fill('x'.repeat(51))
  await refused('Please use at most 50 characters', 'First Name')
  await page.getByLabel('First Name').fill('x'.repeat(50))
  await refused('Please enter one letter', 'Last Initial')
  await page.getByLabel('Last Initial').pressSequentially('A7')
  await expect(page.getByLabel('Last Initial')).toHaveValue('7')
  await refused('Please enter one letter', 'Last Initial')
  await page.getByLabel('Last Initial').pressSequentially('AB')
  await expect(page.getByLabel('Last Initial')).toHaveValue('B')
  await page.getByLabel('School').fill('x'.repeat(101))
  await refused('Please use at most 100 characters', 'School')
  await page.getByLabel('School').fill('')
  // The editor can't paint overlapping hours, but a draft in the tab's storage could hold some.
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.endsWith(':child:new')) ?? ''
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const blocks = [
      { start: 9, end: 12 },
      { start: 11, end: 13 },
    ]
    sessionStorage.setItem(key, JSON.stringify({ ...draft, availability: [{ day: 'Mon', blocks }] }))
  })
  await page.reload()
  await save(page).click()
  await expect(page.getByText('Times on one day must not overlap')).toBeVisible()
  expect(sent).toEqual([])
})

test('the week is painted with the mouse, across days, and copied from day to day', {
  tag: ['@CONST-14', '@TIME-13', '@TIME-14', '@TIME-20', '@TIME-21', '@TIME-22', '@TIME-25', '@CHILD-09'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Nick', { child: 'Max', viewport: wide })
  await page.goto('/edit-child/new')
  const editor = page.getByRole('group', { name: 'When is your child free?' })
  await expect(editor.locator('.day')).toHaveText(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await expect(editor.locator('.hr')).toHaveText([
    ...['5 am', '6 am', '7 am', '8 am', '9 am', '10 am', '11 am', '12 noon'],
    ...['1 pm', '2 pm', '3 pm', '4 pm', '5 pm', '6 pm', '7 pm', '8 pm', '9 pm'],
  ])
  await expect(editor.getByRole('button')).toHaveCount(7 * 17)
  // Across several days at once. A second block that touches the first is merged with it.
  await drag(page, 'Monday 3 pm', 'Wednesday 4 pm')
  await cell(page, 'Monday 5 pm, not free').click()
  await cell(page, 'Monday 9 pm, not free').click()
  // A second press clears an hour.
  await cell(page, 'Tuesday 4 pm, free').click()
  await page.getByRole('button', { name: 'Weekends' }).click()
  await expect(page.getByRole('button', { name: 'Weekends' })).toHaveAttribute('aria-pressed', 'true')
  await cell(page, 'Monday 5 am, not free').click()
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
  await expect(page.getByRole('button', { name: 'Sunday', exact: true })).toBeFocused()
  for (const day of ['Saturday', 'Thursday']) await cell(page, day).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied to Thursday and Saturday')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Copy Monday to other days' })).toBeFocused()
  await page.getByLabel('First Name').fill('Ida')
  await page.getByLabel('Last Initial').fill('E')
  const sent = watchChanges(page)
  await save(page).click()
  await expect(page).toHaveURL('/profile')
  const monday = [
    { start: 5, end: 6 },
    { start: 15, end: 18 },
    { start: 21, end: 22 },
  ]
  expect(sent[0]?.body).toMatchObject({
    availability: [
      { day: 'Sun', blocks: [{ start: 9, end: 18 }] },
      { day: 'Mon', blocks: monday },
      { day: 'Tue', blocks: [{ start: 15, end: 16 }] },
      { day: 'Wed', blocks: [{ start: 15, end: 17 }] },
      { day: 'Thu', blocks: monday },
      { day: 'Sat', blocks: monday },
    ],
  })
})

test('on a phone one day at a time is painted, described in words and cleared', {
  tag: ['@TIME-13', '@TIME-14', '@TIME-20', '@TIME-21', '@TIME-22'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Nils', { child: 'Max' })
  await page.goto('/edit-child/new')
  const tabs = page.getByRole('tablist', { name: 'Day' }).getByRole('tab')
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  await expect(tabs).toHaveText(names)
  await tabs.filter({ hasText: 'Fri' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Friday' })
  await expect(panel.getByRole('group', { name: 'Morning' }).getByRole('button')).toHaveCount(8)
  await expect(panel.getByRole('group', { name: 'Afternoon' }).getByRole('button')).toHaveCount(9)
  await expect(panel.getByText('12 noon', { exact: true })).toBeVisible()
  const line = panel.getByRole('status')
  await expect(line).toHaveText('Friday: no free hours yet')
  await cell(page, 'Friday 11 am, not free').click()
  await cell(page, 'Friday 12 noon, not free').click()
  await drag(page, 'Friday 2 pm', 'Friday 4 pm')
  await expect(line).toHaveText('Friday, 11 am – 1 pm and 2 – 5 pm')
  await expect(tabs.filter({ hasText: 'Fri' })).toHaveAccessibleName('Friday has free hours')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(line).toHaveText('Friday: no free hours yet')
  await expect(tabs.filter({ hasText: 'Fri' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Copy Friday to other days' })).toBeDisabled()
})

test('the week can be painted by keyboard alone', { tag: ['@TIME-13', '@TIME-14', '@CHILD-09'] }, async ({
  browser,
}) => {
  const { page } = await quickFamily(browser, 'Nuri', { child: 'Max', viewport: wide })
  await page.goto('/edit-child/new')
  await page.getByRole('button', { name: 'Weekends' }).focus()
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // The whole week is one tab stop.
  await press('Tab')
  await expect(cell(page, 'Monday 5 am, not free')).toBeFocused()
  await press('End', 'ArrowLeft')
  await expect(cell(page, 'Sunday 9 pm, not free')).toBeFocused()
  await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Space')
  await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'Wednesday' })).toHaveText('Wednesday, 6 – 9 am')
  await expect(cell(page, 'Wednesday 8 am, free')).toBeFocused()
  // Moving back over painted hours clears them.
  await press('Shift+ArrowUp')
  await expect(cell(page, 'Tuesday 8 am, not free')).toBeVisible()
  await expect(cell(page, 'Tuesday 7 am, free')).toBeVisible()
  await press('Enter')
  await expect(cell(page, 'Wednesday 7 am, not free')).toBeFocused()
  await press('Tab', 'Enter')
  await expect(cell(page, 'Sunday')).toBeFocused()
  await press('Space', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
  await expect(cell(page, 'Cancel').first()).toBeFocused()
  await press('Tab', 'Enter')
  await expect(page.getByRole('button', { name: 'Copy Wednesday to other days' })).toBeFocused()
  await expect(cell(page, 'Sunday 6 am, free')).toBeVisible()
})

test.describe('failures', () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] })

  test('a failed save shows the server’s text, and Retry saves', { tag: ['@ERR-44'] }, async ({
    browser,
  }) => {
    const person = await quickFamily(browser, 'Nala', { child: 'Max' })
    const { page } = person
    const [max] = await childrenOf(person)
    for (const path of ['/edit-child/new', `/edit-child/${max._id}`]) {
      await page.goto(path)
      await page.getByLabel('First Name').fill('Ida')
      await page.getByLabel('Last Initial').fill('K')
      await page.route('**/api/app/child**', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { status: 500, error: 'nope' } })
          : route.fallback(),
      )
      await save(page).click()
      await expect(page.getByRole('alert')).toHaveText('nope')
      await page.unroute('**/api/app/child**')
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page).toHaveURL('/profile')
    }
    expect((await childrenOf(person)).map(({ firstName }: { firstName: string }) => firstName)).toEqual([
      'Ida',
      'Ida',
    ])
  })

  test('retrying after a lost reply adds one child, also after a reload', {
    tag: ['@CHILD-01', '@API-086'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Nanna', { child: 'Max' })
    const { page } = person
    await page.goto('/edit-child/new')
    await page.getByLabel('First Name').fill('Ida')
    await page.getByLabel('Last Initial').fill('K')
    await page.route(
      '**/api/app/child',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText("We can't reach Tagalong right now")
    expect(await childrenOf(person)).toHaveLength(2)
    await page.reload()
    await expect(page.getByLabel('First Name')).toHaveValue('Ida')
    await save(page).click()
    await expect(page).toHaveURL('/profile')
    expect(await childrenOf(person)).toHaveLength(2)
    await expect(page.getByRole('listitem').filter({ hasText: 'Ida K' })).toHaveCount(1)
  })

  test('retrying a change after a lost reply saves it once, and reports no conflict', {
    tag: ['@API-086', '@HOME-04'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Nomi', { child: 'Max' })
    const { page } = person
    const [max] = await childrenOf(person)
    await page.goto(`/edit-child/${max._id}`)
    // Once the server is reachable again, the page says that the child has changed.
    await holdAnswers(page, '**/api/public/echo')
    // The server trims the name, so that it differs from what was typed.
    await page.getByLabel('First Name').fill('Mia ')
    await page.route(
      `**/api/app/child/${max._id}`,
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText("We can't reach Tagalong right now")
    expect(await childrenOf(person)).toMatchObject([{ firstName: 'Mia', version: max.version + 1 }])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page).toHaveURL('/profile')
    await expectToast(page, 'Your changes are saved')
    expect(await childrenOf(person)).toMatchObject([{ firstName: 'Mia', version: max.version + 1 }])
  })

  test('a child is deleted after a confirmation; a failure is shown and deletes nothing', {
    tag: ['@ERR-43', '@API-087', '@WIDGET-01', '@WIDGET-16', '@WIDGET-17', '@WIDGET-18', '@WIDGET-19'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Nadia', { child: 'Max' })
    const { page } = person
    const [max] = await childrenOf(person)
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Edit Max E' }).click()
    const sent = watchChanges(page)
    const ask = page.getByRole('button', { name: 'Delete child' })
    const dialog = page.getByRole('alertdialog', { name: 'Are You Sure?' })
    await ask.click()
    await expect(dialog.getByText('This action cannot be undone')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(ask).toBeFocused()
    expect(sent).toEqual([])

    await page.route('**/api/app/child/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    await ask.click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Could not delete')).toBeVisible()
    expect(await childrenOf(person)).toHaveLength(1)
    await page.unroute('**/api/app/child/*')
    sent.length = 0
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick()
    await expect(page).toHaveURL('/profile')
    await expectToast(page, 'Max is deleted')
    expect(sent).toMatchObject([{ method: 'DELETE', path: `/api/app/child/${max._id}` }])
    // It was the last child, so adding one is offered.
    await expect(page.getByText('No children here yet')).toBeVisible()
    await expect(page.getByText('Max E')).toHaveCount(0)
    await isSound(page)
    // Going back doesn't open the deleted child's page.
    await page.goBack()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('link', { name: 'Add a child' }).click()
    await expect(page).toHaveURL('/edit-child/new')
    await page.goto(`/edit-child/${max._id}`)
    await expect(page.getByText('This child is not here')).toBeVisible()
  })

  test('deleting a child with another grown-up is refused with the reason', { tag: ['@ERR-43'] }, async ({
    browser,
  }) => {
    const person = await quickFamily(browser, 'Nicole', { child: 'Max' })
    const { page } = person
    const [max] = await childrenOf(person)
    const grownUps = await holdAnswers(page, '**/api/app/child/*/guardian')
    const dialogCode = await holdAnswers(page, '**/assets/small-dialog-*.js')
    await page.goto(`/edit-child/${max._id}`)
    await page.getByRole('button', { name: 'Delete child' }).click()
    // The other grown-up joins after the page was opened.
    await share(person, await quickFamily(browser, 'Nils', { child: 'Leo' }))
    grownUps.release()
    await expect(page.locator(`a[href="/child/${max._id}/grown-ups"] .avatars > *`)).toHaveCount(2)
    dialogCode.release()
    const dialog = page.getByRole('alertdialog', { name: 'Are You Sure?' })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Max has another grown-up. You can stop being one instead.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Delete child' })).toHaveCount(0)
  })

  test('a missing or a stranger’s child shows nothing; a friend’s child is forbidden', {
    tag: ['@CHILD-03'],
  }, async ({ browser }) => {
    const anna = await quickFamily(browser, 'Nasrin', { child: 'Mia' })
    const ben = await quickFamily(browser, 'Noel', { child: 'Leonard' })
    const [leonard] = await childrenOf(ben)
    const { page } = anna
    for (const id of [missing, 'xyz', leonard._id]) {
      await page.goto(`/edit-child/${id}`)
      await expect(page.getByText('This child is not here')).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
    await isSound(page)
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(page).toHaveURL('/profile')
    await quickRequest(ben, anna)
    await page.goto(`/edit-child/${leonard._id}`)
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByText('Leonard')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })

  test('while the server is unavailable the screen says so, and recovers by itself', {
    tag: ['@CHILD-03'],
  }, async ({ browser }) => {
    const person = await quickFamily(browser, 'Naomi', { child: 'Max' })
    const { page } = person
    const [max] = await childrenOf(person)
    await page.route(/\/api\/(app\/child\/|public\/echo)/, (route) => route.abort())
    await page.goto(`/edit-child/${max._id}`)
    await expect(page.getByText('We could not load this')).toBeVisible()
    await page.unroute(/\/api\/(app\/child\/|public\/echo)/)
    await expect(page.getByLabel('First Name')).toHaveValue('Max', { timeout: 20_000 })
  })

  test('saving a child that another tab deleted says that it is gone', { tag: ['@CHILD-03'] }, async ({
    browser,
  }) => {
    const person = await quickFamily(browser, 'Norman', { child: 'Max' })
    const { page, context } = person
    const [max] = await childrenOf(person)
    await page.goto(`/edit-child/${max._id}`)
    await page.getByLabel('School').fill('Oak Street')
    const other = await context.newPage()
    await other.goto(`/edit-child/${max._id}`)
    await other.getByRole('button', { name: 'Delete child' }).click()
    await other.getByRole('button', { name: 'Confirm' }).click()
    await expect(other).toHaveURL('/profile')
    await save(page).click()
    await expect(page.getByText('This child is not here')).toBeVisible()
  })
})

test('what is typed is kept until it is saved or cancelled, and doesn’t undo another tab’s changes', {
  tag: ['@CHILD-03'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Nadja', { child: 'Max' })
  const { page, context } = person
  const [max] = await childrenOf(person)
  const path = `/edit-child/${max._id}`
  await page.goto(path)
  await page.getByLabel('School').fill('Oak Street')
  await page.reload()
  await expect(page.getByLabel('School')).toHaveValue('Oak Street')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Oak Street')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('School')).toHaveValue('Oak Street')

  const other = await context.newPage()
  await other.goto(path)
  await expect(other.getByLabel('School')).toHaveValue('')
  await other.getByLabel('Grade').selectOption('5')
  await save(other).click()
  await expect(other).toHaveURL('/profile')
  await page.reload()
  await save(page).click()
  await expect(page).toHaveURL('/profile')
  expect((await childrenOf(person))[0]).toMatchObject({ school: 'Oak Street', grade: '5' })

  await page.goto(path)
  await page.getByLabel('School').fill('Elsewhere')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/profile')
  await page.goto(path)
  await expect(page.getByLabel('School')).toHaveValue('Oak Street')
  await page.goto('/edit-child/new')
  await page.getByLabel('First Name').fill('Nobody')
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/profile')
  await page.goto('/edit-child/new')
  await expect(page.getByLabel('First Name')).toHaveValue('')
  expect(await childrenOf(person)).toHaveLength(1)
})

test('a caregiver who leaves a form while it is saved stays on the page they went to', {
  tag: ['@CHILD-03', '@PROFILE-02', '@FORM-07'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Linda', { child: 'Max' })
  const { page } = person
  const [max] = await childrenOf(person)
  const forms = [
    {
      at: `/edit-child/${max._id}`,
      field: 'School',
      call: `**/api/app/child/${max._id}`,
      said: 'Your changes are saved',
    },
    {
      at: '/edit-profile',
      field: 'Last Name',
      call: '**/api/app/caregiver-profile/**',
      said: 'Your profile is saved',
    },
  ]
  for (const { at, field, call, said } of forms) {
    await page.goto(at)
    const gone = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      if (route.request().method() !== 'GET') await gone.promise
      await route.fallback()
    })
    await page.getByLabel(field).fill('Oak Street')
    await save(page).click()
    await page.getByRole('link', { name: 'Playdates' }).click()
    await expect(page).toHaveURL('/view-playdates')
    gone.resolve()
    await expectToast(page, said)
    await expect(page.getByRole('heading', { level: 1, name: 'Playdates' })).toBeVisible()
    await expect(page).toHaveURL('/view-playdates')
    await page.unroute(call)
  }
})

test('the screens are accessible and readable, also with long names', {
  tag: ['@CHILD-03', '@PROFILE-02'],
}, async ({ browser }) => {
  const person = await quickFamily(browser, 'Nikoletta', { child: 'Maximiliana-Konstantína'.repeat(2) })
  const { page } = person
  const [child] = await childrenOf(person)
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: /^Edit Max/ })).toBeVisible()
  for (let look = 0; look < 2; look += 1) await isSound(page)
  await page.goto('/edit-child/new')
  await save(page).click()
  await expect(page.getByText('Please enter a first name')).toBeVisible()
  for (let look = 0; look < 2; look += 1) await isSound(page)
  await page.goto(`/edit-child/${child._id}`)
  await expect(page.getByRole('button', { name: 'Delete child' })).toBeVisible()
  for (let look = 0; look < 2; look += 1) await isSound(page)
  await page.getByRole('button', { name: 'Delete child' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  for (let look = 0; look < 2; look += 1) await isSound(page)
})
