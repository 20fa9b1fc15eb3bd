// The two servers that pages are loaded from: the baseline, and the app with the demo families.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { build } from 'vite'
import { freePort } from '../server/test/free-port.ts'

const root = resolve(import.meta.dirname, '..')
const startMs = 60_000
export const demoPassword = 'Playdate1!'

export interface PageServer {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts the smallest page with React and its router, built by Vite and served like ours: compressed, over HTTP/1.1.
 */
export async function startBaseline(): Promise<PageServer> {
  const dist = mkdtempSync(join(tmpdir(), 'tagalong-baseline-'))
  await build({
    root: join(import.meta.dirname, 'baseline-page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true },
  })
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, name)
    if (['.js', '.html'].includes(extname(name))) {
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
    }
  }
  const app = Fastify()
  await app.register(fastifyStatic, { root: dist, wildcard: false, preCompressed: true })
  app.setNotFoundHandler((_request, reply) => reply.sendFile('index.html'))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    stop: async () => {
      await app.close()
      rmSync(dist, { recursive: true })
    },
  }
}

export interface OurServer extends PageServer {
  /** The folder in which each mail becomes a file. */
  outbox: string
}

/** Starts the app as by hand, on a new data folder with the demo families. */
export async function startOurs(): Promise<OurServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-pages-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [resolve(root, 'server/src/main.mjs'), '--build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      SEED_DEMO: '1',
    },
  })
  const stop = async () => {
    await stopProcess(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, outbox: join(dataDir, 'outbox'), stop }
}

/** Signs a demo account in and returns its token as the browser stores it. */
export async function tokenOf(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!answer.ok) throw new Error(`Signing in as ${email} answered ${answer.status}.`)
  const { data } = (await answer.json()) as { data: { token: unknown } }
  return JSON.stringify(data.token)
}

/**
 * Sets the account's language.
 * @param token as returned by `tokenOf`
 */
export async function inLanguage(url: string, token: string, language: 'en' | 'es'): Promise<void> {
  const { accessToken } = JSON.parse(token) as { accessToken: string }
  const answer = await fetch(`${url}/api/app/language`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ language }),
  })
  if (!answer.ok) throw new Error(`Choosing a language answered ${answer.status}.`)
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const until = Date.now() + startMs; Date.now() < until; await wait(100)) {
    if (server.exitCode !== null) throw new Error(`The server ended with exit code ${server.exitCode}.`)
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`The server was not ready within ${startMs / 1000} s.`)
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
