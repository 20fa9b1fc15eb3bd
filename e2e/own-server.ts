import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '../server/test/free-port.ts'
import { expect } from './fixtures.ts'

export { stopProcess } from './server.ts'

/** For `test.use`: an address for a server that one journey starts itself. */
export const ownAddress = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use: (url: string) => Promise<void>) => use(`http://127.0.0.1:${await freePort()}`),
}

export const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)

const root = resolve(import.meta.dirname, '..')

/**
 * Starts a journey's own server on the journeys' database, which can be killed or serve another build. It may take
 * other journeys' jobs from their queue; it shares their data folder, so their mails are found anyway.
 */
export async function startOwnServer(
  port: number,
  env: Record<string, string | undefined> = {},
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [resolve(root, 'server/src/main.mjs')], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      DATABASE_URL: process.env.E2E_DATABASE_URL,
      DATA_DIR: resolve(root, `.test/e2e-files-${portOf(process.env.E2E_BASE_URL)}`),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      SAFETY: 'relaxed',
      SEAL_KEY: process.env.E2E_SEAL_KEY,
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  try {
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.status, {
        timeout: 30_000,
      })
      .toBe(200)
  } catch (error) {
    await kill(server)
    throw error
  }
  return server
}

/** For journeys about a server that is gone; all other servers are stopped instead. */
export async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}
