import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/chromium.mjs'
import { freePort } from '../server/test/free-port.ts'
import { demoPassword, type OurServer, startOurs, tokenOf } from './pages-servers.ts'
import type { Row } from './table.ts'

const appFolder = resolve(import.meta.dirname, '../web/src/app')
const family = 'priya@example.org'
const administrator = 'admin@example.org'
/** Whoever changes their address. */
const other = 'marcus@example.org'
const mailPatience = 30_000
/** The best that is asked of these is more. */
const first = ['/login', '/']
/** Not links to files: a first visit has seen none. */
const ofSession = new Set(['token', 'no-profile'])
const asked = ['performance', 'accessibility', 'best-practices']
/** How often each screen is measured; the one in the middle stands. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 1)
/** How many letters are printed of what each finding is about. */
const detail = Number(process.env.BENCH_DETAILS ?? 0)

interface Visitor {
  /** Whose session the browser has; null for none. */
  email: string | null
  /** An address that leads to the screen. */
  path: string
}

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

/** Screens show what is there: a call that is refused would be named in the browser's console. */
async function visitorOf(screen: string, { url, outbox }: OurServer): Promise<Visitor> {
  if (screen === '/confirm-email') return { email: null, path: await mailedPath(url, outbox) }
  if (['/login', '/register', '/request-reset', '/reset-password'].includes(screen))
    return { email: null, path: screen }
  if (['/terms', '/privacy'].includes(screen)) return { email: null, path: screen }
  if (screen === '*') return { email: null, path: '/nowhere' }
  if (screen === '/admin/*') return { email: administrator, path: '/admin' }
  if (!screen.startsWith('/'))
    return { email: administrator, path: `/admin/${await filledForAdmin(screen, url)}` }
  return { email: family, path: await filled(screen, url) }
}

/** What the link in a mail leads to. */
async function mailedPath(url: string, outbox: string): Promise<string> {
  const ask = await asking(url, other)
  await ask('/app/user', { email: 'marcus.new@example.org' })
  for (const until = Date.now() + mailPatience; Date.now() < until; await wait(100)) {
    const mails = existsSync(outbox) ? readdirSync(outbox) : []
    for (const name of mails) {
      const [, path] =
        /https?:\/\/[^/\s]+(\/confirm-email\S+)/.exec(readFileSync(join(outbox, name), 'utf8')) ?? []
      if (path) return path
    }
  }
  throw new Error('No mail with a link to confirm an address came.')
}

/** With the id of something that is there. */
async function filledForAdmin(screen: string, url: string): Promise<string> {
  const ask = await asking(url, administrator)
  const list = lists[screen]
  if (list) return withId(screen, await ask(`/admin/${list}?limit=1&timeZone=UTC`))
  if (screen === 'crash-reports/:id') {
    const error = { name: 'Error', message: 'Out of biscuits', stack: 'Error: Out of biscuits' }
    await ask('/app/submit-crash-report', { componentName: 'Home', error, userDescription: '' })
    return withId(screen, await ask('/admin/crash-report'))
  }
  return screen
}

/** Where the ids of administrators' screens are found. */
const lists: Readonly<Record<string, string>> = {
  'user/:id': 'user',
  'groups/:id': 'group',
  'memberships/:id': 'group-membership',
  'caregivers/:id': 'caregiver-profile',
  'profile/:id': 'caregiver-profile',
}

/** With the id of something that the demo family may see. */
async function filled(screen: string, url: string): Promise<string> {
  if (!screen.includes(':id')) return screen
  const ask = await asking(url, family)
  if (screen.startsWith('/edit-child')) {
    const [, own] = /"caregiverProfile":\{"_id":"([^"]+)"/.exec(await ask('/auth/whoami')) ?? []
    return withId(screen, await ask(`/app/child/find-by-caregiver/${own}`))
  }
  if (screen.startsWith('/group')) return withId(screen, await ask('/app/group-membership'), '"group":')
  if (screen.startsWith('/view-playdate-request'))
    return withId(screen, await ask('/app/playdate?status=pending'))
  if (screen.startsWith('/view-playdate-information'))
    return withId(screen, await ask('/app/playdate?status=accepted'))
  return screen.replace(':id', 'new')
}

/** Calls on behalf of a demo account; what has a body is a POST. */
async function asking(
  url: string,
  email: string,
): Promise<(path: string, body?: unknown) => Promise<string>> {
  const { accessToken, refreshToken } = JSON.parse(await tokenOf(url, email)) as Record<string, string>
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    'X-Refresh-Token': String(refreshToken),
    'Content-Type': 'application/json',
  }
  return async (path, body) => {
    const answer = await fetch(
      `${url}/api${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    return JSON.stringify(((await answer.json()) as { data?: unknown }).data ?? '')
  }
}

function withId(screen: string, text: string, before = ''): string {
  const [, id] = new RegExp(`${before}[^}]*?"_id":"([^"]+)"`).exec(text) ?? []
  if (!id) throw new Error(`There is nothing to show at ${screen}.`)
  return screen.replace(':id', id)
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
