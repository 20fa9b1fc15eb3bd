import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** Figures of one visit to a page. */
export interface Visit {
  /** Milliseconds from the start of the navigation to its largest paint. */
  lcp: number
  /** First words of the largest paint, to help explain a figure. */
  largest: string
  /** Compressed bytes of scripts transferred until the page was complete. */
  scriptBytes: number
  /** Requests until then, including those to the API. */
  requests: string[]
  cls: number
  /** Sum of all tasks over 50 ms, in milliseconds. */
  longTasks: number
}

/** The page to visit, and a selector of what it shows once complete. */
export interface Destination {
  url: string
  ready: string
  /** The token as stored in the browser; null for a visitor. */
  token: string | null
  /** The browser's language. */
  language: 'en' | 'es'
}

/** A slow line, used together with a slow processor. Bytes per second, milliseconds. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowdown = 4
/** The page is complete once it has requested nothing for this long. Milliseconds. */
const quiet = 700
const timeoutMs = 30_000

/** Measures a first visit, with empty caches and no service worker. */
export async function firstVisit(browser: Browser, to: Destination): Promise<Visit> {
  const context = await openContext(browser, to, 'block')
  try {
    return await measure(await context.newPage(), to)
  } finally {
    await context.close()
  }
}

/** Measures a visit after one whose service worker has had time to cache the app. */
export function secondVisit(browser: Browser, to: Destination): Promise<Visit> {
  return visitAgain(browser, to, 'allow')
}

/** The same without a service worker: only with the browser's cache. */
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
  // On a signed-in page, later requests are not counted: they are for prompts that few users get, and for the next
  // page.
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

/** Runs in the page before its own scripts. */
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
