import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { rememberToasts } from './toasts.ts'

export { expect }

interface Watch {
  /** What is fetched in the background, in case somebody opens it, is a good part of a short test. */
  savesData: boolean
  /** Errors that belong to the journey, for example a 409 that the browser reports as failed. */
  expectedErrors: RegExp[]
  /** The same from within a test, from this line on. */
  expectErrors(...patterns: RegExp[]): void
}

interface Inner {
  /** This test's own list of what may stand in the console. */
  allowed: RegExp[]
  watched: undefined
}

/**
 * Playwright's `test`, which fails where any page of any context wrote an error to its console, threw, or was
 * stopped by the Content-Security-Policy, unless the spec says that it belongs there.
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
      // Journeys of two people open contexts themselves: all of them pass here, the test's own too.
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      // Left open, their pages would listen, ask and draw until the last test has run.
      await Promise.all(Array.from(opened, (context) => endRoutes(context).then(() => context.close())))
      const surprises = errors.filter((text) => !allowed.some((each) => each.test(text)))
      base.expect(surprises, 'the browser wrote no error').toEqual([])
    },
    { auto: true },
  ],
})

/** Contexts without the routes of their test. */
const ended = new WeakSet<BrowserContext>()

/** A request that is on its way through a route of the test ends without an error. */
async function endRoutes(context: BrowserContext): Promise<void> {
  ended.add(context)
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** As a phone does on which somebody has asked for it. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
}

function watchContext(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !ended.has(context)) errors.push(withPlace(message))
  })
  context.on('weberror', (thrown) => errors.push(String(thrown.error().stack ?? thrown.error())))
}

/** A failed request's message says only the status; where it came from is what matters. */
function withPlace(message: ConsoleMessage): string {
  const { url } = message.location()
  return url ? `${message.text()} (${url})` : message.text()
}

/** A request that the page sends from now on, once its answer is here: what has left has done nothing yet. */
export async function answered(
  page: Page,
  which: string | RegExp | ((request: Request) => boolean),
): Promise<Request> {
  const answer = await page.waitForResponse(
    typeof which === 'function' ? (each) => which(each.request()) : which,
    // A page may have to load before it asks: the test's own limit holds.
    { timeout: 0 },
  )
  await answer.finished()
  return answer.request()
}

/** What has come until now is drawn by then. */
export async function someFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Keeps what the page asks for there back until `release()`; by `asked` it has asked for it. */
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

/** Watches from now on for a button. Answers what waits until it is there, and says whether it could be pressed then. */
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

/** A dialog that closed goes back in the history: a page that is opened meanwhile is met half-way. */
export async function dialogsClosed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0)
}

/** For `routeWebSocket`. A socket that opens makes the page read all anew, at whatever moment that is. */
export const neverOpens = () => new Promise<void>(() => undefined)

/** From its next page on it hears of nothing. What it answers opens its socket, and waits until the page has read that anew. */
export async function deafen(page: Page): Promise<(url: string) => Promise<void>> {
  const opens = Promise.withResolvers<void>()
  await page.routeWebSocket(/websocket/, async (socket) => {
    await opens.promise
    socket.connectToServer()
  })
  return async (url) => {
    const read = page.waitForResponse(url, { timeout: 0 })
    opens.resolve()
    await (await read).finished()
  }
}
