import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { maxTotal } from '@tagalong/contract/http/lists.ts'
import { expect, test } from './harness/harness.ts'
import { isSound } from './sound.ts'
import { expectToast } from './toasts.ts'

interface Thing {
  _id: string
  name: string
  town: string | null
  createdAt: string
  isOn: boolean
}

const towns = ['Oakland', 'Berkeley', null]

function things(count: number, name = (at: number) => `Thing ${String(at + 1).padStart(5, '0')}`): Thing[] {
  return Array.from({ length: count }, (_, at) => ({
    _id: `t${at}`,
    name: name(at),
    town: towns[at % 3] ?? null,
    createdAt: new Date(Date.UTC(2025, 2, 7, 12, at)).toISOString(),
    isOn: at % 2 === 0,
  }))
}

/** Answers like a server's list: search, sort and filter, in pages, counting at most `maxTotal` rows. */
function listed(rows: readonly Thing[]) {
  const found = new Map<string, Thing[]>()
  return (request: Request) => {
    const query = new URL(request.url()).searchParams
    const start = Number(query.get('cursor') ?? 0)
    const end = start + Number(query.get('limit'))
    query.delete('cursor')
    query.delete('limit')
    // Sorted once for all pages of a list: with many rows, sorting takes long.
    const all = found.get(query.toString()) ?? sorted(rows, query)
    found.set(query.toString(), all)
    return {
      data: all.slice(start, end),
      nextCursor: end < all.length ? String(end) : null,
      ...(start === 0 && { total: Math.min(all.length, maxTotal) }),
    }
  }
}

function sorted(rows: readonly Thing[], query: URLSearchParams): Thing[] {
  const search = query.get('search')?.toLowerCase() ?? ''
  const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, string | null>
  const sort = query.get('sort') ?? ''
  const column = sort.replace('-', '') as keyof Thing
  const found = rows
    .filter(({ name, town }) => `${name}\n${town}`.toLowerCase().includes(search))
    .filter((row) => !('town' in filter) || row.town === filter.town)
  const sign = sort.startsWith('-') ? -1 : 1
  if (sort !== '') found.sort((a, b) => sign * String(a[column]).localeCompare(String(b[column])))
  return found
}

const names = (page: Page) => page.locator('tbody tr td:first-child')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function choose(page: Page, header: string, value: string) {
  await page.getByRole('button', { name: new RegExp(`Filter ${header}$`) }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test.use({ viewport: { width: 1280, height: 800 } })

test('a list is paged and sorted', {
  tag: [
    '@TABLE-01',
    '@TABLE-04',
    '@TABLE-05',
    '@TABLE-12',
    '@TABLE-13',
    '@TABLE-14',
    '@CONST-07',
    '@CONST-09',
    '@CONST-11',
  ],
}, async ({ page, harness }) => {
  harness.answer('GET /api/admin/thing', listed(things(25)))
  await harness.open('things')
  await expect(names(page)).toHaveCount(10)
  await expect(page.getByRole('row').nth(1)).toContainText('03-07-2025')
  await expect(pager(page)).toContainText('1 of 3')
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(pager(page)).toContainText('2 of 3')
  await expect(names(page).first()).toHaveText('Thing 00011')
  const sizes = page.getByLabel('Per page')
  await expect(sizes.getByRole('option')).toHaveText(['10', '20'])
  await sizes.selectOption('20')
  await expect(names(page)).toHaveCount(20)
  await expect(pager(page)).toContainText('1 of 2')

  const rows = page.getByRole('row')
  const orders: [string, string, string][] = [
    ['Name', 'Thing 00001', 'Thing 00025'],
    ['Town', '—', 'Oakland'],
    ['Created Date', 'Thing 00001', 'Thing 00025'],
    ['On', 'No', 'Yes'],
  ]
  for (const [header, up, down] of orders) {
    const head = page.getByRole('columnheader', { name: header })
    await head.getByRole('button', { name: header, exact: true }).click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows.nth(1)).toContainText(up)
    await head.getByRole('button', { name: header, exact: true }).click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.nth(1)).toContainText(down)
  }
  await isSound(page)
  expect(harness.callsTo('GET /api/admin/thing')).toHaveLength(1)
})

