import { expect, test } from 'vitest'
import { instantOfWeekly, weeklyTime } from './weekly-time.ts'

const zone = 'America/New_York'
// A Friday.
const now = Date.parse('2026-11-20T15:00:00Z')
const start = { week: 0, weekday: 0, hour: 0, minute: 0, second: 0 }
const at = (part: Partial<typeof start>) =>
  new Date(instantOfWeekly({ ...start, ...part }, now, zone)).toISOString()

test.each([
  ['week', 0, 52],
  ['weekday', 0, 6],
  ['hour', 0, 24],
  ['minute', 0, 59],
  ['second', 0, 59],
] as const)(
  'a %s from %i to %i is accepted, and one beyond is refused',
  { tags: ['TIME-15', 'TIME-16', 'TIME-17', 'TIME-18', 'TIME-19'] },
  (name, first, last) => {
    const isTaken = (value: number) => weeklyTime.safeParse({ ...start, [name]: value }).success
    expect([first - 1, first, last, last + 1].map(isTaken)).toEqual([false, true, true, false])
    expect(isTaken(0.5)).toBe(false)
    expect(() => at({ [name]: last + 1 })).toThrow()
  },
)

test('each part moves the moment; weeks begin on Sunday', {
  tags: ['TIME-15', 'TIME-16', 'TIME-17', 'TIME-18', 'TIME-19'],
}, () => {
  expect(at({})).toBe('2026-11-15T05:00:00.000Z')
  expect(at({ weekday: 6, hour: 9, minute: 30, second: 15 })).toBe('2026-11-21T14:30:15.000Z')
  expect(at({ week: 52 })).toBe('2027-11-14T05:00:00.000Z')
})

test('hour 24 is the next day’s first moment, also at the end of a year', { tags: ['TIME-17'] }, () => {
  expect(at({ weekday: 2, hour: 24 })).toBe(at({ weekday: 3 }))
  expect(at({ week: 6, weekday: 4, hour: 24 })).toBe('2027-01-01T05:00:00.000Z')
})

test('the hour is wall time, whatever the season', {
  tags: ['TIME-17'],
}, () => {
  expect(at({ week: 18, hour: 9 })).toBe('2027-03-21T13:00:00.000Z')
})
