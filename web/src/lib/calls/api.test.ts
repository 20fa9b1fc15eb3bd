import { deleteAccount, logout, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { createWebsocketTicket } from '@tagalong/contract/features/chat/chat.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { echo } from '@tagalong/contract/http/public.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

// The server's side of the protocol is tested against the real server. These are cases that a real one can't produce.

type Given = { status: number; body?: unknown } | Error
type Answer = (path: string, init: RequestInit) => Given | Promise<Given>
interface Asked {
  path: string
  method: string
  headers: Headers
  body: unknown
}

const asked: Asked[] = []
const shown: string[] = []
let answer: Answer
const storage = new Map<string, string>()

const page = {
  location: { pathname: '/profile', search: '?a=1', origin: 'http://localhost', assign: () => undefined },
  addEventListener: () => undefined,
}
vi.stubGlobal('window', page)
vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined, hidden: false })
const storageOf = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => entries.set(key, value),
  removeItem: (key: string) => entries.delete(key),
})
vi.stubGlobal('localStorage', storageOf(storage))
vi.stubGlobal('sessionStorage', storageOf(new Map()))
vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
  const body: unknown = init.body === undefined ? undefined : JSON.parse(String(init.body))
  asked.push({ path, method: init.method ?? 'GET', headers: new Headers(init.headers), body })
  const given = await answer(path, init)
  if (given instanceof Error) throw given
  // Response can't be constructed with a redirect's status and a body, though fetch returns such.
  const text = given.body === undefined ? '' : JSON.stringify(given.body)
  return {
    status: given.status,
    statusText: names[given.status] ?? '',
    headers: new Headers(),
    text: async () => text,
    ok: given.status < 300,
  }
})
const names: Record<number, string> = { 500: 'Internal Server Error' }

const { ApiError, call, callOpenly, unreachableText } = await import('./api.ts')
const { registerNavigator } = await import('#lib/navigation/navigation.ts')
const { registerIdentityCheck } = await import('#lib/session/identity-check.ts')
registerNavigator((path) => shown.push(path))

const pair = { accessToken: 'access', refreshToken: 'refresh', tokenType: 'Bearer' }
const storedPair = () => JSON.parse(storage.get('token') ?? 'null') as typeof pair | null
const signIn = (token: Partial<typeof pair> = pair) => storage.set('token', JSON.stringify(token))
const shouldRefresh = { status: 302, body: { status: 302, shouldRefresh: true } }
const fresh = (number: number) => ({
  status: 200,
  body: {
    status: 200,
    data: { token: { ...pair, accessToken: `access${number}`, refreshToken: `refresh${number}` } },
  },
})
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as InstanceType<typeof ApiError>,
  )
const asRefreshed = () => asked.filter(({ path }) => path === '/api/auth/refresh').length

beforeEach(() => {
  asked.length = 0
  shown.length = 0
  storage.clear()
  answer = () => ({ status: 200, body: { status: 200, data: {} } })
})
afterEach(() => vi.useRealTimers())

test('a call without a body is a GET with both tokens and the JSON type', {
  tags: ['API-054', 'API-057', 'API-058', 'API-059'],
}, async () => {
  signIn()
  await call(logout)
  const [{ path, method, headers, body }] = asked as [Asked]
  expect([path, method, body]).toEqual(['/api/auth/logout', 'GET', undefined])
  expect(headers.get('authorization')).toBe('Bearer access')
  expect(headers.get('x-refresh-token')).toBe('refresh')
  expect(headers.get('content-type')).toBe('application/json')
})

test('a call with a body is a POST, a deletion a DELETE', { tags: ['API-055', 'API-056'] }, async () => {
  signIn()
  await call(createWebsocketTicket, { body: {} })
  await call(removeConnection, { params: { id: 'a/b' }, query: {} })
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/app/websocket-ticket', {}],
    ['DELETE', '/api/app/connection/a%2Fb', undefined],
  ])
})

test('an unauthenticated call carries a content type and no token', { tags: ['API-060'] }, async () => {
  signIn()
  await callOpenly(echo)
  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept-language', 'content-type'])
})

