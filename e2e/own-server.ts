import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../server/test/free-port.ts'
import { createMigratedDatabase, dropDatabase, namePrefix } from '../server/test/postgres.ts'
import { test } from './fixtures.ts'
import { stopProcess, untilReady } from './server.ts'

export { stopProcess } from './server.ts'

/** For `test.use`: an address for a server that one journey starts itself. */
export const ownAddress = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use: (url: string) => Promise<void>) => use(`http://127.0.0.1:${await freePort()}`),
}

export const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)

const root = resolve(import.meta.dirname, '..')

export interface OwnServer {
  /** The address of its database. */
  database: string
  /** Its data folder, where its mails are found. */
  dataDir: string
}

/**
 * For a `describe`: starts one server for its journeys, with a database, a queue and a data folder of its own. What it
 * returns is filled in before the first journey.
 */
export function ownServer(name: string, env: Record<string, string | undefined> = {}): OwnServer {
  const shared = process.env.E2E_DATABASE_URL ?? ''
  const own = { database: '', dataDir: '' }
  let url = ''
  let databaseName = ''
  let server: ChildProcess | undefined
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  test.use({ baseURL: async ({}, use) => use(url) })
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    databaseName = `${namePrefix()}_${name}_${port}`
    own.dataDir = mkdtempSync(join(tmpdir(), `tagalong-${name}-`))
    own.database = await createMigratedDatabase(shared, databaseName)
    server = await startOwnServer(port, { DATABASE_URL: own.database, DATA_DIR: own.dataDir, ...env })
  })
  test.afterAll(async () => {
    if (server) await stopProcess(server)
    await dropDatabase(shared, databaseName)
    rmSync(own.dataDir, { recursive: true, force: true })
  })
  return own
}

/**
 * For a `describe`: a database of its own for servers that its journeys kill. Returns what to start them with, filled in
 * before the first journey.
 */
export function ownDatabase(name: string): { DATABASE_URL: string } {
  const shared = process.env.E2E_DATABASE_URL ?? ''
  const env = { DATABASE_URL: '' }
  let databaseName = ''
  test.beforeAll(async () => {
    databaseName = `${namePrefix()}_${name}_${await freePort()}`
    env.DATABASE_URL = await createMigratedDatabase(shared, databaseName)
  })
  test.afterAll(() => dropDatabase(shared, databaseName))
  return env
}

/**
 * Starts a journey's own server on the journeys' database. It may take other journeys' jobs from their queue, so one
 * that is killed or has other texts needs a database of its own. It shares their data folder, so their mails are found
 * anyway. Only the journey's time limit ends the wait for it.
 */
export async function startOwnServer(
  port: number,
  env: Record<string, string | undefined> = {},
): Promise<ChildProcess> {
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [resolve(root, 'server/src/main.mjs')], {
    cwd: root,
    // By the channel it notices when this process ends, and then stops, too.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: process.env.E2E_DATABASE_URL,
      DATA_DIR: resolve(root, `.test/e2e-files-${portOf(process.env.E2E_BASE_URL)}`),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      SAFETY: 'relaxed',
      SEAL_KEY: process.env.E2E_SEAL_KEY,
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  await untilReady(url, server)
  return server
}

/** For journeys about a server that is gone; all other servers are stopped instead. */
export async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
