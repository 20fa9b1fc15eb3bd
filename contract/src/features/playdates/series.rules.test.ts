import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { m } from '../../messages.ts'
import { dateIn } from '../../values/calendar-date.ts'
import { clockTime } from '../../values/date-format.ts'
import { wallTime } from '../../values/time-zone.ts'
import type { Playdate } from './playdate.ts'
import { datesOfSeries, followingDate, nextOfSeries, problemOfSeries } from './series.rules.ts'

const newYork = 'America/New_York'
/** Both clock changes: by an hour in either hemisphere, and by half an hour. */
const zones = [newYork, 'Australia/Lord_Howe', 'Europe/Berlin']
const day = 86_400_000

describe('the dates of a series', () => {
  test('keep the time on the clock when clocks change', { tags: ['PLAN-32'] }, () => {
    const dates = datesOfSeries('2026-10-20T20:00:00.000Z', { everyWeeks: 1, until: '2026-11-17' }, newYork)
    expect(dates).toEqual([
      '2026-10-20T20:00:00.000Z',
      '2026-10-27T20:00:00.000Z',
      '2026-11-03T21:00:00.000Z',
      '2026-11-10T21:00:00.000Z',
      '2026-11-17T21:00:00.000Z',
    ])
    expect(dates.map((each) => clockTime(each, newYork))).toEqual(Array(5).fill('4:00 PM'))
  })

  test('match a search of every quarter of an hour', { tags: ['PLAN-32'] }, () => {
    const start = fc.integer({
      min: Date.parse('2026-01-01') / 900_000,
      max: Date.parse('2028-01-01') / 900_000,
    })
    const arbitrary = fc.record({
      start: start.map((quarter) => quarter * 900_000),
      zone: fc.constantFrom(...zones),
      everyWeeks: fc.constantFrom(1 as const, 2 as const),
      days: fc.integer({ min: -3, max: 200 }),
    })
    fc.assert(
      fc.property(arbitrary, ({ start, zone, everyWeeks, days }) => {
        const until = dateIn(start + days * day, zone)
        const found = datesOfSeries(new Date(start).toISOString(), { everyWeeks, until }, zone)
        expect(found.map(Date.parse)).toEqual(lookedFor({ start, zone, everyWeeks, until }))
      }),
      { seed: 20_261_125, numRuns: 200 },
    )
  })
})

/** Brute force: tries each quarter of an hour within three hours of the same time of day. */
function lookedFor(given: { start: number; zone: string; everyWeeks: number; until: string }): number[] {
  const { start, zone, everyWeeks, until } = given
  const wall = wallTime(start, zone)
  const dates = [start]
  for (let days = everyWeeks * 7; dates.length < 14; days += everyWeeks * 7) {
    const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days)).toISOString().slice(0, 10)
    if (date > until) break
    const quarters = Array.from({ length: 24 }, (_, index) => start + days * day + (index - 12) * 900_000)
    const shows = (at: number) => {
      const { hour, minute } = wallTime(at, zone)
      return dateIn(at, zone) === date && hour === wall.hour && minute === wall.minute
    }
    const shown = quarters.find(shows)
    // Skipped by a clock change: as far after the change as the time asked for was.
    const skipped = quarters.find(
      (at) =>
        dateIn(at, zone) === date &&
        !shows(at) &&
        [1_800_000, 3_600_000].some((gap) => {
          const before = wallTime(at - gap, zone)
          const { hour, minute } = wallTime(at, zone)
          const moved = hour * 60 + minute - (before.hour * 60 + before.minute) - gap / 60_000
          return moved === gap / 60_000 && hour * 60 + minute - gap / 60_000 === wall.hour * 60 + wall.minute
        }),
    )
    dates.push(shown ?? skipped ?? Number.NaN)
  }
  return dates
}

describe('a playdate that repeats', () => {
  const [start, places] = ['2026-11-24T20:30:00.000Z', ['Riverside Park']]
  const until = (last: string, everyWeeks: 1 | 2 = 1) =>
    problemOfSeries({ times: [start], places, repeat: { everyWeeks, until: last } }, newYork)?.text()

  test('has two to thirteen dates', { tags: ['PLAN-30'] }, () => {
    expect(until('2026-11-24')).toBe('Please choose a later end')
    expect(until('2026-11-30')).toBe('Please choose a later end')
    expect(until('2026-12-01')).toBeUndefined()
    expect(until('2027-02-22')).toBeUndefined()
    expect(until('2027-02-23')).toBe('At most 13 dates at a time')
    expect(until('2026-12-07', 2)).toBe('Please choose a later end')
    expect(until('2027-05-11', 2)).toBeUndefined()
    expect(until('2027-05-25', 2)).toBe('At most 13 dates at a time')
    expect(until('9999-12-31')).toBe('At most 13 dates at a time')
  })

  test('has one time and one place', () => {
    const repeat = { everyWeeks: 1, until: '2026-12-22' } as const
    expect(problemOfSeries({ times: [start, '2026-11-25T20:30:00.000Z'], places, repeat }, newYork)).toEqual({
      field: 'proposedTimes',
      text: m.prompt_series_one_time,
    })
    expect(problemOfSeries({ times: [], places, repeat }, newYork)?.field).toBe('proposedTimes')
    for (const until of ['2026-11-30', '9999-12-31'])
      expect(problemOfSeries({ times: [start], places, repeat: { ...repeat, until } }, newYork)?.field).toBe(
        'repeat.until',
      )
    expect(problemOfSeries({ times: [start], places: ['Park', 'Zoo'], repeat }, newYork)).toEqual({
      field: 'proposedLocations.option1',
      text: m.prompt_series_one_place,
    })
  })
})

