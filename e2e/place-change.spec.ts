import type { Browser } from '@playwright/test'
import { administrator } from './administrators.ts'
import { dialogsClosed, expect, test } from './fixtures.ts'
import { share } from './grown-ups.ts'
import { callAs, profileOf, quickFamily } from './people.ts'
import { isSound } from './sound.ts'

const reason = 'A court order says so, file 12.'

/** Has an administrator end the place of a child's second guardian. Returns both guardians, and the ids. */
async function endPlace(browser: Browser, admin = 'Luz') {
  const priya = await quickFamily(browser, 'Priya', { child: 'Anika' })
  const dev = await quickFamily(browser, 'Dev', { child: 'Leo' })
  const luz = await administrator(browser, admin, { child: 'Ada' })
  const second = await profileOf(dev)
  const anika = await share(priya, dev)
  const path = `/api/admin/child/${anika}/guardian/${second}`
  expect((await callAs(luz, 'POST', path, { action: 'end', reason })).status).toBe(200)
  return { priya, dev, anika, second }
}

test('a grown-up who loses a place can object', { tag: ['@HOME-99'] }, async ({ browser }) => {
  const { dev, anika, second } = await endPlace(browser)
  const { page } = dev
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/report')) sent += 1
  })
  await page.goto('/notifications')
  await page.getByRole('link', { name: /A grown-up's place ends at/ }).click()
  await expect(page).toHaveURL(`/child/${anika}/change/${second}`)
  await expect(page.getByText(/^Your place with a child ends at/)).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: "This isn't right" }).click()
  const sheet = page.getByRole('dialog', { name: "This isn't right" })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Please tell us what happened')).toBeVisible()
  // What was typed stays.
  await sheet.getByLabel("What isn't right?").fill('That order is about another family.')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await dialogsClosed(page)
  await page.reload()
  await page.getByRole('button', { name: "This isn't right" }).click()
  await expect(sheet.getByLabel("What isn't right?")).toHaveValue('That order is about another family.')
  await isSound(page)
  await sheet.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByText("You said that this isn't right.")).toBeVisible()
  await expect(page.getByRole('button', { name: "This isn't right" })).toHaveCount(0)
  await dialogsClosed(page)
  expect(sent).toBe(1)
  // They can't undo it.
  await page.goto(`/child/${anika}/grown-ups`)
  await expect(page.getByText(/^You stop at /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stay$|^Stop being/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Take a look' }).click()
  await expect(page).toHaveURL(`/child/${anika}/change/${second}`)
})

test('another administrator reads an objection; other guardians see whose place ends, but not why', {
  tag: ['@HOME-99'],
}, async ({ browser, expectErrors }) => {
  expectErrors(/404 \(Not Found\).*change/)
  // A name of its own: every administrator sees all objections, also those of the tests beside this one.
  const { priya, dev, anika, second } = await endPlace(browser, 'Ludmila')
  const objection = { words: 'That order is about another family.' }
  const path = `/api/app/child/${anika}/guardian/${second}/report`
  expect((await callAs(dev, 'POST', path, objection)).status).toBe(201)
  const mo = await administrator(browser, 'Mo', { child: 'Max' })
  await mo.page.goto('/admin/reports')
  await mo.page.getByRole('link', { name: /Ludmila Example/ }).click()
  await expect(mo.page.getByText('That order is about another family.')).toHaveCount(1)
  await expect(mo.page.getByText(reason)).toBeVisible()
  await isSound(mo.page)

  await priya.page.goto(`/child/${anika}/change/${second}`)
  await expect(priya.page.getByText(/^Dev Example's place with your child ends at/)).toBeVisible()
  await expect(priya.page.getByText(reason)).toHaveCount(0)
  const noa = await quickFamily(browser, 'Noa', { child: 'Kai' })
  await noa.page.goto(`/child/${anika}/change/${second}`)
  await expect(noa.page.getByText('There is no change to see here')).toBeVisible()
})

test('a sent objection is announced in a status line that was there before', { tag: ['@HOME-99'] }, async ({
  browser,
}) => {
  const { dev, anika, second } = await endPlace(browser)
  const { page } = dev
  await page.goto(`/child/${anika}/change/${second}`)
  const line = page.locator('main p[role="status"]')
  await expect(line).toHaveText('')
  // Screen readers announce only changes in a region that existed before and isn't hidden at that time.
  const said = line.evaluate(
    (region) =>
      new Promise((resolve) =>
        new MutationObserver(() => resolve(region.closest('[inert], [aria-hidden="true"]') === null)).observe(
          region,
          { childList: true },
        ),
      ),
  )
  await page.getByRole('button', { name: "This isn't right" }).click()
  const sheet = page.getByRole('dialog', { name: "This isn't right" })
  await sheet.getByLabel("What isn't right?").fill('That order is about another family.')
  await sheet.getByRole('button', { name: 'Send' }).click()
  expect(await said).toBe(true)
  await expect(line).toHaveText(/^You said that this isn't right/)
})
