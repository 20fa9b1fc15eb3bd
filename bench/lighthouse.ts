import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/chromium.mjs'
import { freePort, startOurs, tokenOf } from './pages-servers.ts'
import type { Row } from './table.ts'

const appFolder = resolve(import.meta.dirname, '../web/src/app')
const family = 'priya@example.org'
const administrator = 'admin@example.org'
/** The best that is asked of these is more. */
const first = ['/login', '/']
/** How many letters are printed of what each finding is about. */
const detail = Number(process.env.BENCH_DETAILS ?? 0)

interface Visitor {
  /** Whose session the browser has; null for none. */
  email: string | null
  /** An address that leads to the screen. */
  path: string
}

/** Each screen as Lighthouse sees it on a phone, on a cold first visit. `BENCH_ONLY=/login,/` measures these alone. */
export async function measureLighthouse(): Promise<Row[]> {
  const only = process.env.BENCH_ONLY?.split(',')
  const server = await startOurs()
  try {
    const rows: Row[] = []
    for (const screen of screensOf(['routes.tsx', 'admin-routes.ts'])) {
      if (only && !only.includes(screen)) continue
      const visitor = await visitorOf(screen, server.url)
      rows.push(await judge(screen, visitor, server.url))
      console.log(`${screen}: ${rows.at(-1)?.ours}`)
    }
    return rows
  } finally {
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

async function visitorOf(screen: string, url: string): Promise<Visitor> {
  if (['/login', '/register', '/request-reset', '/reset-password', '/confirm-email'].includes(screen))
    return { email: null, path: screen }
  if (['/terms', '/privacy'].includes(screen)) return { email: null, path: screen }
  if (screen === '*') return { email: null, path: '/nowhere' }
  if (screen === '/admin/*') return { email: administrator, path: '/admin' }
  if (!first.includes(screen) && !screen.startsWith('/'))
    return { email: administrator, path: `/admin/${screen.replace(':id', 'new')}` }
  if (screen.startsWith('/admin')) return { email: administrator, path: screen }
  return { email: family, path: await filled(screen, url) }
}

/** With the id of something that the demo family may see. */
async function filled(screen: string, url: string): Promise<string> {
  if (!screen.includes(':id')) return screen
  const { accessToken, refreshToken } = JSON.parse(await tokenOf(url, family)) as Record<string, string>
  const headers = { Authorization: `Bearer ${accessToken}`, 'X-Refresh-Token': String(refreshToken) }
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/api${path}`, { headers })
    return JSON.stringify(((await answer.json()) as { data?: unknown }).data ?? '')
  }
  const idIn = (text: string, before = '') => {
    const [, id] = new RegExp(`${before}[^}]*?"_id":"([^"]+)"`).exec(text) ?? []
    if (!id) throw new Error(`The demo family has nothing to show at ${screen}.`)
    return screen.replace(':id', id)
  }
  if (screen.startsWith('/edit-child')) {
    const [, own] = /"caregiverProfile":\{"_id":"([^"]+)"/.exec(await ask('/auth/whoami')) ?? []
    return idIn(await ask(`/app/child/find-by-caregiver/${own}`))
  }
  if (screen.startsWith('/group')) return idIn(await ask('/app/group-membership'), '"group":')
  if (screen.startsWith('/view-playdate-request')) return idIn(await ask('/app/playdate?status=pending'))
  if (screen.startsWith('/view-playdate-information')) return idIn(await ask('/app/playdate?status=accepted'))
  return screen.replace(':id', 'new')
}

async function judge(screen: string, { email, path }: Visitor, url: string): Promise<Row> {
  const profile = mkdtempSync(join(tmpdir(), 'tagalong-lighthouse-'))
  const port = await freePort()
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium was found: npm test installs it, or say CHROMIUM_PATH.')
  // Of its own each time: neither cache nor worker of the screen before.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    if (email) {
      const token = await tokenOf(url, email)
      const page = await browser.newPage()
      await page.goto(`${url}/favicon.svg`)
      await page.evaluate((stored) => localStorage.setItem('token', stored), token)
      await page.close()
    }
    const found = await lighthouse(`${url}${path}`, {
      port,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      disableStorageReset: true,
      logLevel: 'error',
    })
    if (!found) throw new Error(`Lighthouse said nothing of ${path}.`)
    const { categories, audits } = found.lhr
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const [performance, accessibility, practices] = ['performance', 'accessibility', 'best-practices'].map(
      score,
    )
    if (detail > 0) {
      for (const { id, score: own, displayValue, details } of Object.values(audits)) {
        if (own !== null && own < 0.9)
          console.log(
            `   ${id} ${own} ${displayValue ?? ''} ${JSON.stringify(details ?? '').slice(0, detail)}`,
          )
      }
    }
    const least = first.includes(screen) ? 98 : 95
    return {
      what: `Lighthouse: ${screen}`,
      floor: '–',
      ours: `${performance}, ${accessibility}, ${practices}`,
      ratio: '–',
      target: `≥ ${least}, 100, 100`,
      met: Number(performance) >= least && accessibility === 100 && practices === 100,
    }
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
