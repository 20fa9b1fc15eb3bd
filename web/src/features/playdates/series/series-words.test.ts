import { expect, test } from 'vitest'
import { rhythmText } from './series-words.ts'

const zone = 'America/New_York'
const dateAt = (start: string) => ({
  playdate: start,
  start,
  status: 'accepted' as const,
  version: 1,
  location: null,
  isOpen: false,
  isLeftOut: false,
  mayStop: true,
})

test('a series is called by the day of most of its dates, though the first one was moved', () => {
  const dates = ['2026-11-25T20:30:00.000Z', '2026-12-01T20:30:00.000Z', '2026-12-08T20:30:00.000Z']
  expect(rhythmText({ everyWeeks: 1, dates: dates.map(dateAt) }, zone)).toBe('Every Tuesday')
  expect(rhythmText({ everyWeeks: 2, dates: dates.map(dateAt) }, zone)).toBe('Every other Tuesday')
})
