import { redact } from '@tagalong/contract/values/redact.ts'
import { beforeEach, expect, test, vi } from 'vitest'

const fetched: { path: string; body: unknown }[] = []

// Stubs only what the module reads.
vi.stubGlobal('window', { addEventListener: () => undefined, location: { pathname: '/' } })
vi.stubGlobal('document', { addEventListener: () => undefined, querySelector: () => null })
vi.stubGlobal('localStorage', {
  getItem: (key: string) =>
    key === 'token' ? JSON.stringify({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' }) : null,
})
vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
  fetched.push({ path, body: JSON.parse(body) })
  return new Response('{"status":201,"data":{}}', { status: 201 })
})
const { reportCrash } = await import('./crash-report.ts')

beforeEach(() => {
  fetched.length = 0
})

test('a report contains no token, no address and no number', () => {
  const token = 'Zt3_9xQbL0aVtUj4YkRm7sWc1dEe5fGh2iJk8lMnOpQ'
  const text = `GET /reset-password?token=abc&id=1 by anna.b@example.org (+15105550123, 510-555-0124, (510) 555-0125) with ${token}, {"password":"Maple!2026"}`
  const said = redact(text)
  for (const secret of ['abc', 'anna', 'example.org', '5550123', '555-0124', '555-0125', token, 'Maple'])
    expect(said).not.toContain(secret)
  expect(said).toContain('/reset-password?token=[hidden]&id=1')
})

test('the token of a guardian invite’s link is hidden, and an id is not', () => {
  const token = 'abcDEFghi_jkl-mnoPQRst'
  const id = '01972d9a-5105-7550-8123-0123456789ab'
  expect(redact(`crash on /join/${token}`)).toBe('crash on /join/[hidden]')
  expect(redact(`/api/app/guardian-invite/${token}/accepted`)).toBe(
    '/api/app/guardian-invite/[hidden]/accepted',
  )
  expect(redact(`/api/app/guardian-invite/${id}/confirmed`)).toContain(id)
})

test('a stack keeps its lines and columns, an id stays whole', () => {
  const text =
    'TypeError: x is undefined\n    at Home (http://localhost:3000/assets/home-screen-BpYc.js:1:5105550123)\n    at /edit-playdate/01972d9a-5105-7550-8123-0123456789ab'
  expect(redact(text)).toBe(text)
})

test.each(['s', 'a-', ' ', 'a.', 'password '])('a long text of only %j is read in no time', (unit) => {
  const text = unit.repeat(50_000 / unit.length)
  const began = process.cpuUsage()
  expect(redact(text)).toBe(text)
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

test('the same failure is reported once a minute, with technical fields only', {
  tags: ['ERR-53'],
}, async () => {
  vi.useFakeTimers()
  for (let round = 0; round < 3; round += 1) reportCrash('Groups', new TypeError('no list'))
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveLength(1)
  expect(fetched[0]).toMatchObject({
    path: '/api/app/submit-crash-report',
    body: {
      componentName: 'Groups',
      error: { name: 'TypeError', message: 'no list' },
      userDescription: '',
    },
  })
  reportCrash('Groups', new TypeError('another'))
  await vi.advanceTimersByTimeAsync(60_000)
  reportCrash('Groups', new TypeError('no list'))
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveLength(3)
  vi.useRealTimers()
})

test('reporting never throws, whatever was thrown', () => {
  const hostile = {
    toString() {
      throw new Error('no words')
    },
  }
  for (const thrown of [undefined, null, 'text', hostile, Object.create(null)])
    expect(() => reportCrash('Groups', thrown)).not.toThrow()
})
