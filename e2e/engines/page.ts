import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { Key, Tab } from './engine.ts'
import { asSent, type Found, find, type Step, type Wording } from './in-page.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.js')),
  'utf8',
)
/** Milliseconds, enough for a first page while a browser is starting on a busy machine. */
const timeout = 15_000

/** A page in any engine, with what a user does and sees there. */
export class Page {
  readonly tab: Tab
  private readonly base: string

  constructor(tab: Tab, base: string) {
    this.tab = tab
    this.base = base
  }

  goto(path: string): Promise<void> {
    return this.tab.goto(new URL(path, this.base).href)
  }

  async isAt(path: string | RegExp): Promise<void> {
    const shown = async () => {
      const { pathname, search } = new URL(await this.tab.url())
      return pathname + search
    }
    if (typeof path === 'string') await expect.poll(shown, { timeout }).toBe(path)
    else await expect.poll(shown, { timeout }).toMatch(path)
  }

  role(role: string, name?: Wording): Spot {
    return new Spot(this.tab, []).role(role, name)
  }
  button(name: Wording): Spot {
    return this.role('button', name)
  }
  link(name: Wording): Spot {
    return this.role('link', name)
  }
  label(text: Wording): Spot {
    return new Spot(this.tab, []).label(text)
  }
  text(text: Wording): Spot {
    return new Spot(this.tab, []).text(text)
  }
  css(selector: string): Spot {
    return new Spot(this.tab, []).css(selector)
  }

  press(key: Key, held?: 'Shift'): Promise<void> {
    return this.tab.press(key, held)
  }

  /** Waits until dialogs are closed. Closing goes back in the history, which would undo opening another page. */
  async dialogsClosed(): Promise<void> {
    await this.css('[role=dialog], [role=alertdialog]').sees(0)
    const layers = () => this.tab.run(() => history.state?.layers ?? 0)
    await expect.poll(layers, { timeout }).toBe(0)
  }
}

/** Locates an element, each step within the one before. The first visible one counts. */
export class Spot {
  private readonly tab: Tab
  private readonly steps: Step[]

  constructor(tab: Tab, steps: Step[]) {
    this.tab = tab
    this.steps = steps
  }

  role(role: string, name?: Wording): Spot {
    return this.in({ by: 'role', what: role, ...(name !== undefined && { name: asSent(name) }) })
  }
  button(name: Wording): Spot {
    return this.role('button', name)
  }
  label(text: Wording): Spot {
    return this.in({ by: 'label', what: asSent(text) })
  }
  text(text: Wording): Spot {
    return this.in({ by: 'text', what: asSent(text) })
  }
  css(selector: string): Spot {
    return this.in({ by: 'css', what: selector })
  }
  last(): Spot {
    return this.in({ by: 'last', what: '' })
  }
  private in(step: Step): Spot {
    return new Spot(this.tab, [...this.steps, step])
  }

  async count(): Promise<number> {
    return (await this.find()).count
  }

  async sees(count?: number): Promise<void> {
    const found = expect.poll(() => this.count(), { message: `${this} can be seen`, timeout })
    if (count === undefined) await found.toBeGreaterThan(0)
    else await found.toBe(count)
  }

  async click(): Promise<void> {
    await this.tab.click(await this.ready())
  }

  async focus(): Promise<void> {
    await this.tab.run(
      (selector) => document.querySelector<HTMLElement>(selector)?.focus(),
      await this.ready(),
    )
  }

  /** Replaces the field's text. */
  async fill(text: string): Promise<void> {
    const selector = await this.ready()
    await this.tab.run((field) => {
      const input = document.querySelector<HTMLInputElement>(field)
      input?.focus()
      input?.select()
    }, selector)
    await this.tab.press('Backspace')
    await this.tab.type(text)
  }

  /** Selects the option with that text by script, since no driver can press a list that the system draws. */
  async select(text: string): Promise<void> {
    const choose = (field: string, wanted: string) => {
      const select = document.querySelector<HTMLSelectElement>(field)
      const option = [...(select?.options ?? [])].find((each) => each.text === wanted)
      if (!select || !option) return false
      select.value = option.value
      return select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    await expect.poll(async () => this.tab.run(choose, await this.ready(), text), { timeout }).toBe(true)
  }

  /** For a file input, which itself is never visible. */
  async upload(path: string): Promise<void> {
    await expect.poll(async () => (await this.find('hidden')).count, { timeout }).toBeGreaterThan(0)
    await this.tab.upload((await this.find('hidden')).selector, path)
  }

  async says(text: Wording): Promise<void> {
    const said = expect.poll(async () => (await this.find()).text, { message: `${this} says it`, timeout })
    if (typeof text === 'string') await said.toBe(text)
    else await said.toMatch(text)
  }

  /** Returns a property of the element, once the page has it. */
  async property(name: string): Promise<unknown> {
    await this.sees()
    const { selector } = await this.find()
    return this.tab.run((of, key) => Reflect.get(document.querySelector(of) ?? {}, key), selector, name)
  }

  toString(): string {
    const word = (what: Step['what']) => (typeof what === 'string' ? what : `/${what.source}/${what.flags}`)
    return this.steps
      .map(({ by, what, name }) => `${by} ${word(what)}${name ? ` “${word(name)}”` : ''}`)
      .join(' › ')
  }

  private async ready(): Promise<string> {
    let found: Found | undefined
    const isReady = async () => {
      found = await this.find('press')
      return found.isReady
    }
    await expect.poll(isReady, { message: `${this} can be pressed`, timeout }).toBe(true)
    return found?.selector ?? ''
  }

  private async find(why: 'see' | 'hidden' | 'press' = 'see'): Promise<Found> {
    const isThere = await this.tab.run(() => Reflect.has(window, 'TestingLibraryDom'))
    if (!isThere) await this.tab.add(library)
    return this.tab.run(find, this.steps, why)
  }
}
