import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/test/free-port.ts'
import { createMigratedDatabase, namePrefix, startTestPostgres } from '../server/test/postgres.ts'

const root = resolve(import.meta.dirname, '..')
export const webDist = resolve(root, 'web/dist')
const startMs = 30_000

/**
 * Starts the real server on a database of its own. Every spec makes its own people, so one server is enough for all.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (!existsSync(resolve(webDist, 'index.html'))) throw new Error('Build the web app first: npm run build')
  const postgres = await startTestPostgres('e2e')
  const port = await freePort()
  const dataDir = resolve(root, `.test/e2e-files-${port}`)
  const baseUrl = `http://127.0.0.1:${port}`
  const sealKey = randomBytes(32).toString('base64')
  let server: ChildProcess | undefined
  const stop = async () => {
    if (server) await stopProcess(server)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const databaseUrl = await createMigratedDatabase(postgres.url, `${namePrefix()}_e2e`)
    server = spawn(process.execPath, [resolve(root, 'server/src/main.mjs')], {
      cwd: root,
      // LOG_LEVEL=warn limits this to what matters.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: baseUrl,
        WEB_DIST: webDist,
        LOG_LEVEL: 'warn',
        // Each person in a journey has their own address.
        TRUST_PROXY: '127.0.0.1',
        SAFETY: 'relaxed',
        SEAL_KEY: sealKey,
        SEED_DEMO: '0',
      },
    })
    process.env.E2E_BASE_URL = baseUrl
    // For specs that make an administrator, or check what no screen shows.
    process.env.E2E_DATABASE_URL = databaseUrl
    // Other servers on this database must be able to open what this one sealed.
    process.env.E2E_SEAL_KEY = sealKey
    await untilReady(baseUrl, server, startMs)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Waits until the server can be used. Throws if its process ends before that, or after the limit. */
export async function untilReady(
  baseUrl: string,
  server: ChildProcess,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const until = Date.now() + limitMs; Date.now() < until; await wait(50)) {
    if (hasEnded(server)) throw new Error(`The server ended with ${server.exitCode ?? server.signalCode}.`)
    const answer = await fetch(`${baseUrl}/ready`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`The server was not ready within ${limitMs / 1000} s.`)
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

/** Lets it finish its jobs: one that it had taken would otherwise be stuck for a minute. */
export async function stopProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(late)
}
