import { expect, test } from 'vitest'
import { isOtherProposal, lastUsualOf, rhythmText, unusualOf, usualOf } from './series-words.ts'

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

test('a series is named after the day of most of its dates, even if the first one was moved', () => {
  const dates = ['2026-11-25T20:30:00.000Z', '2026-12-01T20:30:00.000Z', '2026-12-08T20:30:00.000Z']
  expect(rhythmText({ everyWeeks: 1, dates: dates.map(dateAt) }, zone)).toBe('Every Tuesday')
  expect(rhythmText({ everyWeeks: 2, dates: dates.map(dateAt) }, zone)).toBe('Every other Tuesday')
})

test('a series has the time and place of most of its dates, and a moved date shows what differs', {
  tags: ['PLAN-34'],
}, () => {
  const park = (start: string) => ({ ...dateAt(start), location: 'The park' })
  const usual = [park('2026-12-01T20:30:00.000Z'), park('2026-12-08T20:30:00.000Z')]
  const later = park('2026-11-24T22:00:00.000Z')
  const elsewhere = { ...park('2026-12-15T20:30:00.000Z'), location: 'The zoo' }
  const dates = [later, ...usual, elsewhere]
  expect(usualOf(dates, zone)).toEqual({ time: '3:30 PM', location: 'The park' })
  expect(dates.map((date) => unusualOf(date, dates, zone))).toEqual([
    { time: '5:00 PM', location: null },
    { time: null, location: null },
    { time: null, location: null },
    { time: null, location: 'The zoo' },
  ])
  expect(usualOf(usual, 'America/Chicago')).toEqual({ time: '2:30 PM', location: 'The park' })
})

test('another series follows the last usual date, whatever was moved or cancelled', {
  tags: ['PLAN-81'],
}, () => {
  const weekly = ['2026-12-01', '2026-12-08', '2026-12-15'].map((day) => dateAt(`${day}T20:30:00.000Z`))
  const moved = dateAt('2026-12-23T21:00:00.000Z')
  const off = weekly.map((date) => ({ ...date, status: 'cancelled' as const }))
  expect(lastUsualOf([...weekly, moved], zone)).toBe('2026-12-15T20:30:00.000Z')
  expect(lastUsualOf([...weekly.slice(0, 2), ...off.slice(2)], zone)).toBe('2026-12-08T20:30:00.000Z')
  expect(lastUsualOf(off, zone)).toBe('2026-12-15T20:30:00.000Z')
})

test('a later change of a date’s time or place is another proposal, but a clock change is not', {
  tags: ['PLAN-34'],
}, () => {
  const [first, ...others] = ['2026-11-24', '2026-12-01', '2026-12-08'].map((day) => ({
    ...dateAt(`${day}T20:30:00.000Z`),
    location: 'The park',
  }))
  const isOther = (change: object) => {
    const date = { ...dateAt(''), ...first, ...change }
    return isOtherProposal(date, [date, ...others], zone)
  }
  expect(isOther({})).toBe(false)
  expect(isOther({ version: 3 })).toBe(false)
  expect(isOther({ version: 3, start: '2026-11-24T22:00:00.000Z' })).toBe(true)
  expect(isOther({ version: 3, start: '2026-11-25T20:30:00.000Z' })).toBe(true)
  expect(isOther({ version: 3, location: 'The zoo' })).toBe(true)
  expect(isOther({ start: '2026-11-24T21:30:00.000Z' })).toBe(false)
})