test('a column is filtered by one of its values', {
  tag: ['@TABLE-06', '@TABLE-07', '@TABLE-08', '@CONST-10'],
}, async ({ page, harness }) => {
  harness.answer('GET /api/admin/thing', listed(things(25)))
  await harness.open('things')
  await expect(names(page)).toHaveCount(10)
  await page.getByRole('button', { name: /Filter Town$/ }).click()
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
    'Show all',
    '—',
    'Berkeley',
    'Oakland',
  ])
  await page.getByRole('option', { name: 'Berkeley' }).click()
  await expect(names(page)).toHaveCount(8)
  await expect(pager(page)).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toContainText('Berkeley')
  await choose(page, 'On', 'Yes')
  await expect(names(page)).toHaveCount(4)
  await page.getByRole('button', { name: /Filter Town/ }).click()
  await page.getByRole('option', { name: 'Show all' }).click()
  await expect(pager(page)).toContainText('1 of 2')
  await page.getByRole('button', { name: /Filter Town$/ }).click()
  await isSound(page)
})

test('a pattern is searched in the browser only; an invalid or slow one is searched as plain text', {
  tag: ['@TABLE-02', '@TABLE-03'],
}, async ({ page, harness }) => {
  const rows = things(
    25,
    (at) => ['Anna', 'annalen', 'Ben (junior)', `${'a'.repeat(40)}!`][at] ?? `Cleo ${at}`,
  )
  harness.answer(
    'GET /api/admin/thing',
    listed([...rows, { ...rows[0], _id: 'x', name: 'Odd (a+)+$ name' } as Thing]),
  )
  await harness.open('things')
  await expect(names(page)).toHaveCount(10)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('anna')
  await expect(names(page)).toHaveText(['Anna', 'annalen'])
  await search.fill('^A.*n$')
  await expect(names(page)).toHaveText(['annalen'])
  await search.fill('(')
  await expect(names(page)).toHaveText(['Ben (junior)', 'Odd (a+)+$ name'])
  await expect(page.getByText('Not a valid pattern: searched as plain text')).toBeVisible()
  await search.fill('(a+)+$')
  await expect(page.getByText('This pattern takes too long: searched as plain text')).toBeVisible()
  await expect(names(page)).toHaveText(['Odd (a+)+$ name'])
  await search.fill('no such thing')
  await expect(page.getByText('Nothing fits')).toBeVisible()
  expect(harness.callsTo('GET /api/admin/thing')).toHaveLength(1)
})

test('all filtered rows are exported, and formulas are made harmless', {
  tag: ['@TABLE-09', '@TABLE-11', '@TABLE-15', '@CONST-18'],
}, async ({ page, harness }) => {
  harness.answer('GET /api/admin/thing', listed(things(75, (at) => (at === 1 ? '=1+1' : `Thing ${at}`))))
  await harness.open('things')
  await choose(page, 'Town', 'Berkeley')
  await expect(pager(page)).toContainText('1 of 3')
  const { name, text } = await exported(page)
  expect(name).toBe('generated.csv')
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines[0]).toBe('\uFEFF"Name","Town","Created Date","On"')
  expect(lines).toHaveLength(26)
  expect(lines[1]).toBe('"\'=1+1","Berkeley","03-07-2025","No"')
})

