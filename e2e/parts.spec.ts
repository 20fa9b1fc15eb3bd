import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { administrator } from './administrators.ts'
import { inDatabase } from './database.ts'
import { answered, expect, test } from './fixtures.ts'
import { makeGroup } from './groups.ts'
import { callAs, newPhone, numberOf, quickFamily } from './people.ts'
import { inSteps, stopClock } from './still-clock.ts'
import { expectToast } from './toasts.ts'

// Behaviour of forms, the table and the toast, tested on caregivers' and administrators' screens.
test.use({ expectedErrors: [/Failed to load resource/] })

const ring = 'rgb(208, 122, 0)'
const amber = 'rgb(138, 75, 0)'

test('the profile is validated when it is saved, can be retried after a failure, and leads back', {
  tag: [
    '@FORM-02',
    '@FORM-03',
    '@FORM-04',
    '@FORM-05',
    '@FORM-06',
    '@FORM-07',
    '@FORM-13',
    '@FORM-14',
    '@FORM-16',
    '@FORM-17',
    '@FORM-19',
    '@FORM-20',
    '@FORM-21',
    '@FORM-33',
    '@ERR-27',
    '@ERR-48',
    '@ERR-49',
    '@WIDGET-02',
    '@WIDGET-20',
    '@CONST-29',
  ],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Ulla', { child: 'Mia' })
  await page.goto('/edit-profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Your Profile')
  const form = page.locator('form.profileform')
  const [first, last, zip] = ['First Name', 'Last Name', 'Zip Code'].map((label) => form.getByLabel(label))
  if (!first || !last || !zip) throw new Error('a field is not there')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('caregiver')) sent.push(request.postDataJSON())
  })

  await test.step('required fields have a red asterisk, and options have a value and a text', async () => {
    const labels = form.locator('label').filter({ has: page.locator('.req') })
    await expect(labels).toHaveText([/^First Name/, /^Last Name/, /^Phone Number/, /^Zip Code/])
    await expect(labels.first().locator('.req')).toHaveText('*')
    await expect(labels.first().locator('.req')).toHaveCSS('color', 'rgb(179, 38, 30)')
    const zone = form.getByLabel('Time Zone')
    await zone.selectOption('Denver (America)')
    await expect(zone).toHaveValue('America/Denver')
  })

  await test.step('no prompt is shown before saving; then only the first one is, in amber', async () => {
    await first.fill('')
    await zip.fill('9460')
    await last.focus()
    await expect(form.locator('.prompt')).toHaveCount(0)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.locator('.prompt')).toHaveText(['Please enter your first name'])
    await expect(form.locator('.prompt')).toHaveCSS('color', amber)
    await expect(first).toHaveCSS('border-top-color', ring)
    await expect(last).not.toHaveCSS('border-top-color', ring)
    expect(sent).toEqual([])
    await first.fill('Ulrike')
    await zip.fill('94601')
    await expect(form.locator('.prompt')).toHaveCount(0)
    await expect(first).not.toHaveCSS('border-top-color', ring)
  })

  await test.step('the button is busy while saving, and reads Retry after a failure', async () => {
    const answers = [
      { status: 409, json: { status: 409, error: 'The server says why' } },
      { status: 500, json: { status: 500 } },
    ]
    const texts = ['The server says why', 'Something went wrong...']
    for (const [at, answer] of answers.entries()) {
      const held = Promise.withResolvers<void>()
      await page.route(
        '**/api/app/caregiver-profile/*',
        async (route) => {
          await held.promise
          await route.fulfill(answer)
        },
        { times: 1 },
      )
      const button = form.getByRole('button', { name: at === 0 ? 'Save' : 'Retry', exact: true })
      await button.click()
      await expect(form.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true')
      held.resolve()
      await expect(form.getByText(texts[at] ?? '')).toBeVisible()
      await expect(form.getByRole('button', { name: 'Retry', exact: true })).toBeEnabled()
    }
  })

  await test.step('a saved profile says so and leads to /profile', async () => {
    await form.getByRole('button', { name: 'Retry' }).click()
    await expectToast(page, 'Your profile is saved')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Ulrike Example')).toBeVisible()
    expect(sent.at(-1)).toMatchObject({ name: 'Ulrike', zipCode: '94601', timeZone: 'America/Denver' })
  })
})

