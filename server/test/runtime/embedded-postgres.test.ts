import { mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { locate } from '#cluster/embedded-location.ts'
import {
  type EmbeddedPostgres,
  runningPostgresUrl,
  startEmbeddedPostgres,
} from '#cluster/embedded-postgres.ts'
import { clearSocketDir, launch, serves } from '#cluster/embedded-process.ts'
import { type Place, place, postmasterOf } from './processes.ts'

let here: Place
let cluster: EmbeddedPostgres
beforeEach(async () => {
  here = await place()
  mkdirSync(here.dataDir, { mode: 0o711 })
  // The watch only looks when a test lets it. `vi.waitFor` and `expect.poll` would let it, too, as they move the clock
  // while they wait. A wait for the clock never ends.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  cluster = await startEmbeddedPostgres({ dataDir: here.dataDir, durable: false })
})
afterEach(async () => {
  vi.useRealTimers()
  await here.remove()
})

const look = () => vi.advanceTimersByTime(200)
const data = () => `${cluster.folder}/data`
/** Returns the processes of the cluster. One that begins is still in the folder above. */
const serving = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && (serves(pid, data()) || serves(pid, cluster.folder)))

/** Kills the server process, and resolves once it has ended. */
async function killServer(): Promise<void> {
  const killed = postmasterOf(here.dataDir)
  process.kill(killed, 'SIGKILL')
  while (serves(killed, data())) await wait(15)
}

/** Resolves once the cluster has these processes and no others. */
async function left(pids: number[]): Promise<void> {
  while (serving().join() !== pids.join()) await wait(15)
}

/** Starts the server process beside the watch. */
function startBeside(signal?: AbortSignal) {
  const found = locate(here.dataDir)
  const location = { ...found, cluster: realpathSync(found.link) }
  const socketDir = new URL(cluster.url).searchParams.get('host') ?? ''
  clearSocketDir(socketDir, location)
  return launch(location, { durable: false, socketDir, ...(signal && { signal }) })
}

async function connected(): Promise<{ client: pg.Client; backend: number }> {
  const client = new pg.Client({ connectionString: cluster.url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return { client, backend: rows[0].pid }
}

describe('a server that takes longer to start again than we waited', () => {
  test('is used', async () => {
    await killServer()
    await startBeside()
    look()
    const { client } = await connected()
    await client.end()
    await cluster.stop()
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })

  test('is stopped, if the app ends before it has seen it', async () => {
    await killServer()
    await startBeside()
    await cluster.stop()
    expect(await runningPostgresUrl(here.dataDir)).toBeUndefined()
  })
})

describe('a start', () => {
  test('that is called off leaves no server', async () => {
    await killServer()
    // Sessions that still end would refuse the start before it is called off.
    await left([])
    await expect(startBeside(AbortSignal.abort())).rejects.toThrow('called off')
    await left([])
  })

  test('doesn’t hold up the stop while it waits for sessions that don’t end', async () => {
    const { backend } = await connected()
    process.kill(backend, 'SIGSTOP')
    try {
      await killServer()
      look()
      await cluster.stop()
      await left([backend])
    } finally {
      process.kill(backend, 'SIGKILL')
    }
  })
})
