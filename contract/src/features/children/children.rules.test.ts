import { expect, test } from 'vitest'
import { isInitial, lastInitial } from './children.rules.ts'

test.each([
  ['AB', 'B'],
  ['b', 'B'],
  ['é', 'É'],
  ['i', 'I'],
  ['ß', 'ß'],
  ['ﬁ', 'ﬁ'],
  ['ж', 'Ж'],
  ['龍', '龍'],
  [' ', ''],
])('CHILD-17 of %j the initial %j stays', (typed, expected) => {
  expect(lastInitial(typed)).toBe(expected)
  expect(expected === '' || isInitial(expected)).toBe(true)
})
