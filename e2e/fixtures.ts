import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { inDatabase } from './database.ts'
import { rememberToasts } from './toasts.ts'

export { expect }

interface Watch {
  /** If true, pages don't prefetch in the background, which takes a good part of a short test. */
  savesData: boolean
  /** Errors that belong to the journey, such as a 409 that the browser reports as failed. */
  expectedErrors: RegExp[]
  /** Adds expected errors from within a test, from this line on. */
  expectErrors(...patterns: RegExp[]): void
}

interface Inner {
  /** This test's list of errors that may be logged to the console. */
  allowed: RegExp[]
  watched: undefined
}

/**
 * Playwright's `test`, which fails if any page of any context logged an error to its console, threw, or violated the
 * Content-Security-Policy, unless the spec expects that.
 */
export const test = base.extend<Watch & Inner>({
  expectedErrors: [[], { option: true }],
  savesData: [true, { option: true }],

  allowed: async ({ expectedErrors }, use) => {
    await use([...expectedErrors])
  },

  expectErrors: async ({ allowed }, use) => {
    await use((...patterns) => void allowed.push(...patterns))
  },

  context: async ({ context }, use) => {
    await use(context)
    await endRoutes(context)
  },

  watched: [
    async ({ browser, allowed, savesData }, use) => {
      const errors: string[] = []
      const opened = new Set<BrowserContext>()
      const watch = (context: BrowserContext) => {
        opened.add(context)
        context.once('close', () => opened.delete(context))
        watchContext(context, errors)
        void context.addInitScript(rememberToasts)
        if (savesData) void context.addInitScript(saveData)
      }
      // Journeys of two people open contexts themselves. This sees all of them, including the test's own.
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      // Pages left open would go on listening, fetching and rendering until the last test is done.
      await Promise.all(Array.from(opened, (context) => endRoutes(context).then(() => context.close())))
      const surprises = errors.filter((text) => !allowed.some((each) => each.test(text)))
      base.expect(surprises, 'the browser wrote no error').toEqual([])
    },
    { auto: true },
  ],
})

/** Contexts whose routes were removed after their test. */
const ended = new WeakSet<BrowserContext>()

/** Removes a context's routes. Requests still in a handler end without an error. */
async function endRoutes(context: BrowserContext): Promise<void> {
  ended.add(context)
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** Simulates a phone with data saving switched on. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
}

function watchContext(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !ended.has(context)) errors.push(withPlace(message))
  })
  context.on('weberror', (thrown) => {
    const error = thrown.error()
    errors.push(error.stack || `${error.name}: ${error.message}`)
  })
}

/** The message of a failed request contains only the status, so this adds its URL. */
function withPlace(message: ConsoleMessage): string {
  const { url } = message.location()
  return url ? `${message.text()} (${url})` : message.text()
}

/** Waits for the next complete response, and returns its request: alone it has changed nothing yet. */
export async function answered(
  page: Page,
  which: string | RegExp | ((request: Request) => boolean),
): Promise<Request> {
  const answer = await page.waitForResponse(
    typeof which === 'function' ? (each) => which(each.request()) : which,
    // A page may have to load before it asks. The test's own timeout applies.
    { timeout: 0 },
  )
  // The page repeats what it aborts.
  return (await isComplete(page, answer)) ? answer.request() : answered(page, which)
}

/** Waits for a response's end. `finished()` alone never ends if the request is aborted after its response has begun. */
export async function isComplete(page: Page, response: Response): Promise<boolean> {
  const request = response.request()
  return new Promise((resolve, reject) => {
    const notice = (failed: Request) => failed === request && resolve(false)
    page.on('requestfailed', notice)
    if (request.failure()) resolve(false)
    response
      .finished()
      .then(() => resolve(true), reject)
      .finally(() => page.off('requestfailed', notice))
  })
}

/** Waits until everything received so far is rendered. */
export async function someFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Holds back responses to that URL until `release()`. `asked` resolves once the page has asked. */
export async function holdAnswers(
  page: Page,
  url: string | RegExp,
): Promise<{ asked: Promise<void>; release(): void }> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    asked.resolve()
    await released.promise
    await route.fallback()
  })
  return { asked: asked.promise, release: released.resolve }
}

/** How often `refuseUntilRetried` was called. Each call needs its own name in the page. */
let refusals = 0

/**
 * Refuses calls to that URL, from the page's next load until Try again is pressed. If the refusal ended earlier, parts
 * of the page that mount late could repeat the call, and the button would be gone.
 */
export async function refuseUntilRetried(page: Page, url: string, status = 429): Promise<void> {
  let isRetried = false
  refusals += 1
  const name = `noteRetry${refusals}`
  await page.exposeFunction(name, () => {
    isRetried = true
  })
  await page.addInitScript((note) => {
    addEventListener('pointerdown', ({ target }) => {
      const pressed = target instanceof Element ? target.closest('button')?.textContent : undefined
      if (pressed?.trim() === 'Try again') Reflect.get(window, note)()
    })
  }, name)
  const json = { status, error: 'Please try again later.' }
  await page.route(url, (route) => (isRetried ? route.fallback() : route.fulfill({ status, json })))
}

/** Waits for the ticket of the page's socket, if called before the page loads. What changes then arrives as news. */
export async function socketTicket(page: Page): Promise<void> {
  await answered(page, '**/api/app/websocket-ticket')
}

/** Watches for a button. The returned function waits until it appears, and returns whether it could be pressed then. */
export async function firstSeen(page: Page, name: string): Promise<() => Promise<boolean>> {
  const watch = await page.evaluateHandle((words) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = () => {
      for (const each of document.querySelectorAll('button'))
        if (each.textContent?.trim() === words)
          resolve(!each.disabled && getComputedStyle(each).pointerEvents !== 'none')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    return { promise }
  }, name)
  return () => watch.evaluate(({ promise }) => promise)
}

/** Waits until dialogs are closed. Closing goes back in the history, which would undo opening another page. */
export async function dialogsClosed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0)
}

/** For `routeWebSocket`. A socket that opens makes the page refetch everything, at an unpredictable moment. */
export const neverOpens = () => new Promise<void>(() => undefined)

/** Keeps the page's socket closed from its next load on. The returned function lets it open: the page refetches then. */
export async function holdSocket(page: Page): Promise<() => void> {
  const opens = Promise.withResolvers<void>()
  await page.routeWebSocket(/websocket/, async (socket) => {
    await opens.promise
    // Its ticket may have ended meanwhile.
    await inDatabase(`update websocket_ticket set expires_at = now() + interval '30 seconds'`, [])
    socket.connectToServer()
  })
  return opens.resolve
}

/** Cuts the page off from frames from its next load on. The returned function opens the socket and awaits a refetch. */
export async function deafen(page: Page): Promise<(url: string | RegExp) => Promise<void>> {
  const open = await holdSocket(page)
  return async (url) => {
    const read = answered(page, url)
    open()
    await read
  }
}
