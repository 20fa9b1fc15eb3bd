/** One tab of a private session: what all drivers can do. Elements are named by selectors. */
export interface Tab {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** Runs a function in the page, which sees its arguments alone; they travel as JSON. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Runs a whole script in the page. */
  add(script: string): Promise<void>
  click(selector: string): Promise<void>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  press(key: Key, held?: 'Shift'): Promise<void>
  upload(selector: string, path: string): Promise<void>
  /** CSS pixels of the page itself. */
  resize(width: number, height: number): Promise<void>
  /** As PNG. */
  screenshot(): Promise<Buffer>
  /** What was written to the console as an error, thrown by nobody's hand, or stopped by the security policy. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Escape' | ' ' | 'ArrowDown' | 'Backspace'

export interface Engine {
  /** As its maker calls it, with its version, once a tab has been open. */
  version(): string
  /** In a session of its own: nothing is stored, and nothing is shared with other tabs. */
  open(): Promise<Tab>
  close(): Promise<void>
}

export const engineNames = ['Chromium', 'Firefox', 'WebKit'] as const
export type EngineName = (typeof engineNames)[number]

/** Where the people of the journeys live; no driver can move all three engines, so their processes are. */
export const home = { TZ: 'America/New_York', LANGUAGE: 'en_US', LC_ALL: 'en_US.UTF-8' }

/** An iPhone's. */
export const phone = { width: 390, height: 844 }

export const scriptOf = <Args extends readonly unknown[]>(work: (...args: Args) => unknown, args: Args) =>
  `(${work})(...${JSON.stringify(args)})`
