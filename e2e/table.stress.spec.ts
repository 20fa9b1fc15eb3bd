import { expect, test } from './harness/harness.ts'
import { stopClock } from './still-clock.ts'

const full = process.env.ASSURE === '1'

test('while a pattern that would never end is tried, the page works, and then searches it as plain text', {
  tag: ['@TABLE-03'],
}, async ({ page, harness }) => {
  test.setTimeout(full ? 600_000 : 180_000)
  const rows = Array.from({ length: 30 }, (_, at) => ({
    _id: `t${at}`,
    name: at === 0 ? 'Anna' : `${'a'.repeat(48)}!`,
    town: null,
    createdAt: '2025-03-07T12:00:00.000Z',
    isOn: false,
  }))
  harness.answer('GET /api/admin/thing', { data: rows })
  await page.clock.install()
  await harness.open('things')
  const names = page.locator('tbody tr td:first-child')
  await expect(names).toHaveCount(10)
  const search = page.getByRole('searchbox', { name: 'Search' })
  const slow = page.getByText('This pattern takes too long: searched as plain text')
  const isBusy = (is: boolean) => expect(search).toHaveAttribute('aria-busy', String(is))
  await stopClock(page)
  const cores = [
    '(a+)+',
    '(a*)*',
    '(a|a)*',
    '(a|aa)+',
    '([a-z]+)*',
    '(\\w+)*',
    '([^!]*)*',
    '(a?a?)*',
    '(a+a+)+',
    '([^!]+)+',
  ]
  const ends = ['$', 'b', '[^a!]', '\\d', 'zz']
  const patterns = cores.flatMap((core) => ends.map((end) => `^${core}${end}`))
  expect(patterns).toHaveLength(50)
  // A sample of different cores and ends, or all of them.
  const tried = patterns.filter((_, at) => full || at % 11 === 0)
  for (const pattern of tried) {
    await test.step(pattern, async () => {
      // While the page's clock stands, nothing ends the pattern.
      await search.fill(pattern)
      await expect.poll(() => page.workers().length).toBe(1)
      await search.fill('Anna')
      await expect(names).toHaveText(['Anna'])
      await search.fill(pattern)
      await isBusy(true)
      const timeIsUp = async () => {
        await page.clock.runFor(200)
        return slow.isVisible()
      }
      await expect.poll(timeIsUp, { intervals: [50] }).toBe(true)
      await isBusy(false)
      await expect(page.getByText('Nothing fits')).toBeVisible()
    })
  }
  if (full)
    console.log(
      `ASSURED | patterns that would never end, in the table's search | ${tried.length} tried, the page worked meanwhile |`,
    )
})
