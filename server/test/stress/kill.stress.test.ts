import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { type Instance, newInstance } from '#test/instance.ts'
import { addWriters, type Load, lostAndDoubled, more, startLoad, statusesOf } from '#test/load.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tagalong-kill-'))
beforeEach(() => resetDatabase())
afterAll(() => {
  killLeftovers()
  rmSync(dataDir, { recursive: true, force: true })
})

async function instanceUnderLoad(): Promise<{ instance: Instance; load: Load }> {
  const instance = await newInstance({ DATABASE_URL: await testDatabaseUrl(), DATA_DIR: dataDir })
  await instance.start()
  return { instance, load: startLoad(instance.url, await addWriters(await testDatabase(), 8)) }
}

test('an app killed under load loses and doubles no acknowledged write', async () => {
  const kills = sampleOrFull(1, 100)
  const { instance, load } = await instanceUnderLoad()
  let slowest = 0
  for (let kill = 0; kill < kills; kill += 1) {
    await more(load, sampleOrFull(30, 210))
    instance.app.send('SIGKILL')
    expect(await instance.app.code).toBe('SIGKILL')
    slowest = Math.max(slowest, await instance.start())
  }
  await more(load, 30)
  await load.stop()
  instance.app.send('SIGKILL')
  expect(await lostAndDoubled(await testDatabase(), load)).toEqual({ lost: [], doubled: [] })
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(load.acknowledged.size).toBeGreaterThanOrEqual(sampleOrFull(60, 20_000))
  // Times only mean something if nothing else runs: `npm run assure`.
  if (process.env.ASSURE === '1') expect(slowest).toBeLessThan(5_000)
  report(
    'app killed under load',
    `${kills} kills, ${load.acknowledged.size.toLocaleString('en')} acknowledged writes: 0 lost, 0 doubled; ready again after ${(slowest / 1_000).toFixed(1)} s at most`,
  )
}, 1_200_000)

test('an app stopped under load keeps every acknowledged write and ends in time with code 0', async () => {
  const stops = sampleOrFull(1, 50)
  const { instance, load } = await instanceUnderLoad()
  let slowest = 0
  for (let stop = 0; stop < stops; stop += 1) {
    await more(load, 30)
    const began = performance.now()
    instance.app.send('SIGTERM')
    expect(await instance.app.code, instance.app.output()).toBe(0)
    slowest = Math.max(slowest, performance.now() - began)
    await instance.start()
  }
  await load.stop()
  instance.app.send('SIGKILL')
  expect(await lostAndDoubled(await testDatabase(), load)).toEqual({ lost: [], doubled: [] })
  // Requests that were let in were answered as usual; the others reached nobody.
  expect([...load.statuses.keys()]).toEqual([200])
  if (process.env.ASSURE === '1') expect(slowest).toBeLessThan(10_000)
  report(
    'app asked to stop under load',
    `${stops} stops, code 0 each, ${(slowest / 1_000).toFixed(1)} s at most; ${load.acknowledged.size.toLocaleString('en')} acknowledged writes, 0 lost, 0 doubled; ${statusesOf(load)}`,
  )
}, 1_200_000)
