import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase, testDatabaseUrl } from '#test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { type Listener, listen, notify, type Signal } from './listen.ts'

let database: Database
let listener: Listener
let heard: string[] = []

beforeEach(async () => {
  await testDatabase()
  const url = await testDatabaseUrl()
  database = await openDatabase(url)
  heard = []
  listener = await listen(url, {
    onSignal: (signal: Signal) => void (signal.kind === 'frame' && heard.push(signal.frame.playdate ?? '')),
    onGap: () => undefined,
    onError: () => undefined,
  })
})
afterEach(async () => {
  await listener.close()
  await database.close()
})

const frame = (playdate: string): Signal => ({ kind: 'frame', to: ['nobody'], frame: { playdate } })

describe('frames', () => {
  test('are sent in order once their transaction has committed, and never if it rolls back', async () => {
    await database.kysely.transaction().execute(async (db) => {
      await notify(db, frame('1'))
      await notify(db, frame('2'))
      await notify(database.kysely, frame('outside'))
      await vi.waitFor(() => expect(heard).toEqual(['outside']), { timeout: 10_000 })
    })
    const failing = database.kysely.transaction().execute(async (db) => {
      await notify(db, frame('rolled back'))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await notify(database.kysely, frame('3'))
    await vi.waitFor(() => expect(heard).toEqual(['outside', '1', '2', '3']), { timeout: 10_000 })
  })

  test('that still wait are sent before the database closes', async () => {
    const url = await testDatabaseUrl()
    const closing = await openDatabase(url)
    const numbers = Array.from({ length: 300 }, (_, n) => String(n))
    for (const number of numbers) await notify(closing.kysely, frame(number))
    await closing.close()
    await vi.waitFor(() => expect(heard).toEqual(numbers), { timeout: 10_000 })
  })

  test('that could not be sent are tried again', async () => {
    await database.pool.query('select 1')
    const broken = vi.spyOn(database.pool, 'query').mockRejectedValueOnce(new Error('away') as never)
    await notify(database.kysely, frame('late'))
    await vi.waitFor(() => expect(heard).toEqual(['late']), { timeout: 10_000 })
    broken.mockRestore()
  })
})
