import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/chromium.mjs'
import { freePort } from '../server/test/free-port.ts'
import { visitorOf } from './lighthouse-visitors.ts'
import { demoPassword, startOurs } from './pages-servers.ts'
import type { Row } from './table.ts'

const appFolder = resolve(import.meta.dirname, '../web/src/app')
/** The best that is asked of these is more. */
const first = ['/login', '/']
/** Not links to files: a first visit has seen none. */
const ofSession = new Set(['token', 'no-profile'])
const asked = ['performance', 'accessibility', 'best-practices']
/** How often each screen is measured; the one in the middle stands. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 1)
/** How many letters are printed of what each finding is about. */
const detail = Number(process.env.BENCH_DETAILS ?? 0)

/** An entry of the browser's storage. */
interface Kept {
  name: string
  value: string
}

/** Each screen as Lighthouse sees it on a phone, on a cold first visit. `BENCH_ONLY=/login,/` measures these alone. */
export async function measureLighthouse(): Promise<Row[]> {
  const only = process.env.BENCH_ONLY?.split(',')
  const server = await startOurs()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  try {
    const rows: Row[] = []
    for (const screen of screensOf(['routes.tsx', 'admin/admin-routes.ts'])) {
      if (only && !only.includes(screen)) continue
      const { email, path } = await visitorOf(screen, server)
      const kept = email === null ? [] : await signedIn(browser, server.url, email)
      const measured: Measurement[] = []
      for (let round = 0; round < rounds; round += 1)
        measured.push(await measure(`${server.url}${path}`, kept))
      rows.push(rowOf(screen, measured))
      console.log(`${screen}: ${rows.at(-1)?.ours}`)
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Their paths, as the lists of routes write them. */
function screensOf(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(appFolder, file), 'utf8')
    return [...source.matchAll(/screen\(\s*'([^']+)'/g)].flatMap(([, path]) => path ?? [])
  })
}

/** What the app leaves of a session in the browser in which somebody has signed in. */
async function signedIn(browser: Browser, url: string, email: string): Promise<Kept[]> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${url}/login`)
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: 'Logout' }).or(page.getByLabel('Your profile')).waitFor()
    const { origins } = await context.storageState()
    return origins.flatMap(({ localStorage: entries }) => entries.filter(({ name }) => ofSession.has(name)))
  } finally {
    await context.close()
  }
}

function chromiumPath(): string {
  const path = findChromium()
  if (!path) throw new Error('No Chromium was found: npm test installs it, or say CHROMIUM_PATH.')
  return path
}

interface Measurement {
  /** Of 100: performance, accessibility and best practices. */
  scores: [performance: number, accessibility: number, practices: number]
  /** Why there are none. */
  problem: string | null
}

/** By the performance in the middle; a problem stands before any score. */
function rowOf(screen: string, measured: readonly Measurement[]): Row {
  const ordered = measured.toSorted((a, b) => a.scores[0] - b.scores[0])
  const middle = measured.find(({ problem }) => problem !== null) ?? ordered[Math.floor(ordered.length / 2)]
  if (!middle) throw new Error(`${screen} was not measured.`)
  const [performance, accessibility, practices] = middle.scores
  const least = first.includes(screen) ? 98 : 95
  return {
    what: `Lighthouse: ${screen}`,
    baseline: '–',
    ours: middle.problem ?? middle.scores.join(', '),
    ratio: '–',
    target: `≥ ${least}, 100, 100`,
    met: middle.problem === null && performance >= least && accessibility === 100 && practices === 100,
  }
}

async function measure(address: string, kept: readonly Kept[]): Promise<Measurement> {
  const profile = mkdtempSync(join(tmpdir(), 'tagalong-lighthouse-'))
  const port = await freePort()
  // Of its own each time: neither cache nor worker of the screen before.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    if (kept.length > 0) {
      const page = await browser.newPage()
      await page.goto(new URL('/favicon.svg', address).href)
      await page.evaluate((entries) => {
        for (const { name, value } of entries) localStorage.setItem(name, value)
      }, kept)
      await page.close()
    }
    const found = await lighthouse(address, {
      port,
      onlyCategories: asked,
      disableStorageReset: true,
      logLevel: 'error',
    })
    if (!found) throw new Error(`Lighthouse said nothing of ${address}.`)
    const { categories, audits, runtimeError } = found.lhr
    const scores = asked.map((category) => categories[category]?.score)
    if (detail > 0) {
      for (const { id, score: own, displayValue, details } of Object.values(audits)) {
        if (own !== null && own < 0.9)
          console.log(
            `   ${id} ${own} ${displayValue ?? ''} ${JSON.stringify(details ?? '').slice(0, detail)}`,
          )
      }
    }
    // No score is not the lowest one: it says what it could not find out.
    const missing = Object.values(audits).filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
    const problem =
      runtimeError?.message ??
      (scores.includes(null)
        ? missing.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('; ')
        : null)
    const [performance = 0, accessibility = 0, practices = 0] = scores.map((score) =>
      Math.round((score ?? 0) * 100),
    )
    return { scores: [performance, accessibility, practices], problem }
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
