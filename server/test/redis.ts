import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { ensureTool } from '../../scripts/programs.mjs'
import { freePort } from './free-port.ts'

/** A redis-server of the test's own, which stores nothing on disk. */
export interface TestRedis {
  readonly url: string
  /** Kills it without warning; all that it held is lost. */
  kill(): Promise<void>
  /** Starts it at the same address again. */
  start(): Promise<void>
  hang(): void
  goOn(): void
  flush(): Promise<void>
  /** Returns the number of subscribers of all channels. */
  listeners(): Promise<number>
  close(): Promise<void>
}

/** @throws Error with the command to type if there is no redis-server. */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const program = ensureTool('redis')
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = spawn(program, [...flags, '--dir', folder, ...settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const chunk of server.stdout ?? []) {
      if (String(chunk).includes('Ready to accept connections')) break
    }
  }
  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  async function asking<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(url)
    try {
      return await work(client)
    } finally {
      client.disconnect()
    }
  }

  await start()
  return {
    url,
    kill,
    start,
    hang: () => void server?.kill('SIGSTOP'),
    goOn: () => void server?.kill('SIGCONT'),
    flush: async () => void (await asking((client) => client.flushall())),
    listeners: () =>
      asking(async (client) => {
        const channels = (await client.pubsub('CHANNELS')) as string[]
        const counts = (await client.pubsub('NUMSUB', ...channels)) as (string | number)[]
        return counts.filter((each): each is number => typeof each === 'number').reduce((a, b) => a + b, 0)
      }),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
