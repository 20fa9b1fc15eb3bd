import { mkdirSync, realpathSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { locate } from '#cluster/embedded-location.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from '#cluster/embedded-postgres.ts'
import { launch, serves } from '#cluster/embedded-process.ts'
import { place, postmasterOf } from './processes.ts'

test.each([
  ['used, and stopped with the app', true],
  ['stopped, if the app ends before it has seen it', false],
])('a server that takes longer to start again than we waited is %s', async (_what, isSeen) => {
  const { dataDir, remove } = await place()
  mkdirSync(dataDir, { mode: 0o711 })
  // The watch only looks when this test lets it; `vi.waitFor` would let it, too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const cluster = await startEmbeddedPostgres({ dataDir, durable: false })
    const found = locate(dataDir)
    const location = { ...found, cluster: realpathSync(found.link) }
    const socketDir = new URL(cluster.url).searchParams.get('host') ?? ''
    const killed = postmasterOf(dataDir)
    process.kill(killed, 'SIGKILL')
    while (serves(killed, `${location.cluster}/data`)) await wait(15)
    await launch(location, { durable: false, socketDir })
    if (isSeen) {
      vi.advanceTimersByTime(200)
      const client = new pg.Client({ connectionString: cluster.url })
      await client.connect()
      await client.end()
    }
    await cluster.stop()
    expect(await runningPostgresUrl(dataDir)).toBeUndefined()
  } finally {
    vi.useRealTimers()
    await remove()
  }
})
