import { appPath } from '@tagalong/contract/values/app-path.ts'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { safePath } from './safe-path.ts'

const origin = 'https://tagalong.example'
vi.stubGlobal('location', { origin })

test.each([
  ['/view-playdates?x=1#y', '/view-playdates?x=1#y'],
  ['/', '/'],
  ['/groups/../connections', '/connections'],
  ['/search?q=//evil.example', '/search?q=//evil.example'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/.//evil.example', null],
  ['/..//evil.example', null],
  ['/%2e//evil.example', null],
  ['/a/..//evil.example', null],
  ['/./\\evil.example', null],
  ['/.\n//evil.example', null],
  ['https://evil.example', null],
  ['https://tagalong.example/connections', null],
  ['javascript:alert(1)', null],
  ['connections', null],
  ['', null],
  [null, null],
  [undefined, null],
  [['/'], null],
])('after signing in or pressing a notification %j leads to %j', (given, expected) => {
  expect(safePath(given)).toBe(expected)
})

const piece = constantFrom(
  '/',
  '//',
  '.',
  '..',
  '\\',
  '%2e',
  '%2F',
  '\t',
  '\n',
  '@',
  ':',
  '?',
  '#',
  'evil.example',
  'https:',
  'a',
  '‥',
  '。',
  '／',
)
const hostile = oneof(
  array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
  string({ unit: 'binary' }),
  string({ unit: 'grapheme' }).map((text) => `/${text}`),
)

const pageOf = ({ pathname, search }: URL) => pathname + search

test('an allowed path stays on this site and leads to the same page when it is followed', () => {
  assert(
    property(hostile, (text) => {
      const path = safePath(text)
      if (path === null) return
      const followed = new URL(path, `${origin}/login?next=x`)
      expect(followed.origin).toBe(origin)
      expect(pageOf(followed)).toBe(pageOf(new URL(text, origin)))
      expect(path.startsWith('//')).toBe(false)
      expect(safePath(path)).toBe(path)
    }),
    { seed: 7, numRuns: 20_000 },
  )
})

test('every page that an administrator may name in a notification is an allowed path', () => {
  assert(
    property(hostile, (text) => {
      const page = appPath.safeParse(text)
      if (page.success) expect(safePath(page.data)).not.toBeNull()
    }),
    { seed: 7, numRuns: 20_000 },
  )
})
