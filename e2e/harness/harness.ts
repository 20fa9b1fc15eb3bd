import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Request, Route } from '@playwright/test'
import { test as base } from '../fixtures.ts'

export { expect } from '../fixtures.ts'

/** The response to a call of the page, sent once `after` resolves. */
interface Reply {
  status?: number
  data?: unknown
  message?: string
  error?: string
  after?: Promise<void>
}
type Answer = Reply | ((request: Request) => Reply)

interface Call {
  method: string
  path: string
  /** Path and query. */
  url: string
  contentType: string
  text: string
  body: unknown
}

interface Harness {
  /** Opens a case; its options follow a question mark. */
  open: (name: string) => Promise<void>
  /** Sets the response to a call such as `GET /api/admin/thing/5`. The last one applies; calls without one get 404. */
  answer: (what: string, reply: Answer) => void
  /** All calls to /api, in their order. */
  calls: Call[]
  callsTo: (what: string) => Call[]
}

const origin = 'http://localhost:7357'

/** The strictest policy that the app itself is served with. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  'frame-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** The app's `test` with a page of its widgets, served from disk. The test plays the server. */
export const test = base.extend<{ harness: Harness }>({
  harness: async ({ page }, use) => {
    const answers = new Map<string, Answer>()
    const calls: Call[] = []
    await page.addInitScript(() => {
      const token = { accessToken: 'access', refreshToken: 'refresh', tokenType: 'Bearer' }
      // The browser's own frames, such as its document viewer, have no storage.
      window.localStorage?.setItem('token', JSON.stringify(token))
    })
    await page.route(`${origin}/**`, (route) => serveFile(route))
    await page.route(`${origin}/api/**`, async (route) => {
      const request = route.request()
      const { pathname, search } = new URL(request.url())
      const text = request.postDataBuffer()?.toString('utf8') ?? ''
      calls.push({
        method: request.method(),
        path: pathname,
        url: pathname + search,
        contentType: (await request.headerValue('content-type')) ?? '',
        text,
        body: parsed(text),
      })
      const given = answers.get(`${request.method()} ${pathname}`) ?? { status: 404 }
      await fulfil(route, typeof given === 'function' ? given(request) : given)
    })
    await use({
      open: async (name) => {
        await page.goto(`${origin}/${name}`)
      },
      answer: (what, reply) => void answers.set(what, reply),
      calls,
      callsTo: (what) => calls.filter(({ method, path }) => `${method} ${path}` === what),
    })
  },
})

async function serveFile(route: Route) {
  const folder = process.env.E2E_HARNESS ?? ''
  const file = join(folder, new URL(route.request().url()).pathname)
  const isPage = !/\.\w+$/.test(file) || !existsSync(file)
  await route.fulfill({
    path: isPage ? join(folder, 'index.html') : file,
    ...(isPage && { headers: { 'content-type': 'text/html', 'content-security-policy': policy } }),
  })
}

async function fulfil(route: Route, { after, status = 200, ...rest }: Reply) {
  await after
  // The page may have been closed meanwhile.
  await route.fulfill({ status, json: { status, ...rest } }).catch(() => undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
