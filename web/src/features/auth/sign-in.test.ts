import { beforeEach, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
vi.stubGlobal('location', { origin: 'https://tagalong.example' })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
})
const { currentTicket, goOn } = await import('./sign-in.ts')

const token = { accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' as const }
const secondStep = { ticket: 't', kinds: ['app' as const, 'recovery' as const] }
const navigate = vi.fn()
beforeEach(() => {
  storage.clear()
  navigate.mockClear()
})

test.each([
  ['/group/1', '/onboarding', '/group/1'],
  [null, '/onboarding', '/onboarding'],
  ['//evil.example', '//evil.example', '/'],
  [null, null, '/'],
])(
  'signing in with next %j and redirect %j leads to %s',
  { tags: ['SAFE-59'] },
  (next, redirectUrl, path) => {
    goOn({ token, redirectUrl }, next, navigate)
    expect(navigate.mock.calls).toEqual([[path, { replace: true }]])
    expect(JSON.parse(storage.get('token') ?? '')).toEqual(token)
  },
)

test('a ticket leads to the second step, is kept only in memory, and ends with the sign-in', {
  tags: ['SAFE-59'],
}, () => {
  goOn({ token: null, redirectUrl: null, secondStep }, '/group/1', navigate)
  expect(navigate.mock.calls).toEqual([['/second-step', { state: { next: '/group/1' } }]])
  expect(currentTicket()).toEqual(secondStep)
  expect([...storage]).toEqual([])
  goOn({ token, redirectUrl: null }, '/group/1', navigate)
  expect(currentTicket()).toBeNull()
})
