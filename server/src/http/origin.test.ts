import { describe, expect, test } from 'vitest'
import { isOurOrigin, passkeyHost } from './origin.ts'

describe('a page is ours', () => {
  test('by its whole origin', { tags: ['SAFE-58'] }, () => {
    const ours = (origin: string) => isOurOrigin(origin, 'https://play.example.org')
    expect(ours('https://play.example.org')).toBe(true)
    for (const other of [
      'http://play.example.org',
      'https://example.org',
      'https://a.play.example.org',
      '',
    ]) {
      expect(ours(other), other).toBe(false)
    }
  })

  test('by any name of this machine, where we are on it, and our port', { tags: ['SAFE-58'] }, () => {
    const ours = (origin: string) => isOurOrigin(origin, 'http://127.0.0.1:3000')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(ours(`http://${name}:3000`)).toBe(true)
    expect(ours('http://localhost:3001')).toBe(false)
    expect(ours('http://localhost.example.org:3000')).toBe(false)
  })
})

test('passkeys are bound to the host, and know one name of this machine', { tags: ['SAFE-57'] }, () => {
  expect(passkeyHost('https://play.example.org:8443')).toBe('play.example.org')
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(passkeyHost(`http://${name}:3000`)).toBe('localhost')
  }
})
