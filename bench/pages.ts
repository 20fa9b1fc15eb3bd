import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { inLanguage, startBaseline, startOurs, tokenOf } from './pages-servers.ts'
import { cachedVisit, type Destination, firstVisit, secondVisit, type Visit } from './pages-visit.ts'
import { compared, type Row } from './table.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

/** Measures first and second loads of /login and / against the smallest React page, on a slow phone and line. */
export async function measurePages(): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium was found: npm test installs it, or say CHROMIUM_PATH.')
  const servers = [await startBaseline(), await startOurs()] as const
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  })
  try {
    const [baseline, ours] = servers
    const bare: Destination = { url: `${baseline.url}/login`, ready: 'h1', token: null, language: 'en' }
    const token = await tokenOf(ours.url, 'priya@example.org')
    const places = [
      ...placesOf(ours.url, token, { language: 'en', button: 'Sign In' }),
      ...placesOf(ours.url, token, { language: 'es', button: 'Entrar' }),
    ]
    const baselines = { first: [] as Visit[], second: [] as Visit[] }
    const found = places.map((place) => ({ ...place, first: [] as Visit[], second: [] as Visit[] }))
    // In turns, so that other load on the machine affects all alike.
    for (let round = 0; round < rounds; round += 1) {
      baselines.first.push(await firstVisit(browser, bare))
      baselines.second.push(await cachedVisit(browser, bare))
      for (const { to, first, second } of found) {
        await inLanguage(ours.url, token, to.language)
        first.push(await firstVisit(browser, to))
        second.push(await secondVisit(browser, to))
      }
    }
    if (process.env.BENCH_DETAILS) console.dir({ baselines, found }, { depth: 6 })
    return found.flatMap(({ path, max, first, second }) => [
      ...rowsOfFirst(path, max, baselines.first, first),
      lcpRow(`second visit of ${path}: LCP`, baselines.second, second, 0.75),
    ])
  } finally {
    await browser.close()
    for (const { stop } of servers) await stop()
  }
}

function placesOf(
  url: string,
  token: string,
  { language, button }: { language: Destination['language']; button: string },
) {
  const inWords = language === 'en' ? '' : ' in Spanish'
  const login = { url: `${url}/login`, ready: `button:has-text("${button}")`, token: null, language }
  const home = { url: `${url}/`, ready: '.next h3:not(:has(.skeleton))', token, language }
  return [
    { path: `/login${inWords}`, max: 90, to: login },
    { path: `/${inWords}`, max: 110, to: home },
  ]
}

function rowsOfFirst(path: string, max: number, baseline: readonly Visit[], ours: readonly Visit[]): Row[] {
  const what = (part: string) => `first load of ${path}: ${part}`
  const requests = middle(ours, (visit) => visit.requests.length)
  const cls = middle(ours, (visit) => visit.cls)
  const kilobytes = middle(ours, kilobytesOf)
  const [baselineTasks, tasks] = [
    middle(baseline, (visit) => visit.longTasks),
    middle(ours, (visit) => visit.longTasks),
  ]
  return [
    lcpRow(what('LCP'), baseline, ours, 0.6),
    {
      what: what('JavaScript'),
      baseline: `${middle(baseline, kilobytesOf).toFixed(1)} KB`,
      ours: `${kilobytes.toFixed(1)} KB`,
      ratio: '–',
      target: `≤ ${max} KB`,
      met: kilobytes <= max,
    },
    {
      what: what('requests'),
      baseline: '–',
      ours: String(requests),
      ratio: '–',
      target: '≤ 8',
      met: requests <= 8,
    },
    {
      what: what('CLS'),
      baseline: '–',
      ours: cls.toFixed(3),
      ratio: '–',
      target: '≤ 0.02',
      met: cls <= 0.02,
    },
    {
      what: what('long tasks'),
      baseline: `${baselineTasks.toFixed(0)} ms`,
      ours: `${tasks.toFixed(0)} ms`,
      ratio: '–',
      target: '≤ baseline + 50 ms',
      met: tasks <= baselineTasks + 50,
    },
  ]
}

function lcpRow(what: string, baseline: readonly Visit[], ours: readonly Visit[], max: number): Row {
  const lcp = (visits: readonly Visit[]) => middle(visits, (visit) => visit.lcp)
  return compared(what, { baseline: lcp(baseline), ours: lcp(ours), unit: 'ms', max })
}

const kilobytesOf = (visit: Visit) => visit.scriptBytes / 1024

/** Returns the median; for an even number of visits, the lower of the two in the middle. */
function middle(visits: readonly Visit[], figure: (visit: Visit) => number): number {
  const sorted = visits.map(figure).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
