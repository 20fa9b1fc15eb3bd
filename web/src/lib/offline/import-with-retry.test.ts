import { afterEach, expect, test, vi } from 'vitest'
import { importWithRetry } from './import-with-retry.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code that can’t be loaded though the server is back reloads the page, at most once a minute', async () => {
  vi.useFakeTimers()
  const reload = vi.fn()
  const kept = new Map<string, string>()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('fetch', async () => new Response())
  const load = async () => {
    const failed = vi.fn()
    importWithRetry(() => Promise.reject(new Error('gone'))).catch(failed)
    await vi.advanceTimersByTimeAsync(20_000)
    return failed
  }
  // A page that reloads reports nothing.
  expect(await load()).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(await load()).toHaveBeenCalledExactlyOnceWith(new Error('gone'))
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await load()).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledTimes(2)
})