test('without tokens nothing is sent', { tags: ['ERR-22'] }, async () => {
  const error = await failure(call(logout))
  expect([error?.status, error?.message, asked.length]).toEqual([401, 'Missing tokens', 0])
})

test('without an access token nothing is sent', { tags: ['ERR-23'] }, async () => {
  signIn({ refreshToken: 'refresh' })
  const error = await failure(call(logout))
  expect([error?.status, error?.message, asked.length]).toEqual([401, 'Missing access token', 0])
})

test('without a refresh token nothing is sent', { tags: ['ERR-24'] }, async () => {
  signIn({ accessToken: 'access' })
  const error = await failure(call(logout))
  expect([error?.status, error?.message, asked.length]).toEqual([401, 'Missing refresh token', 0])
})

test('a 302 that asks for a refresh stores the new pair and repeats the call with it', {
  tags: ['API-040', 'API-041', 'API-042'],
}, async () => {
  signIn()
  answer = (path, { headers }) => {
    if (path === '/api/auth/refresh') return fresh(1)
    const isNew = new Headers(headers).get('authorization') === 'Bearer access1'
    return isNew ? { status: 200, body: { data: 'done' } } : shouldRefresh
  }
  expect(await call(logout)).toBe('done')
  expect(storedPair()?.refreshToken).toBe('refresh1')
  expect(asked.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/refresh', '/api/auth/logout'])
})

test('a call is given up after two refreshes', { tags: ['API-043', 'ERR-26'] }, async () => {
  signIn()
  answer = (path) => (path === '/api/auth/refresh' ? fresh(asked.length) : shouldRefresh)
  const error = await failure(call(logout))
  expect([error?.status, error?.message, asRefreshed()]).toEqual([401, 'Maximum retries exceeded', 2])
})

test('a refused refresh is a 401', { tags: ['ERR-25'] }, async () => {
  signIn()
  answer = (path) => (path === '/api/auth/refresh' ? { status: 401 } : shouldRefresh)
  const error = await failure(call(logout))
  expect([error?.status, error?.message]).toEqual([401, 'Failed to refresh'])
  expect([storedPair(), shown]).toEqual([null, ['/login?next=%2Fprofile%3Fa%3D1&again=yes']])
})

test.each([
  ['nobody answers', new TypeError('Failed to fetch')],
  ['the database is unavailable', { status: 503, body: { status: 503, error: 'away' } }],
])('a refresh while %s signs nobody out', { tags: ['ERR-21'] }, async (_, given) => {
  vi.useFakeTimers()
  signIn()
  answer = (path) => (path === '/api/auth/refresh' ? given : shouldRefresh)
  const error = await failure(call(logout))
  expect([0, 503]).toContain(error?.status)
  expect([storedPair(), shown]).toEqual([pair, []])
})

test('a pair that another tab refreshed meanwhile is used instead of refreshing again', {
  tags: ['API-041'],
}, async () => {
  signIn()
  answer = (_, { headers }) => {
    if (new Headers(headers).get('authorization') === 'Bearer other')
      return { status: 200, body: { data: 'done' } }
    signIn({ ...pair, accessToken: 'other' })
    return shouldRefresh
  }
  expect(await call(logout)).toBe('done')
  expect(asRefreshed()).toBe(0)
})

test('a 401 removes the token and leads to the sign-in page', { tags: ['ERR-19', 'ERR-20'] }, async () => {
  signIn()
  answer = () => ({ status: 401, body: { status: 401, error: 'Please sign in again.' } })
  await failure(call(logout))
  expect([storedPair(), shown]).toEqual([null, ['/login?next=%2Fprofile%3Fa%3D1&again=yes']])
})

test('a paused account is led to its account notice, in either language', {
  tags: ['SAFE-46'],
}, async () => {
  signIn()
  for (const error of ['Your account is paused.', 'Tu cuenta está en pausa.']) {
    answer = () => ({ status: 409, body: { status: 409, error } })
    await failure(call(removeConnection, { params: { id: 'one' }, query: {} }))
  }
  expect([storedPair(), shown]).toEqual([pair, ['/account-notice', '/account-notice']])
  const { location } = page
  for (const pathname of ['/account-notice', '/logout']) {
    page.location = { ...location, pathname }
    await failure(call(removeConnection, { params: { id: 'one' }, query: {} }))
  }
  page.location = location
  expect(shown).toHaveLength(2)
})

test('an administrator without a second step is led to its setup, once', {
  tags: ['SAFE-63'],
}, async () => {
  for (const error of ['Please set up your second step first.', 'Configura primero tu segundo paso.']) {
    signIn()
    shown.length = 0
    answer = () => ({ status: 409, body: { status: 409, error } })
    await expect(call(whoami)).rejects.toThrow(error)
    expect(shown).toEqual(['/security?setup=1'])
  }
  page.location.pathname = '/security'
  await expect(call(whoami)).rejects.toThrow()
  expect(shown).toHaveLength(1)
  page.location.pathname = '/profile'
})

test('a 401 during a call that ends the session leads nowhere, and one after it does', {
  tags: ['API-087', 'ERR-19'],
}, async () => {
  signIn()
  const { promise: deleted, resolve } = Promise.withResolvers<Given>()
  answer = (path) => (path === '/api/app/user' ? deleted : { status: 401, body: { status: 401 } })
  const deleting = call(deleteAccount, { body: { password: 'x' }, endsSession: () => undefined })
  await failure(call(whoami))
  expect([storedPair(), shown]).toEqual([pair, []])
  resolve({ status: 200, body: { status: 200, data: {} } })
  await deleting
  await failure(call(whoami))
  expect([storedPair(), shown.length]).toEqual([null, 1])
})

test('a call that ends the session counts as done if its answer is lost and the next call is refused', {
  tags: ['API-087', 'ERR-19'],
}, async () => {
  signIn()
  const left = vi.fn()
  const ending = () => failure(call(deleteAccount, { body: { password: 'x' }, endsSession: left }))
  const done = { status: 200, body: { status: 200, data: {} } }
  const refused = { status: 401, body: { status: 401 } }
  answer = (path) => (path === '/api/app/user' ? { status: 503, body: { status: 503 } } : refused)
  await ending()
  // Even several refusals at once lead nowhere else.
  await Promise.all([failure(call(whoami)), failure(call(whoami))])
  expect([left.mock.calls.length, shown]).toEqual([2, []])
  // A reply to a call sent before it proves nothing about the session after it.
  const { promise: late, resolve } = Promise.withResolvers<Given>()
  answer = () => late
  const asked = call(whoami)
  answer = () => ({ status: 503, body: { status: 503 } })
  await ending()
  resolve(done)
  await asked
  answer = () => refused
  await failure(call(whoami))
  expect([left.mock.calls.length, shown]).toEqual([3, []])
  // A reply to a call sent after it proves that the session goes on.
  answer = () => ({ status: 503, body: { status: 503 } })
  await ending()
  answer = () => done
  await call(whoami)
  answer = () => refused
  await failure(call(whoami))
  expect([left.mock.calls.length, shown.length]).toEqual([3, 1])
})

test('a refusal that arrives after the identity was confirmed doesn’t ask for it again', {
  tags: ['SAFE-68'],
}, async () => {
  signIn()
  const questions = vi.fn(async () => true)
  registerIdentityCheck(questions)
  onTestFinished(() => registerIdentityCheck(async () => false))
  const refused = { status: 409, body: { status: 409, error: refusalTexts.confirmNeeded() } }
  const { promise: lateRefusal, resolve } = Promise.withResolvers<Given>()
  const done = { status: 200, body: { status: 200, data: {} } }
  const answers = [lateRefusal, refused, done, done]
  answer = () => answers.shift() ?? refused
  const late = call(whoami)
  await call(whoami)
  resolve(refused)
  await late
  expect(questions).toHaveBeenCalledTimes(1)
  // A call sent after it asks again.
  answers.push(refused, done)
  await call(whoami)
  expect(questions).toHaveBeenCalledTimes(2)
})

test('the guard keeps the token while it asks who is signed in', { tags: ['ERR-21'] }, async () => {
  signIn()
  answer = () => ({ status: 401 })
  await failure(call(whoami, { keepSession: true }))
  expect([storedPair(), shown]).toEqual([pair, []])
})

test('of two 401s at once, the second keeps the path that the first remembered', {
  tags: ['ERR-19', 'ERR-20'],
}, async () => {
  signIn()
  answer = () => ({ status: 401, body: { status: 401, error: 'Please sign in again.' } })
  const { location } = page
  registerNavigator((path) => {
    shown.push(path)
    const { pathname, search } = new URL(path, location.origin)
    page.location = { ...location, pathname, search }
  })
  try {
    await Promise.all([failure(call(whoami)), failure(call(logout))])
  } finally {
    page.location = location
    registerNavigator((path) => shown.push(path))
  }
  expect([storedPair(), shown]).toEqual([null, ['/login?next=%2Fprofile%3Fa%3D1&again=yes']])
})

test('a 401 to an old pair leaves the sign-in of another tab alone', {
  tags: ['ERR-21'],
}, async () => {
  signIn()
  answer = (_, { headers }) => {
    if (new Headers(headers).get('authorization') === 'Bearer other')
      return { status: 200, body: { data: 'done' } }
    signIn({ ...pair, accessToken: 'other' })
    return { status: 401 }
  }
  expect(await call(logout)).toBe('done')
})

test('a 403 leads to /forbidden', { tags: ['SHELL-05'] }, async () => {
  signIn()
  answer = () => ({ status: 403, body: { status: 403, error: "You can't access that" } })
  await failure(call(logout))
  expect(shown).toEqual(['/forbidden'])
})

test('a 403 on Home stays there, since /forbidden leads to Home', { tags: ['SHELL-05'] }, async () => {
  signIn()
  answer = () => ({ status: 403, body: { status: 403, error: "You can't access that" } })
  const { location } = page
  page.location = { ...location, pathname: '/' }
  try {
    await failure(call(logout))
  } finally {
    page.location = location
  }
  expect(shown).toEqual([])
})

test('any other failure shows the server’s text, or else the name of the status', {
  tags: ['ERR-27', 'ERR-28'],
}, async () => {
  signIn()
  answer = () => ({ status: 500, body: { error: 'boom' } })
  expect((await failure(call(logout)))?.message).toBe('boom')
  answer = () => ({ status: 500 })
  const error = await failure(call(logout))
  expect([error?.status, error?.message, error?.isServersText]).toEqual([500, 'Internal Server Error', false])
})

test('a success that isn’t from our server counts as no answer', {}, async () => {
  signIn()
  for (const body of ['Please sign in to use this network', undefined]) {
    answer = () => ({ status: 200, body })
    expect(await failure(call(logout))).toMatchObject({ status: 0, message: unreachableText() })
  }
})

test('no answer at all is status 0 with a text that says what to do', async () => {
  vi.useFakeTimers()
  signIn()
  answer = () => new TypeError('Failed to fetch')
  const error = await failure(call(logout))
  expect([error?.status, error?.message, storedPair()]).toEqual([0, unreachableText(), pair])
})

test('a call begun before another user signed in is not sent in their name, and their pair stays', {
  tags: ['AUTH-37'],
}, async () => {
  const { adoptSignIn, storeToken } = await import('#lib/session/stored-token.ts')
  const others = { accessToken: 'other', refreshToken: 'others', tokenType: 'Bearer' as const }
  onTestFinished(() => {
    storage.clear()
    adoptSignIn()
  })
  const refreshed = fresh(1)
  for (const late of [{ status: 401 }, shouldRefresh, refreshed]) {
    storage.clear()
    signIn()
    adoptSignIn()
    asked.length = 0
    answer = (path) => {
      if (late === refreshed && path !== '/api/auth/refresh') return shouldRefresh
      storeToken(others, { isNewSession: true })
      adoptSignIn()
      return late
    }
    expect((await failure(call(createWebsocketTicket, { body: {} })))?.status).toBe(0)
    expect(asked.filter(({ headers }) => headers.get('authorization') === 'Bearer other')).toEqual([])
    expect(storedPair()).toEqual(others)
  }
})

test('a pair that arrives after signing out is not stored', { tags: ['AUTH-36'] }, async () => {
  signIn()
  answer = (path) => {
    if (path !== '/api/auth/refresh') return shouldRefresh
    storage.clear()
    return fresh(1)
  }
  expect((await failure(call(whoami, { keepSession: true })))?.status).toBe(401)
  expect(storedPair()).toBe(null)
})
