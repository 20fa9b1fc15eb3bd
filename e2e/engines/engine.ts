/** One tab in a private session, with what all drivers can do. Elements are identified by selectors. */
export interface Tab {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** Runs a function in the page. It can use only its arguments, which are passed as JSON. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Runs a script in the page. */
  add(script: string): Promise<void>
  click(selector: string): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key, held?: 'Shift'): Promise<void>
  upload(selector: string, path: string): Promise<void>
  /** In CSS pixels of the page itself. */
  resize(width: number, height: number): Promise<void>
  /** Returns a PNG. */
  screenshot(): Promise<Buffer>
  /** Returns console errors, uncaught exceptions and violations of the security policy. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Escape' | ' ' | 'ArrowDown' | 'Backspace'

export interface Engine {
  /** The engine's own name and version, known once a tab has been opened. */
  version(): string
  /** Opens a tab in a new session, with empty storage and nothing shared with other tabs. */
  open(): Promise<Tab>
  close(): Promise<void>
}

export const engineNames = ['Chromium', 'Firefox', 'WebKit'] as const
export type EngineName = (typeof engineNames)[number]

/** Environment that sets time zone and language. No driver can set them in all three engines, so processes get them. */
export const home = { TZ: 'America/New_York', LANGUAGE: 'en_US', LC_ALL: 'en_US.UTF-8' }

/** The viewport of an iPhone. */
export const phone = { width: 390, height: 844 }

export const scriptOf = <Args extends readonly unknown[]>(work: (...args: Args) => unknown, args: Args) =>
  `(${work})(...${JSON.stringify(args)})`
