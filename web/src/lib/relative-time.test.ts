import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { afterEach, expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2027-03-14T12:00:00Z')

afterEach(() => readLanguageFrom(() => 'en'))

test.each([
  ['2027-03-14T11:59:30Z', 'just now'],
  ['2027-03-14T11:58:00Z', '2 minutes ago'],
  ['2027-03-14T10:00:00Z', '2 hours ago'],
  ['2027-03-13T11:00:00Z', '1 day ago'],
  ['2027-03-16T13:00:00Z', 'in 2 days'],
  ['2026-03-13T12:00:00Z', '1 year ago'],
])('%s is %s', (iso, text) => {
  expect(relativeTime(iso, now)).toBe(text)
})

test('relative times are in Spanish, too', () => {
  readLanguageFrom(() => 'es')
  expect(relativeTime('2027-03-14T11:59:30Z', now)).toBe('hace un momento')
  expect(relativeTime('2027-03-14T10:00:00Z', now)).toBe('hace 2 horas')
  expect(relativeTime('2027-03-16T13:00:00Z', now)).toBe('dentro de 2 días')
})
