import { type Browser, type KeyInput, launch, type Page } from 'puppeteer-core'
import { type Engine, home, phone, scriptOf, type Tab } from './engine.ts'
import { takeWrong, watch } from './in-page.ts'

/** Launches Chromium with its own protocol, or Firefox with WebDriver BiDi. */
export async function launchWithPuppeteer(name: 'Chromium' | 'Firefox', path: string): Promise<Engine> {
  const env = { ...process.env, ...home }
  const browser =
    name === 'Firefox'
      ? await launch({
          browser: 'firefox',
          protocol: 'webDriverBiDi',
          executablePath: path,
          env,
          extraPrefsFirefox: { 'intl.accept_languages': 'en-US, en', 'ui.prefersReducedMotion': 1 },
        })
      : await launch({
          executablePath: path,
          env,
          args: ['--no-sandbox', '--disable-gpu', '--lang=en-US', '--force-prefers-reduced-motion'],
        })
  const version = (await browser.version()).replace(/^\w+\//, `${name} `)
  return {
    version: () => version,
    open: () => openTab(browser),
    close: () => browser.close(),
  }
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const errors: string[] = []
  // The browser's own messages, which `watch` can't see, such as failed requests and unreadable files.
  page.on('console', (message) => {
    // A refused request is a normal response, which only Chromium logs.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  page.on('pageerror', (thrown) => void errors.push(String(thrown)))
  await page.evaluateOnNewDocument(watch)
  const tab: Tab = {
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    run: <Args extends readonly unknown[], Result>(
      work: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) => page.evaluate(scriptOf(work, args)) as Promise<Result>,
    add: async (script) => void (await page.evaluate(script)),
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    press: async (key, held) => {
      if (held) await page.keyboard.down(held)
      await page.keyboard.press(key satisfies KeyInput)
      if (held) await page.keyboard.up(held)
    },
    upload: (selector, path) => upload(page, selector, path),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: async () => [...new Set([...errors.splice(0), ...(await page.evaluate(takeWrong))])],
    close: () => context.close(),
  }
  await tab.resize(phone.width, phone.height)
  return tab
}

async function upload(page: Page, selector: string, path: string): Promise<void> {
  const input = await page.$(selector)
  if (!input) throw new Error(`There is no ${selector}.`)
  await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(path)
}
