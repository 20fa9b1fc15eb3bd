import { expect, test } from 'vitest'
import { withoutNames } from './names-in-text.ts'

test.each([
  ['Leonard, are you coming?', ['Leonard'], 'a child, are you coming?'],
  ['Leonardo and leonard', ['Leonard'], 'Leonardo and leonard'],
  ["Zoé's party: Zoé!", ['Zoé'], "a child's party: a child!"],
  ['Zoéline', ['Zoé'], 'Zoéline'],
  ['林今天来', ['林'], 'a child今天来'],
  ['A.J. (A.J.) AxJx', ['A.J.'], 'a child (a child) AxJx'],
  ['Mia and Ida', ['Mia', 'Ida'], 'a child and a child'],
  ['Иван идёт', ['Иван'], 'a child идёт'],
])('%j without %j is %j', { tags: ['API-087'] }, (text, names, expected) => {
  expect(withoutNames(text, names)).toBe(expected)
})
