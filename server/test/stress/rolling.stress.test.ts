import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { newInstance } from '#test/instance.ts'
import { openListeningPage } from '#test/listening-page.ts'
import { addWriters, lostAndDoubled, startLoad, statusesOf } from '#test/load.ts'
import { startProxy } from '#test/proxy.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-rolling-'))
beforeEach(() => resetDatabase())
afterAll(() => {
  killLeftovers()
  rmSync(dataDir, { recursive: true, force: true })
})

test('if two processes restart in turn under load, no request fails and open sockets move over', async () => {
  const rounds = sampleOrFull(1, 10)
  // Fewer sockets than one session may have.
  const pagesPerWriter = sampleOrFull(2, 15)
  // The time in which the proxy has to notice, in a process that does more than that.
  const DRAIN_SECONDS = String(sampleOrFull(4, 1))
  const env = { DATABASE_URL: await testDatabaseUrl(), DATA_DIR: dataDir, DRAIN_SECONDS }
  const instances = [await newInstance(env), await newInstance(env)] as const
  await Promise.all(instances.map((each) => each.start()))
  const proxy = await startProxy(instances.map(({ port }) => port))
  const getsWork = (port: number, does: boolean) =>
    vi.waitFor(() => expect(proxy.sendsTo(port)).toBe(does), { timeout: 30_000, interval: 10 })
  for (const { port } of instances) await getsWork(port, true)

  const database = await testDatabase()
  const writers = await addWriters(database, 8)
  const pages = await Promise.all(
    writers.flatMap(({ to }) =>
      Array.from({ length: pagesPerWriter }, () => openListeningPage(proxy.url, to)),
    ),
  )
  const load = startLoad(proxy.url, writers)
  for (let round = 0; round < rounds; round += 1) {
    for (const instance of instances) {
      instance.app.send('SIGTERM')
      await getsWork(instance.port, false)
      expect(await instance.app.code, instance.app.output()).toBe(0)
      await instance.start()
      await getsWork(instance.port, true)
    }
  }
  await load.stop()
  await vi.waitFor(() => expect(pages.every(({ isOpen }) => isOpen)).toBe(true), { timeout: 10_000 })
  const before = pages.map(({ reloads }) => reloads)
  const last = startLoad(proxy.url, writers, 'last ')
  await vi.waitFor(() => expect(pages.every(({ reloads }, at) => reloads > (before[at] ?? 0))).toBe(true), {
    timeout: 10_000,
  })
  await last.stop()
  for (const page of pages) page.leave()
  await proxy.close()

  expect([...load.statuses.keys()]).toEqual([200])
  expect(load.unanswered).toBe(0)
  expect(await lostAndDoubled(database, load)).toEqual({ lost: [], doubled: [] })
  const closes = pages.flatMap(({ closes }) => closes)
  expect(closes.length).toBeGreaterThanOrEqual(pages.length)
  expect([...new Set(closes)].filter((code) => code !== 1001 && code !== 1012)).toEqual([])
  report(
    'two processes restarted in turn under load',
    `${rounds * 2} restarts, ${statusesOf(load)}, nothing else; ${pages.length} sockets moved over ${closes.length} times, each asked to come again`,
  )
}, 600_000)
