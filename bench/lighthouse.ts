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
/** Screens with a higher target for performance. */
const first = ['/login', '/']
/** The stored session without cached links to files, which a first visit doesn't have. */
const ofSession = new Set(['token', 'no-profile'])
const asked = ['performance', 'accessibility', 'best-practices']
/** How often each screen is measured; the median counts. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 1)
/** How many characters of a finding's details are printed. */
const detail = Number(process.env.BENCH_DETAILS ?? 0)

/** An entry of the browser's storage. */
interface Kept {
  name: string
  value: string
}

/** Measures each screen with Lighthouse as a cold first visit on a phone. `BENCH_ONLY=/login,/` measures only these. */
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

/** Returns the screens' paths from the files with the routes. */
function screensOf(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(appFolder, file), 'utf8')
    return [...source.matchAll(/screen\(\s*'([^']+)'/g)].flatMap(([, path]) => path ?? [])
  })
}

/** Signs in and returns what the app stores for the session. */
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
  /** Performance, accessibility and best practices, each of 100. */
  scores: [performance: number, accessibility: number, practices: number]
  /** Why there are no scores. */
  problem: string | null
}

/** Returns the row of the median performance; a problem takes precedence over scores. */
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
  // A new profile each time, without the cache and service worker of earlier screens.
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
    // A missing score isn't the lowest one: the audits with errors say why it is missing.
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
