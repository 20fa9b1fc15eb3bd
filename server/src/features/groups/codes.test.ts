import { codeProblem } from '@tagalong/contract/features/groups/groups.admin.rules.ts'
import { expect, test } from 'vitest'
import { newCode, sameCode } from './codes.ts'

test('generated codes have more than 50 bits, pass the rules for typed ones and don’t repeat', () => {
  const codes = Array.from({ length: 10_000 }, newCode)
  expect(new Set(codes).size).toBe(10_000)
  expect(codes.filter((code) => codeProblem(code) !== null)).toEqual([])
  const signs = new Set(codes.join('').replaceAll('-', ''))
  expect(codes.every((code) => code.replaceAll('-', '').length === 12)).toBe(true)
  expect(12 * Math.log2(signs.size)).toBeGreaterThan(50)
  expect([...signs].filter((sign) => '01oil'.includes(sign))).toEqual([])
})

test('codes are compared character by character, ignoring capitals and blanks', {
  tags: ['GROUP-01'],
}, () => {
  for (const same of ['Maple-Street-26', 'maple-street-26', ' MAPLE- STREET-26\u00a0']) {
    expect(sameCode(same, 'Maple-Street-26')).toBe(true)
  }
  for (const other of ['Maple-Street-2', 'Maple-Street-261', '', 'Maple-Street–26', 'MapleStreet26']) {
    expect(sameCode(other, 'Maple-Street-26')).toBe(false)
  }
})
