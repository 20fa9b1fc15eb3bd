import { mkdirSync, realpathSync } from 'node:fs'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { locate } from '#cluster/embedded-location.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { launch } from '#cluster/embedded-process.ts'
import { place, postmasterOf } from './processes.ts'

test('a cluster that is found running after a crash is used and finally stopped', async () => {
  const { dataDir, remove } = await place()
  mkdirSync(dataDir, { mode: 0o711 })
  // The watch only looks when this test lets it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const cluster = await startEmbeddedPostgres({ dataDir, durable: false })
    const found = locate(dataDir)
    const location = { ...found, cluster: realpathSync(found.link) }
    const socketDir = new URL(cluster.url).searchParams.get('host') ?? ''
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    const { pid } = await vi.waitFor(() => launch(location, { durable: false, socketDir }), {
      timeout: 10_000,
    })
    vi.advanceTimersByTime(200)
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await client.end()
    await cluster.stop()
    expect(await runningPostgresUrl(dataDir)).toBeUndefined()
    expect(pid).toBeGreaterThan(0)
  } finally {
    vi.useRealTimers()
    await remove()
  }
})