test('export is hidden without columns and refused without rows, and a duplicate column is an error', {
  tag: ['@TABLE-10', '@TABLE-17', '@TABLE-18'],
}, async ({ page, harness, expectErrors }) => {
  expectErrors(/Invalid data/, /Misdefined table column/)
  harness.answer('GET /api/admin/thing', listed([]))
  await harness.open('things?no-export')
  await expect(page.getByText('There are no things')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await harness.open('things')
  const logged = page.waitForEvent('console', (message) => message.text() === 'Invalid data')
  await page.getByRole('button', { name: 'Export' }).click()
  await logged
  await expectToast(page, 'There is nothing to export')
  await harness.open('things?bad')
  await expect(page.getByRole('alert')).toHaveText(
    "TableColumnError: Misdefined table column: 'name' is there twice",
  )
})

test('fifty thousand rows are paged; plain text and filters go to the server, and patterns never do', {
  tag: ['@TABLE-01', '@TABLE-14'],
}, async ({ page, harness }) => {
  test.slow()
  harness.answer('GET /api/admin/thing', listed(things(50_000)))
  harness.answer('GET /api/admin/thing/values', { data: [null, 'Berkeley', 'Oakland'] })
  await harness.open('things')
  await expect(pager(page).getByRole('status')).toHaveText('1 of 1000+')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(names(page).first()).toHaveText('Thing 00011')
  await page
    .getByRole('columnheader', { name: 'Name' })
    .getByRole('button', { name: 'Name', exact: true })
    .dblclick()
  await expect(names(page).first()).toHaveText('Thing 50000')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('thing 0012')
  await expect(names(page)).toHaveCount(10)
  await expect(names(page).first()).toHaveText('Thing 00129')
  await expect(pager(page)).toContainText('1 of 1')
  await search.fill('')
  await choose(page, 'Town', 'Berkeley')
  await expect(names(page).nth(1)).toHaveText('Thing 49997')
  await search.fill('^Thing 49.*[02]$')
  await expect(pager(page)).toContainText('1 of 7')
  await expect(search).toBeFocused()
  for (const { url } of harness.callsTo('GET /api/admin/thing')) {
    expect(new URL(url, 'http://x').searchParams.get('search') ?? '').toMatch(/^[\w ]*$/)
  }
})

test('on a phone rows are cards, and column headers are chips', { tag: ['@TABLE-01'] }, async ({
  page,
  harness,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  harness.answer(
    'GET /api/admin/thing',
    listed(things(25, (at) => `Maximiliana-Konstantína.${at}@${'long'.repeat(12)}.example`)),
  )
  await harness.open('things')
  await expect(names(page)).toHaveCount(10)
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await page.getByLabel('Sort by').selectOption('↓ Created Date')
  await expect(names(page).first()).toContainText('.24@')
  await page.getByRole('button', { name: /Town: Show all/ }).click()
  await page.getByRole('option', { name: 'Oakland' }).click()
  await expect(page.getByRole('button', { name: /Town: Oakland/ })).toBeVisible()
  await expect(names(page)).toHaveCount(9)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await isSound(page)
})

test('a list that can’t be loaded says so, and can be retried', { tag: ['@TABLE-01'] }, async ({
  page,
  harness,
  expectErrors,
}) => {
  expectErrors(/503/)
  const unavailable = { status: 503, error: 'We are having trouble reaching our records.' }
  harness.answer('GET /api/admin/thing', unavailable)
  // Asked a second later, to find out whether the server is back.
  harness.answer('GET /api/public/echo', unavailable)
  await harness.open('things')
  await expect(page.getByText('We could not load this')).toBeVisible()
  harness.answer('GET /api/admin/thing', listed(things(3)))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveCount(3)
})

test('a page that can’t be loaded shows the error instead of other rows, and can be retried', {
  tag: ['@TABLE-01', '@TABLE-12'],
}, async ({ page, harness, expectErrors }) => {
  expectErrors(/400/)
  const whole = listed(things(1_200))
  const first = (request: Request) =>
    new URL(request.url()).searchParams.has('cursor') ? { status: 400, error: 'Not now' } : whole(request)
  harness.answer('GET /api/admin/thing', first)
  await harness.open('things')
  await expect(pager(page)).toContainText('1 of 120')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('We could not load this')).toBeVisible()
  await expect(names(page)).toHaveCount(0)
  const asked = harness.callsTo('GET /api/admin/thing').length
  harness.answer('GET /api/admin/thing', whole)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page).first()).toHaveText('Thing 00011')
  await expect(pager(page)).toContainText('2 of 120')
  expect(harness.callsTo('GET /api/admin/thing').length).toBe(asked + 1)
})

test('a failed search says so, and the next one works', {
  tag: ['@TABLE-01'],
}, async ({ page, harness, expectErrors }) => {
  expectErrors(/400/)
  const whole = listed(things(1_200))
  harness.answer('GET /api/admin/thing', (request: Request) =>
    new URL(request.url()).searchParams.get('search') === 'smi'
      ? { status: 400, error: 'Not now' }
      : whole(request),
  )
  await harness.open('things')
  const search = page.getByRole('searchbox')
  await search.fill('smi')
  await expect(page.getByText('We could not load this')).toBeVisible()
  await expect(names(page)).toHaveCount(0)
  await search.fill('Thing 00011')
  await expect(names(page)).toHaveText(['Thing 00011'])
})
