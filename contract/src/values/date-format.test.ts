import { afterEach, describe, expect, test } from 'vitest'
import {
  availabilityHour,
  calendarDate,
  clockTime,
  playdateTime,
  shortDate,
  slotHour,
} from './date-format.ts'
import { type Language, readLanguageFrom } from './language.ts'

const zone = 'America/New_York'
const saturday = '2026-11-28T20:00:00Z'

let language: Language = 'en'
readLanguageFrom(() => language)
afterEach(() => {
  language = 'en'
})

describe('in English', { tags: ['TIME-90'] }, () => {
  test('dates are numbers', () => {
    expect(playdateTime(saturday, zone)).toBe('Sat · 3:00 PM, 11/28')
    expect(shortDate(saturday, zone)).toBe('11/28/2026')
    expect(calendarDate('2026-09-05')).toBe('09/05/2026')
    expect(clockTime('2026-11-28T14:05:00Z', zone)).toBe('9:05 AM')
    expect([9, 12, 15].map(slotHour)).toEqual(['9 am', '12 pm', '3 pm'])
    expect([11, 12, 13].map(availabilityHour)).toEqual(['11 am', '12 noon', '1 pm'])
  })
})

describe('in Spanish', { tags: ['TIME-90'] }, () => {
  test('the month is a word, and all spaces are plain', () => {
    language = 'es'
    expect(playdateTime(saturday, zone)).toBe('sáb · 28 nov, 3:00 p.m.')
    expect(shortDate(saturday, zone)).toBe('28 nov 2026')
    expect(calendarDate('2026-05-05')).toBe('5 may 2026')
    expect([9, 12, 15].map(slotHour)).toEqual(['9 a.m.', '12 p.m.', '3 p.m.'])
    expect([11, 12, 13].map(availabilityHour)).toEqual(['11 a.m.', '12 del día', '1 p.m.'])
  })

  test.each([
    ['2026-11-28T05:00:00Z', '12:00 a.m.'],
    ['2026-11-28T14:05:00Z', '9:05 a.m.'],
    ['2026-11-28T17:00:00Z', '12:00 p.m.'],
    ['2026-11-29T04:59:00Z', '11:59 p.m.'],
  ])('%s is %s', (iso, text) => {
    language = 'es'
    expect(clockTime(iso, zone)).toBe(text)
  })

  test('every month has a word of its own', () => {
    language = 'es'
    const months = Array.from({ length: 12 }, (_, month) =>
      shortDate(new Date(Date.UTC(2026, month, 15)).toISOString(), 'UTC'),
    )
    expect(months.every((text) => /^15 \p{L}+ 2026$/u.test(text))).toBe(true)
    expect(new Set(months).size).toBe(12)
  })
})