describe('the following date', () => {
  const start = '2026-10-20T20:00:00.000Z'
  const after = (everyWeeks: 1 | 2, now: string) =>
    followingDate(start, { everyWeeks, now: Date.parse(now) }, newYork)

  test('is the next one to come, at the same time on the clock', { tags: ['PLAN-32'] }, () => {
    expect(after(1, '2026-10-20T21:00:00Z')).toBe('2026-10-27T20:00:00.000Z')
    expect(after(2, '2026-10-20T21:00:00Z')).toBe('2026-11-03T21:00:00.000Z')
    expect(after(1, '2026-11-03T20:59:59Z')).toBe('2026-11-03T21:00:00.000Z')
    // A date that begins now is past.
    expect(after(1, '2026-11-03T21:00:00Z')).toBe('2026-11-10T21:00:00.000Z')
    expect(after(2, '2026-11-20T00:00:00Z')).toBe('2026-12-01T21:00:00.000Z')
  })
})

describe('a list of series shows', () => {
  const now = Date.parse('2026-11-20T18:00:00Z')
  const date = (days: number, change: Partial<Playdate> = {}): Playdate =>
    ({
      _id: `${change.series?.id ?? 'weekly'} ${days}`,
      series: { id: 'weekly', left: 0 },
      status: 'pending',
      lastSide: 'owner',
      acceptedTime: null,
      proposedTimes: [new Date(now + days * day).toISOString()],
      unread: 0,
      ...change,
    }) as Playdate
  const shown = (...playdates: Playdate[]) => nextOfSeries(playdates, now).map(({ _id }) => _id)

  test('the next date, whatever the order', () => {
    expect(shown(date(-7), date(7), date(14))).toEqual(['weekly 7'])
    expect(shown(date(14), date(7), date(-7))).toEqual(['weekly 7'])
    expect(shown(date(-7), date(14))).toEqual(['weekly 14'])
    expect(shown(date(14), date(-7))).toEqual(['weekly 14'])
  })

  test('the last date if all have begun, including one that begins now', () => {
    expect(shown(date(-14), date(-7), date(-21))).toEqual(['weekly -7'])
    expect(shown(date(0), date(-7))).toEqual(['weekly 0'])
    expect(shown(date(0), date(7))).toEqual(['weekly 7'])
    expect(shown(date(7), date(0))).toEqual(['weekly 7'])
  })

  test('the unread messages of all dates', () => {
    const unread = (...playdates: Playdate[]) => nextOfSeries(playdates, now).map((each) => each.unread)
    expect(unread(date(7), date(14, { unread: 2 }), date(21, { unread: 1 }))).toEqual([3])
    const [yes, no] = [{ response: 'accepted' }, { response: 'rejected' }] as const
    expect(unread(date(7, yes), date(14, { ...no, unread: 2 }))).toEqual([0, 2])
  })

  test('the first of two that begin at the same time', () => {
    expect(shown(date(7, { _id: 'one' }), date(7, { _id: 'other' }))).toEqual(['one'])
    expect(shown(date(-7, { _id: 'one' }), date(-7, { _id: 'other' }))).toEqual(['one'])
  })

  test('several dates if the turn or one’s own answer differs, the turn only while they are open', () => {
    expect(shown(date(7), date(14, { lastSide: 'recipient' }))).toHaveLength(2)
    expect(shown(date(7), date(14, { status: 'rejected' }))).toHaveLength(2)
    const [yes, no] = [{ response: 'accepted' }, { response: 'rejected' }] as const
    expect(shown(date(7, yes), date(14, no))).toHaveLength(2)
    const confirmed = { status: 'accepted', lastSide: 'recipient' } as const
    const acceptedTime = new Date(now + 3 * day).toISOString()
    expect(shown(date(7, { status: 'accepted' }), date(14, { ...confirmed, acceptedTime }))).toEqual([
      'weekly 14',
    ])
  })

  test('each other series, and each playdate that doesn’t repeat', () => {
    const alone = ['a', 'b'].map((_id) => ({ ...date(7), _id, series: undefined }) as Playdate)
    const other = date(7, { series: { id: 'other', left: 1 } })
    expect(shown(...alone, date(7), other)).toEqual(['a', 'b', 'weekly 7', 'other 7'])
  })

  test('the date with the earliest proposed time', () => {
    const several = { proposedTimes: [30, 5].map((days) => new Date(now + days * day).toISOString()) }
    expect(shown(date(7), date(14, { _id: 'several', ...several }))).toEqual(['several'])
  })
})
