import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

// That users never see others' data is proved in the journeys. This tests the short moment before the user is known.

const storage = new Map<string, string>()
vi.stubGlobal('window', { addEventListener: () => undefined, location: { pathname: '/', search: '' } })
vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, hidden: false })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
})
/** Resolvers of the who-am-I calls so far. */
const whoAmI: ((answer: unknown) => void)[] = []
vi.stubGlobal('fetch', () => new Promise((resolve) => whoAmI.push(resolve)))

const { queryClient } = await import('./query-client.ts')
const { currentUserId, startSession } = await import('#lib/session/session.tsx')
const { removeToken, storeToken } = await import('#lib/session/stored-token.ts')

const tokenOf = (name: string) => ({ accessToken: name, refreshToken: name, tokenType: 'Bearer' as const })
const isIn = (name: string) => {
  const user = { _id: name, caregiverProfile: null, permissions: { isAdmin: false } }
  const text = JSON.stringify({ status: 200, data: { isLoggedIn: true, user } })
  return { status: 200, statusText: '', headers: new Headers(), ok: true, text: async () => text }
}

test('what is requested before the user is known stays for that user, and for nobody else', async () => {
  storeToken(tokenOf('anna'), { isNewSession: false })
  startSession(async () => null)
  const asked: string[] = []
  const screen = new QueryObserver(queryClient, {
    queryKey: ['playdates'],
    queryFn: async () => {
      const { accessToken } = JSON.parse(storage.get('token') ?? '{}') as { accessToken: string }
      asked.push(accessToken)
      return `playdates of ${accessToken}`
    },
  })
  const close = screen.subscribe(() => undefined)
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('playdates of anna'), {
    timeout: 10_000,
  })

  storeToken(tokenOf('ben'), { isNewSession: true })
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('playdates of ben'), { timeout: 10_000 })
  await vi.waitFor(() => expect(whoAmI).toHaveLength(2), { timeout: 10_000 })
  whoAmI[1]?.(isIn('ben'))
  await vi.waitFor(() => expect(currentUserId()).toBe('ben'), { timeout: 10_000 })
  expect(queryClient.getQueryData(['playdates'])).toBe('playdates of ben')
  expect(asked).toEqual(['anna', 'ben'])

  close()
  removeToken()
  await vi.waitFor(() => expect(currentUserId()).toBe('nobody'), { timeout: 10_000 })
  expect(queryClient.getQueryData(['playdates'])).toBeUndefined()
})
