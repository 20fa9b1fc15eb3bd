import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wireToPostgres } from '#test/cluster/wire.ts'
import { testDatabase, testDatabaseUrl } from '#test/database.ts'
import { type Listener, listen, notify, type Signal } from './listen.ts'

let listener: Listener
let heard: Signal[] = []
let gaps: number

beforeEach(async () => {
  heard = []
  gaps = 0
  listener = await listen(await testDatabaseUrl(), {
    onSignal: (signal) => heard.push(signal),
    onGap: () => {
      gaps += 1
    },
    onError: () => undefined,
  })
})
afterEach(() => listener.close())

describe('signals between processes', () => {
  test('are never sent by a transaction that rolls back', { tags: ['CHAT-15'] }, async () => {
    const { kysely } = await testDatabase()
    await kysely
      .transaction()
      .execute(async (db) => {
        await notify(db, { kind: 'revoked', session: 'never' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await notify(kysely, { kind: 'revoked', session: 'one' })
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'revoked', session: 'one' }]), { timeout: 10_000 })
  })

  test('are split into parts for many recipients', { tags: ['CHAT-15'] }, async () => {
    const { kysely } = await testDatabase()
    const to = Array.from({ length: 400 }, (_, n) => `01a1f8f5-e6e2-74f6-8910-${String(n).padStart(12, '0')}`)
    await notify(kysely, { kind: 'frame', to, frame: { playdate: 'x' } })
    await vi.waitFor(() => expect(heard).toHaveLength(3), { timeout: 10_000 })
    expect(heard.flatMap((signal) => (signal.kind === 'frame' ? signal.to : []))).toEqual(to)
  })

  test('a frame for nobody does not hold up the next one', { tags: ['CHAT-15'] }, async () => {
    const { kysely } = await testDatabase()
    await notify(kysely, { kind: 'frame', to: [], frame: { group: 'empty' } })
    const frame = { kind: 'frame', to: ['one'], frame: { group: 'x' } } as const
    await notify(kysely, { ...frame, to: [...frame.to] })
    await vi.waitFor(() => expect(heard).toEqual([frame]), { timeout: 10_000 })
  })

  test('listening times out if Postgres accepts the connection but never answers', {
    tags: ['CHAT-15'],
  }, async () => {
    const { wire, url } = await wireToPostgres(await testDatabaseUrl())
    wire.cut()
    const ignore = () => undefined
    await expect(listen(url, { onSignal: ignore, onGap: ignore, onError: ignore })).rejects.toThrow('timeout')
    wire.close()
  })

  test('a listening connection that breaks is reopened and reports the gap', {
    tags: ['CHAT-15'],
  }, async () => {
    const { pool, kysely } = await testDatabase()
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tagalong listen'`)
    await vi.waitFor(() => expect(gaps).toBe(1), { timeout: 10_000 })
    await notify(kysely, { kind: 'changed', user: 'two' })
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'changed', user: 'two' }]), { timeout: 10_000 })
  })
})
