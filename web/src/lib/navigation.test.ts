import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', { location: { origin: 'https://tagalong.example', pathname: '/', search: '' } })
const { loginPath, safePath } = await import('./navigation.ts')

test.each([
  ['/view-playdates?x=1#y', '/view-playdates?x=1#y'],
  ['/', '/'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('after signing in %j leads to %j', (given, expected) => {
  expect(safePath(given)).toBe(expected)
})

test('the sign-in page remembers where somebody was, unless that is nowhere', () => {
  expect(loginPath({ pathname: '/edit-playdate/new', search: '?a=b&c' })).toBe(
    '/login?next=%2Fedit-playdate%2Fnew%3Fa%3Db%26c',
  )
  expect(loginPath({ pathname: '/', search: '' })).toBe('/login')
  expect(loginPath({ pathname: '/logout', search: '' })).toBe('/login')
  expect(loginPath({ pathname: '/', search: '' }, { isAgain: true })).toBe('/login?again=yes')
  expect(loginPath({ pathname: '/profile', search: '' }, { isAgain: true })).toBe(
    '/login?next=%2Fprofile&again=yes',
  )
})
