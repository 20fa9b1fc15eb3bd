import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** What one visit of a page took. */
export interface Visit {
  /** Milliseconds from the start of the navigation to its largest paint. */
  lcp: number
  /** The first words of what that was, for whoever looks into a figure. */
  largest: string
  /** Bytes of scripts over the line, as they were compressed, until the page was whole. */
  scriptBytes: number
  /** Until then, with those of the API. */
  requests: string[]
  cls: number
  /** All tasks over 50 ms together, in milliseconds. */
  longTasks: number
}

/** Where a visit goes, and what is there once the page shows all that it has. */
export interface Destination {
  url: string
  ready: string
  /** As the browser keeps it; null for a visitor. */
  token: string | null
  /** What the browser asks for. */
  language: 'en' | 'es'
}

/** Both what an old phone and what a bad line do to a page. Bytes a second, milliseconds. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowdown = 4
/** Nothing was asked for in so long: the page has what it needs. Milliseconds. */
const quiet = 700
const timeoutMs = 30_000

/** A first visit: nothing in any cache, and no service worker. */
export async function firstVisit(browser: Browser, to: Destination): Promise<Visit> {
  const context = await openContext(browser, to, 'block')
  try {
    return await measure(await context.newPage(), to)
  } finally {
    await context.close()
  }
}

/** A visit after another one whose service worker has had the time to keep the app. */
export function secondVisit(browser: Browser, to: Destination): Promise<Visit> {
  return visitAgain(browser, to, 'allow')
}

/** The same without a worker of its own: its files are in the browser's cache. */
export function cachedVisit(browser: Browser, to: Destination): Promise<Visit> {
  return visitAgain(browser, to, 'block')
}

async function visitAgain(browser: Browser, to: Destination, workers: 'allow' | 'block'): Promise<Visit> {
  const context = await openContext(browser, to, workers)
  try {
    const before = await context.newPage()
    await before.goto(to.url)
    await before.locator(to.ready).first().waitFor()
    if (workers === 'allow') {
      await before.evaluate(async () => {
        if ('serviceWorker' in navigator) await navigator.serviceWorker.ready
      })
    }
    await before.close()
    return await measure(await context.newPage(), to)
  } finally {
    await context.close()
  }
}

async function openContext(
  browser: Browser,
  { token, url, language }: Destination,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: `${language}-US`,
    serviceWorkers,
    ...(token && {
      storageState: {
        cookies: [],
        origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }],
      },
    }),
  })
}

async function measure(page: Page, { url, ready, token }: Destination): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const network = listen(cdp)
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: timeoutMs })
  await page.locator(ready).first().waitFor({ timeout: timeoutMs })
  // What follows on a page of a session is for the few whom somebody asks something, and for the next page.
  const asked = () => ({ scriptBytes: network.scriptBytes(), requests: [...network.requests] })
  const whole = token === null ? null : asked()
  await network.untilQuiet()
  const seen = await page.evaluate(() => window.seen)
  return { ...seen, ...(whole ?? asked()) }
}

function listen(cdp: CDPSession) {
  const scripts = new Set<string>()
  const open = new Set<string>()
  const requests: string[] = []
  let bytes = 0
  let last = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return
    const { pathname } = new URL(request.url)
    open.add(requestId)
    if (type === 'Script' || pathname.endsWith('.js')) scripts.add(requestId)
    requests.push(pathname)
    last = performance.now()
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
    open.delete(requestId)
    last = performance.now()
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => {
    open.delete(requestId)
    last = performance.now()
  })
  return {
    requests,
    scriptBytes: () => bytes,
    untilQuiet: async () => {
      const until = performance.now() + timeoutMs
      while (performance.now() < until && (open.size > 0 || performance.now() - last < quiet)) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

declare global {
  interface Window {
    seen: Pick<Visit, 'lcp' | 'largest' | 'cls' | 'longTasks'>
  }
}

/** Runs in the page, before anything of its own. */
function observe() {
  interface LargestPaint extends PerformanceEntry {
    element: Element | null
  }
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
  }
  const seen = { lcp: 0, largest: '', cls: 0, longTasks: 0 }
  window.seen = seen
  const watch = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry)
    }).observe({ type, buffered: true })
  watch<LargestPaint>('largest-contentful-paint', ({ startTime, element }) => {
    seen.lcp = startTime
    seen.largest = element?.textContent.trim().slice(0, 40) ?? ''
  })
  watch<Shift>('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  watch('longtask', ({ duration }) => {
    seen.longTasks += duration
  })
}
