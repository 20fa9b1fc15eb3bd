import { expect, test, vi } from 'vitest'
import { canUsePasskeys } from './passkeys.ts'

test.each([
  ['tagalong.example', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['10.example', true],
])('passkeys need a host name: at %s they are offered: %s', { tags: ['SAFE-57'] }, (hostname, isOffered) => {
  vi.stubGlobal('window', { PublicKeyCredential: class {}, location: { hostname } })
  expect(canUsePasskeys()).toBe(isOffered)
  vi.stubGlobal('window', { location: { hostname } })
  expect(canUsePasskeys()).toBe(false)
})
