import fc from 'fast-check'
import { expect, test } from 'vitest'
import { days } from '../../values/availability.ts'
import { dateIn, daysBetween } from '../../values/calendar-date.ts'
import { daysText } from '../../values/date-format.ts'
import { busyOf, momentsOf } from './away.rules.ts'
import { type ChildHours, findSlots } from './slots.rules.ts'

// Clocks that change at 2 am, never, and at midnight, so that one day has no midnight.
const zones = ['America/New_York', 'Asia/Kathmandu', 'America/Santiago'] as const
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** Around both clock changes of each zone in 2027, and an ordinary week. */
const changes = ['2027-03-14', '2027-11-07', '2027-04-04', '2027-09-05', '2027-06-10']
const anyDays = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 5 }))
  .map(([around, shift, length]) => {
    const from = Date.parse(`${around}T00:00:00Z`) + shift * day
    return { from: dateOf(from), to: dateOf(from + length * day) }
  })

/** Brute force: reads the local date at each minute of the hour. */
function isAwayMinuteByMinute({ from, to }: { from: string; to: string }, zone: string, start: number) {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return Array.from({ length: 60 }, (_, index) => clock.format(start + index * minute)).some(
    (date) => from <= date && date <= to,
  )
}

const always = days.map((each) => ({ day: each, blocks: [{ start: 5, end: 22 }] }))

test('an hour that overlaps days away is busy, on the clock of their author, as a brute-force search finds', {
  tags: ['TIME-107'],
}, () => {
  fc.assert(
    fc.property(
      anyDays,
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      fc.integer({ min: -48, max: 24 * 8 }),
      fc.integer({ min: 0, max: 3 }),
      (away, author, viewer, offset, quarter) => {
        const child = { away: [momentsOf(away, author)] }
        const start = Date.parse(`${away.from}T00:00:00Z`) + offset * hour + quarter * 15 * minute
        const expected = isAwayMinuteByMinute(away, author, start)
        expect(busyOf(child, { start, end: start + hour })).toBe(expected)
        // A child without known hours: an hour away is busy instead of unknown.
        const known: ChildHours = { ...child, availability: null, timeZone: viewer }
        for (const slot of findSlots([known], start, start + 3 * hour, viewer))
          expect(slot.fit).toBe(isAwayMinuteByMinute(away, author, slot.start) ? 'some' : 'unknown')
      },
    ),
    { seed: 20_271_107, numRuns: 250 },
  )
})

test('the hours around days away stay free, even those that touch them', {
  tags: ['TIME-107'],
}, () => {
  const away = [momentsOf({ from: '2027-03-14', to: '2027-03-14' }, 'America/New_York')]
  const child: ChildHours = { availability: always, timeZone: 'America/New_York', away }
  const [from, to] = [Date.parse('2027-03-13T05:00:00Z'), Date.parse('2027-03-16T04:00:00Z')]
  const fits = findSlots([child], from, to, 'America/New_York')
  const free = fits.filter(({ fit }) => fit === 'all').map(({ start }) => dateIn(start, 'America/New_York'))
  expect(new Set(free)).toEqual(new Set(['2027-03-13', '2027-03-15']))
  expect(fits.filter(({ fit }) => fit === 'some')).toHaveLength(17)
  // 23 hours long, since clocks go forward.
  expect(away).toEqual([
    { start: Date.parse('2027-03-14T05:00:00Z'), end: Date.parse('2027-03-15T04:00:00Z') },
  ])
  const [{ start, end } = { start: 0, end: 0 }] = away
  expect(busyOf({ away }, { start: start - hour, end: start })).toBe(false)
  expect(busyOf({ away }, { start: end, end: end + hour })).toBe(false)
  expect(busyOf({ away }, { start: start - hour, end: start + 1 })).toBe(true)
})

test('dates are counted by the calendar', () => {
  expect(daysBetween('2027-03-13', '2028-03-12')).toBe(365)
  expect(daysBetween('2027-03-13', '2027-03-12')).toBe(-1)
})

test('days away are written without leading zeros, and a single day once', { tags: ['TIME-105'] }, () => {
  expect(daysText({ from: '2026-12-20', to: '2027-01-02' })).toBe('12/20 – 1/2')
  expect(daysText({ from: '2026-10-10', to: '2026-10-10' })).toBe('10/10')
})
