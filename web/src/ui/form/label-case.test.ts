import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { afterEach, expect, test } from 'vitest'
import { inCase, inWords } from './label-case.ts'

afterEach(() => readLanguageFrom(() => 'en'))

test('a label is in title case by default', { tags: ['CONST-29'] }, () => {
  expect(inCase('date of birth', 'title')).toBe('Date of Birth')
  expect(inCase("friend's name", 'title')).toBe("Friend's Name")
  expect(inCase('ZIP code', 'title')).toBe('ZIP Code')
  expect(inCase('date of birth', 'sentence')).toBe('Date of birth')
  expect(inCase('eMail', 'as-is')).toBe('eMail')
})

test('a field without a label is called by its name, split into words', { tags: ['CONST-29'] }, () => {
  expect(inCase(inWords('lastNameInitial'), 'title')).toBe('Last Name Initial')
  expect(inWords('proposedLocations.option1')).toBe('option1')
  expect(inWords('zip_code')).toBe('zip code')
})

test('a label in Spanish has one capital, at its beginning', () => {
  readLanguageFrom(() => 'es')
  expect(inCase('número de teléfono', 'title')).toBe('Número de teléfono')
  expect(inCase('Nombre de tu amistad', 'title')).toBe('Nombre de tu amistad')
})
