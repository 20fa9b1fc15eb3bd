import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { quickFamily, visitor } from './people.ts'
import { isReadable } from './readable.ts'

const sizes = [
  { width: 390, height: 844, text: 1.5 },
  { width: 390, height: 844, text: 2 },
  { width: 320, height: 640, text: 1 },
  { width: 1280, height: 800, text: 2 },
]

test('the labels of the bar keep apart on a narrow phone', {
  tag: ['@SHELL-17', '@SHELL-18', '@SHELL-19'],
}, async ({ browser }) => {
  const { page } = await quickFamily(browser, 'Tara', { child: 'Max', viewport: { width: 360, height: 740 } })
  await page.goto('/notifications')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Notifications' })).toHaveAttribute('aria-current', 'page')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const gaps = await bar
      .locator('ul')
      .first()
      .evaluate((list) => {
        const labels = [...list.querySelectorAll('a')].map((link) => {
          const range = document.createRange()
          range.selectNodeContents(link.lastChild ?? link)
          return range.getBoundingClientRect()
        })
        return labels.slice(1).map((each, at) => Math.round(each.left - (labels[at]?.right ?? 0)))
      })
    expect(gaps).toHaveLength(4)
    expect(Math.min(...gaps), `${gaps} at ${width} px`).toBeGreaterThanOrEqual(6)
  }
})

test('the unread count is fully visible in the bar', { tag: ['@SHELL-17', '@SHELL-18'] }, async ({
  browser,
}) => {
  const { page, email } = await quickFamily(browser, 'Tara', { child: 'Max' })
  await inDatabase(
    `insert into notification (id, user_id, title, url)
     select gen_random_uuid(), id, 'News', '/profile' from app_user, generate_series(1, 60) where email = $1`,
    [email],
  )
  await page.goto('/connections')
  await expect(page.locator('.bar__count')).toHaveText('50+')
  await isReadable(page, sizes)
})

test('the question about notifications and the profile are readable with larger text and on a narrow phone', {
  tag: ['@NOTIF-08', '@PROFILE-02'],
}, async ({ browser }) => {
  const { page, email } = await quickFamily(browser, 'Maximiliana-Konstantina', { child: 'Max' })
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'Get the Latest Updates!' })).toBeVisible()
  await isReadable(page, sizes)
  await page.goto('/profile')
  const shown = page.getByText(email, { exact: true })
  await expect(shown).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  // Each line but the last ends where an address may break.
  const lines = await shown.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let top = Number.NaN
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [at, sign] of [...(node.textContent ?? '')].entries()) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getBoundingClientRect()
        if (box.top !== top) found.push('')
        top = box.top
        found.push(`${found.pop()}${sign}`)
      }
    }
    return found
  })
  expect(lines.join('')).toBe(email)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@.\-_]$/)
  await isReadable(page, sizes)
})

test('the visitors’ pages are readable with larger text and on a narrow phone', {
  tag: ['@AUTH-05', '@AUTH-12'],
}, async ({ browser }) => {
  const { page } = await visitor(browser, 'Tom', { child: 'Max' })
  for (const path of ['/login', '/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await isReadable(page, sizes)
  }
})