test('saving the profile keeps what another device has changed, also with a draft', {
  tag: ['@PROFILE-01', '@PROFILE-11'],
}, async ({ browser }) => {
  const anna = await quickFamily(browser, 'Uta', { child: 'Mia' })
  const { page } = anna
  const mine = '/api/app/caregiver-profile/current-user'
  const { name, lastName, phoneNumber, zipCode, timeZone } = (await callAs(anna, 'GET', mine)).body.data
  const elsewhere = { name, lastName, phoneNumber, zipCode, timeZone }
  const change = async (changes: Partial<typeof elsewhere>) => {
    const saved = await callAs(anna, 'POST', mine, Object.assign(elsewhere, changes))
    expect(saved.status).toBe(200)
  }
  await page.goto('/edit-profile')
  await page.getByLabel('Last Name').fill('Sample')
  await change({ name: 'Ute' })
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Ute')
  await expect(page.getByLabel('Last Name')).toHaveValue('Sample')
  const number = numberOf({ phone: newPhone() })
  await change({ phoneNumber: number, zipCode: '94610', timeZone: 'America/Denver' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Your profile is saved')
  expect((await callAs(anna, 'GET', mine)).body.data).toMatchObject({ ...elsewhere, lastName: 'Sample' })
})

test('a toast at the top centre says what was saved, for one second', {
  tag: ['@CONST-26', '@CONST-27'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Uma', { child: 'Mia' })
  await page.clock.install()
  await page.goto('/edit-profile')
  await page.getByLabel('First Name').fill('Una')
  // From here on, the clock moves only when told to.
  await stopClock(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const toast = page.locator('.toast')
  await inSteps(page, toast)
  await expect(toast).toHaveText('Your profile is saved')
  const box = await toast.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2)
  expect(box?.y).toBeLessThan(100)
  await page.clock.runFor(980)
  await expect(toast).toBeVisible()
  await page.clock.runFor(20)
  await expect(toast).toHaveCount(0)
})

test('administrators search, page, filter and export a list', {
  tag: [
    '@TABLE-02',
    '@TABLE-08',
    '@TABLE-09',
    '@TABLE-11',
    '@TABLE-12',
    '@TABLE-13',
    '@TABLE-14',
    '@TABLE-15',
    '@TABLE-17',
    '@CONST-07',
    '@CONST-08',
    '@CONST-09',
    '@CONST-10',
    '@CONST-11',
    '@CONST-15',
    '@CONST-16',
    '@CONST-20',
    '@CONST-21',
    '@WIDGET-03',
    '@WIDGET-04',
  ],
}, async ({ browser, expectErrors }) => {
  const { page } = await administrator(browser, 'Urs')
  const tag = `Urs${randomUUID().slice(0, 8)}`
  await inDatabase(
    `insert into caregiver_group (id, name, code)
     select gen_random_uuid(), case when n = 7 then '=1+1 ' || $1 else $1 || ' ' || lpad(n::text, 3, '0') end,
       gen_random_uuid() from generate_series(1, 150) n`,
    [tag],
  )
  await page.goto('/admin/groups')
  const header = page
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1, name: 'Groups' }) })
  await expect(header).toContainText('Families who belong together')
  await expect(header.getByRole('link', { name: 'Add Group' })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search' })
  const rows = page.locator('tbody tr')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const sizes = pager.getByLabel('Per page')
  const offered = (...all: number[]) => expect(sizes.getByRole('option')).toHaveText(all.map(String))

  await search.fill(tag)
  await expect(pager).toContainText('1 of 15')
  await expect(rows).toHaveCount(10)
  await expect(sizes).toHaveValue('10')
  await offered(10, 20, 30, 50, 100)
  await expect(rows.first().getByRole('cell').nth(1)).toHaveText(/^\d\d-\d\d-\d{4}$/)

  // A pattern: the first 25, without the seventh, which has another name.
  await search.fill(`^${tag} 0([01]\\d|2[0-5])$`)
  await expect(pager).toContainText('1 of 3')
  await offered(10, 20)
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager).toContainText('2 of 3')
  await sizes.selectOption('20')
  await expect(rows).toHaveCount(20)
  await search.fill(`${tag} 00[1-5]$`)
  await expect(rows).toHaveCount(5)
  await expect(pager).toBeHidden()

  await search.fill(tag)
  await page.getByRole('button', { name: /Filter Group Name/ }).click()
  await page.getByRole('option', { name: `${tag} 011` }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /Filter Group Name/ }).click()
  await page.getByRole('option', { name: 'Show all' }).click()
  await expect(pager).toContainText('1 of 8')

  // An empty list can't be exported.
  expectErrors(/Invalid data/)
  await search.fill(`${tag} none`)
  await expect(page.getByText('Nothing fits')).toBeVisible()
  const logged = page.waitForEvent('console', (message) => message.text() === 'Invalid data')
  await page.getByRole('button', { name: 'Export' }).click()
  await logged
  await search.fill(tag)
  await expect(pager).toContainText('1 of 8')

  // All matching rows, not only the page.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const bytes = await readFile(await (await download).path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toMatch(/^"Group Name","Created Date"/)
  expect(lines).toHaveLength(152)
  expect(lines.at(-1)).toBe('')
  expect(lines.find((line) => line.includes('1+1'))).toMatch(
    new RegExp(`^"'=1\\+1 ${tag}","\\d\\d-\\d\\d-\\d{4}"`),
  )
})

