import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runningPostgresUrl, startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { rootFolder } from '#env.ts'
import { freePort } from '#test/free-port.ts'

/** A program of ours in a process of its own. */
export interface Run {
  readonly pid: number
  /** Returns what it has printed so far, on both streams. */
  readonly output: () => string
  /** Returns what it has printed on stderr so far. */
  readonly errors: () => string
  /** Resolves once it has printed the text; rejects if it ends without. */
  says(text: string): Promise<void>
  send(signal: NodeJS.Signals): void
  /** Stops reading its stdout. */
  hangUp(): void
  readonly code: Promise<number | NodeJS.Signals | null>
}

/** A folder of its own for a test's programs, ports and data. */
export interface Place {
  readonly dataDir: string
  readonly port: number
  readonly url: string
  app(env?: Record<string, string>, stdout?: number): Run
  admin(...args: string[]): Run
  /** Another program of ours, with the same settings. */
  run(...args: string[]): Run
  remove(): Promise<void>
}

const children = new Set<ChildProcess>()

/**
 * Makes a place. Its parent folder has the given mode: another user's Postgres gets through 0711, but not through 0700.
 */
export async function place(mode = 0o711): Promise<Place> {
  const parent = mkdtempSync(join(tmpdir(), 'runtime-'))
  chmodSync(parent, mode)
  const dataDir = join(parent, 'data')
  const webDist = join(parent, 'web')
  mkdirSync(webDist)
  writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>Tagalong</title>')
  const port = await freePort()
  const basics = {
    DATA_DIR: dataDir,
    PORT: String(port),
    WEB_DIST: webDist,
    SEED_DEMO: '0',
    LOG_LEVEL: 'warn',
  }
  return {
    dataDir,
    port,
    url: `http://127.0.0.1:${port}`,
    app: (env = {}, stdout) => run(['server/src/main.mjs'], { ...basics, ...env }, stdout),
    admin: (...args) => run(['server/src/admin.ts', ...args], basics),
    run: (...args) => run(args, basics),
    remove: async () => {
      await clear(dataDir)
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

/** Kills what a failed test left running. */
export function killLeftovers(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Returns the process that serves the cluster of a data folder, as its pid file names it. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

/** True while a process with that number exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Runs a file with the same Node, without the test runner's environment. If `stdout` is a file, its output there isn't
 * heard.
 */
export function run(args: string[], env: Record<string, string>, stdout?: number): Run {
  const child = spawn(process.execPath, args, {
    cwd: rootFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  let errors = ''
  const waiting = new Set<() => void>()
  const hear = (chunk: Buffer, isError: boolean) => {
    output += chunk
    if (isError) errors += chunk
    for (const look of waiting) look()
  }
  child.stdout?.on('data', (chunk: Buffer) => hear(chunk, false))
  child.stderr?.on('data', (chunk: Buffer) => hear(chunk, true))
  const code = once(child, 'close').then(([exitCode, signal]: (number | NodeJS.Signals | null)[]) => {
    children.delete(child)
    return exitCode ?? signal ?? null
  })
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(text) && resolve()
        waiting.add(look)
        look()
        code.then(() => reject(new Error(`It ended without saying '${text}':\n${output}`)))
      }),
    send: (signal) => child.kill(signal),
    hangUp: () => child.stdout?.destroy(),
    code,
  }
}

// Stops a cluster that a killed app left behind: it would outlive the tests.
async function clear(dataDir: string): Promise<void> {
  const left = await runningPostgresUrl(dataDir).catch(() => undefined)
  if (left) await startEmbeddedPostgres({ dataDir }).then((cluster) => cluster.stop())
  try {
    const home = dirname(realpathSync(join(dataDir, 'postgres')))
    if (home !== realpathSync(dataDir)) rmSync(home, { recursive: true, force: true })
  } catch {
    // It never got as far as a cluster.
  }
}
