import type { Availability } from '@tagalong/contract/values/availability.ts'
import { expect, test } from 'vitest'
import { nextFreeText } from './next-free.ts'

const zone = 'America/New_York'
const hours: Availability = [
  { day: 'Sat', blocks: [{ start: 9, end: 13 }] },
  {
    day: 'Tue',
    blocks: [
      { start: 7, end: 8 },
      { start: 15, end: 18 },
    ],
  },
]

test.each([
  // The first one is a Friday.
  ['2026-11-20T15:00:00Z', 'Free tomorrow, 9 am – 1 pm'],
  ['2026-11-21T17:59:00Z', 'Free today, 9 am – 1 pm'],
  ['2026-11-21T18:00:00Z', 'Free Tuesday, 7 – 8 am'],
  ['2026-11-24T13:00:00Z', 'Free today, 3 – 6 pm'],
  // Still Tuesday in that time zone.
  ['2026-11-25T04:00:00Z', 'Free Saturday, 9 am – 1 pm'],
])('at %s the text is: %s', (now, text) => {
  expect(nextFreeText(hours, Date.parse(now), zone)).toBe(text)
})

test('a day that is over this week counts again next week; without hours there is no text', () => {
  const tuesdays = hours.filter(({ day }) => day === 'Tue')
  expect(nextFreeText(tuesdays, Date.parse('2026-11-25T04:00:00Z'), zone)).toBe('Free next Tuesday, 7 – 8 am')
  expect(nextFreeText([], Date.parse('2026-11-25T04:00:00Z'), zone)).toBe('')
})
