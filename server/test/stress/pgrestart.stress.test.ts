import { afterAll, expect, test, vi } from 'vitest'
import { runningPostgresUrl } from '#cluster/embedded-postgres.ts'
import { openDatabase } from '#db/database.ts'
import { addWriters, lostAndDoubled, more, startLoad, statusesOf } from '#test/load.ts'
import { killLeftovers, type Place, place, postmasterOf } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'

let here: Place
afterAll(async () => {
  killLeftovers()
  await here.remove()
})

test('if PostgreSQL restarts under load, calls fail only with 503 and Retry-After, and no write is lost', async () => {
  const restarts = sampleOrFull(1, 20)
  here = await place()
  const app = here.app({ LOG_LEVEL: 'fatal' })
  await app.says('Tagalong runs at')
  const database = await openDatabase((await runningPostgresUrl(here.dataDir)) ?? '')
  const writers = await addWriters(database, 8)
  const load = startLoad(here.url, writers)
  let slowest = 0
  for (let restart = 0; restart < restarts; restart += 1) {
    await more(load, sampleOrFull(20, 100))
    const postmaster = postmasterOf(here.dataDir)
    const began = performance.now()
    // As `pg_ctl restart -m immediate` does: clients aren't told, and it recovers afterwards.
    process.kill(postmaster, 'SIGQUIT')
    await vi.waitFor(() => expect(postmasterOf(here.dataDir)).not.toBe(postmaster), {
      timeout: 30_000,
      interval: 10,
    })
    await more(load, writers.length + 1)
    slowest = Math.max(slowest, load.lastAcknowledged - began)
  }
  await load.stop()
  const outcome = await lostAndDoubled(database, load)
  await database.close()
  app.send('SIGTERM')
  expect(await app.code, app.output()).toBe(0)
  expect(outcome).toEqual({ lost: [], doubled: [] })
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(load.statuses.get(503)).toBeGreaterThan(0)
  expect([load.withoutRetryAfter, load.unanswered]).toEqual([0, 0])
  // Times only mean something if nothing else runs: `npm run assure`.
  if (process.env.ASSURE === '1') expect(slowest).toBeLessThan(5_000)
  report(
    'PostgreSQL restarted at once under load',
    `${restarts} restarts, ${statusesOf(load)}, each 503 with Retry-After; ${load.acknowledged.size.toLocaleString('en')} acknowledged writes, 0 lost, 0 doubled; writes again after ${(slowest / 1_000).toFixed(1)} s at most`,
  )
}, 600_000)
