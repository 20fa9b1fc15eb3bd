import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', { location: { origin: 'https://tagalong.example', pathname: '/', search: '' } })
const { loginPath } = await import('./navigation.ts')

test('the sign-in page remembers the current page, except Home and the sign-out', () => {
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
