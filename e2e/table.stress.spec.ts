import { expect, test } from './harness/harness.ts'

const full = process.env.ASSURE === '1'

test('patterns that would never end block the page for less than a tenth of a second', {
  tag: ['@TABLE-03'],
}, async ({ page, harness }) => {
  test.slow()
  const rows = Array.from({ length: 30 }, (_, at) => ({
    _id: `t${at}`,
    name: `${'a'.repeat(48)}!`,
    town: null,
    createdAt: '2025-03-07T12:00:00.000Z',
    isOn: false,
  }))
  harness.answer('GET /api/admin/thing', { data: rows })
  const names = page.locator('tbody tr td:first-child')
  await harness.open('things')
  await expect(names).toHaveCount(10)
  const search = page.getByRole('searchbox', { name: 'Search' })
  // The first search of a page loads and compiles code.
  await search.fill('^a')
  await expect(names).toHaveCount(10)
  // Measures the thread time of the page, since other load on the machine affects elapsed time.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const cores = [
    '(a+)+',
    '(a*)*',
    '(a|a)*',
    '(a|aa)+',
    '([a-z]+)*',
    '(\\w+)*',
    '(.*)*',
    '(a?a?)*',
    '(a+a+)+',
    '(.+)+',
  ]
  const ends = ['$', 'b', '[^a!]', '\\d', 'zz']
  const patterns = cores.flatMap((core) => ends.map((end) => `^${core}${end}`))
  expect(patterns).toHaveLength(50)
  // A sample of different cores and ends, or all of them.
  const tried = patterns.filter((_, at) => full || at % 11 === 0)
  const costOf = async (pattern: string) => {
    const before = await worked()
    await search.fill(pattern)
    await expect(search).toHaveAttribute('aria-busy', 'false')
    return (await worked()) - before
  }
  // The cost of typing and rendering any search on this machine.
  const plain = await costOf('^b+$')
  for (const pattern of tried) expect((await costOf(pattern)) - plain, pattern).toBeLessThan(0.1)
  if (full)
    console.log(
      `ASSURED | patterns that would never end, in the table's search | ${tried.length} tried, none kept the page for 100 ms more than one that ends |`,
    )
})
