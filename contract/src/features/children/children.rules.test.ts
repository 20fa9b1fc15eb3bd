import { expect, test } from 'vitest'
import { childName, gradeName, gradeText, isInitial, lastInitial } from './children.rules.ts'

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
])('typing %j gives the initial %j', { tags: ['CHILD-17'] }, (typed, expected) => {
  expect(lastInitial(typed)).toBe(expected)
  expect(expected === '' || isInitial(expected)).toBe(true)
})

test('one letter of any script is an initial, with its marks and nothing else', {
  tags: ['CHILD-17'],
}, () => {
  for (const one of ['A', 'é', 'e\u0301', 'ж', '龍', 'नि']) expect(isInitial(one)).toBe(true)
  for (const none of ['', ' ', 'AB', 'A ', ' A', '1', '-', 'A1', '1A', '🪁', '\u0301']) {
    expect(isInitial(none)).toBe(false)
  }
})

test('blanks around the input are ignored, and a letter keeps its mark', { tags: ['CHILD-17'] }, () => {
  expect(lastInitial(' b ')).toBe('B')
  expect(lastInitial('e\u0301')).toBe('É')
})

test('a child is called by name and initial, or by name alone without an initial', () => {
  expect(childName({ firstName: 'Mia', lastNameInitial: 'B' })).toBe('Mia B')
  expect(childName({ firstName: 'Mia', lastNameInitial: '' })).toBe('Mia')
})

test.each([
  ['Preschool', 'Preschool', 'Preschool'],
  ['PK', 'PK', 'PK'],
  ['KG', 'KG', 'KG'],
  ['2', '2', 'Grade 2'],
  ['12', '12', 'Grade 12'],
  ['2b', '2b', '2b'],
  ['b2', 'b2', 'b2'],
])('the grade %s is called %s among others, and %s by itself', (grade, name, text) => {
  expect([gradeName(grade), gradeText(grade)]).toEqual([name, text])
})
