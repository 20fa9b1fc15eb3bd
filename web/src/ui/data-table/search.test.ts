import { expect, test } from 'vitest'
import { fittingRows, isPattern, patternOf, rowsWithText } from './search.ts'

const rows = [
  ['Anna', '94601'],
  ['Ben (junior)', '94602'],
  ['ANNALEEN', '94603'],
]

test('a search text is a regular expression over the cells of a row', { tags: ['TABLE-02'] }, () => {
  const found = (text: string) => fittingRows(rows, text)
  expect(found('^A.*n$')).toEqual([2])
  expect(found('^946')).toEqual([0, 1, 2])
  expect(found('anna$|junior')).toEqual([0, 1])
})

test('case is ignored, and an invalid pattern is searched for as plain text', {
  tags: ['TABLE-03'],
}, () => {
  expect(fittingRows(rows, 'ann')).toEqual([0, 2])
  expect(rowsWithText(rows, 'aNN')).toEqual([0, 2])
  for (const text of ['(', '[a', '*', 'a{2,1}', '\\']) {
    expect(isPattern(text)).toBe(true)
    expect(patternOf(text)).toBeNull()
  }
  expect(rowsWithText(rows, '(')).toEqual([1])
  expect(isPattern('anna lee 94601')).toBe(false)
})

test('a pattern also finds its own text, such as a pasted address', { tags: ['TABLE-02'] }, () => {
  const addresses = [['Ann+Bee@example.org'], ['annbee@example.org'], ['annnbee@example.org']]
  expect(fittingRows(addresses, 'ann+bee@example.org')).toEqual([0, 1, 2])
  expect(fittingRows(addresses, 'bee+cee@example.org')).toEqual([])
})
