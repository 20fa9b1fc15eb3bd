import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallTime } from '../../values/time-zone.ts'
import { answerBy, deadline, isNight } from './waits.rules.ts'

const minute = 60_000
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]
/** Around the clock changes of all of them. */
const moments = fc.oneof(
  ...['2026-11-01', '2026-10-25', '2026-09-06', '2026-10-04', '2027-03-14', '2027-03-28', '2027-04-04'].map(
    (day) => fc.integer({ min: -3 * 1_440, max: 3 * 1_440 }).map((off) => Date.parse(day) + off * minute),
  ),
)

/** Brute force: goes minute by minute to the next 9 am. */
function nine(from: number, zone: string): number {
  for (let at = from; ; at += minute) {
    const { hour, minute: past } = wallTime(at, zone)
    if (hour === 9 && past === 0) return at
  }
}

const isAtNight = (at: number, zone: string) => {
  const { hour } = wallTime(at, zone)
  return [21, 22, 23, 0, 1, 2, 3, 4, 5, 6].includes(hour)
}

test('a wait of hours ends after them, or at the next 9 am if that is at night, as found minute by minute', {
  tags: ['PLAN-19'],
}, () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(2, 4, 24), fc.constantFrom(...zones), (from, hours, zone) => {
      const end = from + hours * 60 * minute
      const expected = isAtNight(end, zone) ? nine(end, zone) : end
      expect(deadline(from, { hours }, zone)).toBe(expected)
      if (hours === 4) expect(deadline(from, 'hours', zone)).toBe(expected)
      expect(isNight(end, zone)).toBe(isAtNight(end, zone))
    }),
    { seed: 20_261_125, numRuns: 400 },
  )
})

test('a wait of a day ends at the same time on tomorrow’s clock, over both clock changes', {
  tags: ['PLAN-19'],
}, () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (from, zone) => {
      const wall = wallTime(from, zone)
      const tomorrow = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + 1))
      const isThen = (at: number) => {
        const { day, hour, minute: past } = wallTime(at, zone)
        return day === tomorrow.getUTCDate() && hour === wall.hour && past === wall.minute
      }
      let end = from + 22 * 60 * minute
      while (!isThen(end) && end < from + 27 * 60 * minute) end += minute
      // If clocks skip that minute there is nothing to compare.
      if (!isThen(end)) return
      expect(deadline(from, 'day', zone)).toBe(isAtNight(end, zone) ? nine(end, zone) : end)
    }),
    { seed: 20_261_125, numRuns: 400 },
  )
})

test('a wait ends with the last proposed time at the latest, and without a wait there is no end', {
  tags: ['PLAN-18', 'PLAN-19'],
}, () => {
  const zone = 'America/New_York'
  const at = (text: string) => Date.parse(`${text}-05:00`)
  const times = [at('2026-11-25T18:00'), at('2026-11-25T16:00')]
  expect(answerBy(at('2026-11-25T10:00'), 'hours', { times, zone })).toBe(at('2026-11-25T14:00'))
  expect(answerBy(at('2026-11-25T15:00'), 'hours', { times, zone })).toBe(at('2026-11-25T18:00'))
  expect(answerBy(at('2026-11-25T10:00'), null, { times, zone })).toBeNull()
  expect(deadline(at('2026-11-25T20:00'), 'hours', zone)).toBe(at('2026-11-26T09:00'))
  expect(deadline(at('2026-11-25T22:00'), 'day', zone)).toBe(at('2026-11-27T09:00'))
})
