import { expect, test } from 'vitest'
import { isWhole, withoutTurning } from './text.ts'

test('a number copied from a phone is whole once its invisible marks are removed', () => {
  const copied = 'Call \u202a+1 (510) 555‑0123\u202c or \u2068Anna\u2069'
  expect(isWhole(copied)).toBe(false)
  expect(withoutTurning(copied)).toBe('Call +1 (510) 555‑0123 or Anna')
  expect(isWhole(withoutTurning(copied))).toBe(true)
})
