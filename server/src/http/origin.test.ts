import { describe, expect, test } from 'vitest'
import { isOurOrigin, passkeyHost } from './origin.ts'

describe('a page is ours', () => {
  test('if its whole origin matches', { tags: ['SAFE-58'] }, () => {
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

  test('under any name of this machine with our port, if the app is on this machine', {
    tags: ['SAFE-58'],
  }, () => {
    const ours = (origin: string) => isOurOrigin(origin, 'http://127.0.0.1:3000')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(ours(`http://${name}:3000`)).toBe(true)
    expect(ours('http://localhost:3001')).toBe(false)
    expect(ours('http://localhost.example.org:3000')).toBe(false)
  })
})

test('passkeys are bound to the host; every name of this machine counts as localhost', {
  tags: ['SAFE-57'],
}, () => {
  expect(passkeyHost('https://play.example.org:8443')).toBe('play.example.org')
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(passkeyHost(`http://${name}:3000`)).toBe('localhost')
  }
})
