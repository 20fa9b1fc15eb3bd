import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../server/test/free-port.ts'
import { type Engine, home, phone, scriptOf, type Tab } from './engine.ts'
import { takeWrong, watch } from './in-page.ts'

export interface WebKitPrograms {
  driver: string
  miniBrowser: string
  xvfb: string
}

/** Shrinks the browser's toolbar, which would be wider than a phone. */
const bar = '* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; }'
const settings = '[Settings]\ngtk-enable-animations=false\n'

const keys = {
  Escape: Keys.ESCAPE,
  ' ': Keys.SPACE,
  ArrowDown: Keys.ARROW_DOWN,
  Backspace: Keys.BACK_SPACE,
}

/** Launches WebKitGTK with WebDriver, on a virtual screen of its own. */
export async function launchWebKit({ driver, miniBrowser, xvfb }: WebKitPrograms): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), bar)
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), settings)
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [shown] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const env = {
    ...process.env,
    ...home,
    DISPLAY: `:${String(shown).trim()}`,
    XDG_CONFIG_HOME: folder,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Its sandbox can't be used by root. Only our own pages are opened.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  }
  const tabs = new Set<Tab>()
  let version = 'WebKitGTK'
  const open = async () => {
    const port = await freePort()
    // Each driver process serves one session.
    const process = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { stdio: 'ignore', env })
    const session = await newSession(port, miniBrowser, process)
    version = `WebKitGTK ${(await session.getCapabilities()).get('browserVersion')}`
    const tab = tabOf(session, async () => {
      tabs.delete(tab)
      await session.quit().finally(() => end(process))
    })
    tabs.add(tab)
    await tab.resize(phone.width, phone.height)
    return tab
  }
  return {
    version: () => version,
    open,
    close: async () => {
      for (const tab of tabs) await tab.close()
      await end(screen)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function newSession(port: number, binary: string, process: ChildProcess): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + 20_000; !(await fetch(`${url}/status`).catch(() => null))?.ok; ) {
    if (process.exitCode !== null || Date.now() > until) throw new Error('WebKitWebDriver did not start.')
    await wait(50)
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  const builder = new Builder().disableEnvironmentOverrides().usingServer(url)
  return await builder.withCapabilities(capabilities).build()
}

function tabOf(session: WebDriver, close: () => Promise<void>): Tab {
  const run = <Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => session.executeScript<Result>(`return ${scriptOf(work, args)}`)
  return {
    goto: async (url) => {
      await session.get(url)
      // Only after loading: this driver can't run a script before the page's own.
      await run(watch)
    },
    url: () => session.getCurrentUrl(),
    run,
    add: (script) => session.executeScript(script),
    click: async (selector) => session.findElement(By.css(selector)).click(),
    type: (text) => session.actions().sendKeys(text).perform(),
    press: async (key, held) => {
      const actions = session.actions()
      if (held) actions.keyDown(Keys.SHIFT)
      actions.keyDown(keys[key]).keyUp(keys[key])
      if (held) actions.keyUp(Keys.SHIFT)
      await actions.perform()
    },
    upload: async (selector, path) => session.findElement(By.css(selector)).sendKeys(path),
    resize: async (width, height) => {
      const window = session.manage().window()
      await window.setRect({ x: 0, y: 0, width, height })
      // The driver waits for the window for 200 ms at most, so the page may still have its old size.
      const isSo = async () => {
        const inner = await run(() => ({ width: innerWidth, height: innerHeight }))
        if (inner.width === width && inner.height === height) return true
        const outer = await window.getRect()
        await window.setRect({
          x: 0,
          y: 0,
          width: Math.max(width, outer.width + width - inner.width),
          height: Math.max(height, outer.height + height - inner.height),
        })
        return false
      }
      await session.wait(isSo, 5000, `The page has not become ${width} by ${height}.`)
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    errors: () => run(takeWrong),
    close,
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  await ended
}
