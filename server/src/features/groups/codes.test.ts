import { expect, test } from 'vitest'
import { newCode, sameCode } from './codes.ts'

test('a code that nobody typed has more than 50 bits, and no two are the same', () => {
  const codes = Array.from({ length: 1_000 }, newCode)
  expect(new Set(codes).size).toBe(1_000)
  const signs = new Set(codes.join('').replaceAll('-', ''))
  expect(codes.every((code) => code.replaceAll('-', '').length === 12)).toBe(true)
  expect(12 * Math.log2(signs.size)).toBeGreaterThan(50)
  expect([...signs].filter((sign) => '01oil'.includes(sign))).toEqual([])
})

test('codes are the same letter for letter', () => {
  expect(sameCode('Maple-Street-26', 'Maple-Street-26')).toBe(true)
  for (const other of ['maple-street-26', 'Maple-Street-2', 'Maple-Street-261', '', 'Maple-Street–26']) {
    expect(sameCode(other, 'Maple-Street-26')).toBe(false)
  }
})