test('administrators pick from a list by typing, write several lines, and tick a box', {
  tag: ['@WIDGET-12', '@WIDGET-13', '@FORM-23', '@FORM-34', '@CONST-30', '@CONST-32'],
}, async ({ browser }) => {
  const { page } = await administrator(browser, 'Ute')
  const tag = `Ute${randomUUID().slice(0, 8)}`
  await page.goto('/admin/groups/new')
  await page.getByLabel('Group Name').fill(tag)
  const description = page.getByLabel('Description')
  await description.fill('Room 12')
  await description.press('End')
  await description.press('Enter')
  await description.pressSequentially('Room 13')
  const form = page.locator('form.manageform')
  const save = form.getByRole('button', { name: 'Save' })
  const [outer, inner] = [await form.boundingBox(), await save.boundingBox()]
  if (!outer || !inner) throw new Error('The form is not there')
  expect(outer.x + outer.width - (inner.x + inner.width)).toBeLessThan(inner.x - outer.x)
  const saved = answered(page, '**/api/admin/group/new')
  await save.click()
  expect((await saved).postDataJSON()).toMatchObject({ name: tag, description: 'Room 12\nRoom 13' })
  expect(new URL((await saved).url()).pathname).toBe('/api/admin/group/new')
  await expect(page.getByRole('heading', { level: 1, name: tag })).toBeVisible()

  await makeGroup('Another school')
  await page.goto('/admin/memberships/new')
  const group = page.getByRole('combobox', { name: 'Group' })
  await group.click()
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option').nth(1)).toBeVisible()
  await expect(list).toHaveCSS('max-height', '256px')
  await group.fill(tag)
  await expect(list.getByRole('option')).toHaveText([tag])
  await list.getByRole('option').click()
  await page.getByRole('combobox', { name: 'Caregiver' }).fill('Ute')
  await page.getByRole('option', { name: /^Ute/ }).first().click()
  await page.getByLabel('Status').selectOption('Approved')
  await page.getByLabel('Is Group Admin').check()
  const posted = answered(page, '**/api/admin/group-membership/new')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await posted).postDataJSON()).toMatchObject({ isGroupAdmin: true })
})
