import { describe, expect, test } from 'vitest'
import { days } from '../../values/availability.ts'
import { instantOf, wallTime } from '../../values/time-zone.ts'
import type { ChildHours } from '../children/slots.rules.ts'
import { hourOf, suggestTimes } from './suggestions.rules.ts'

const zone = 'America/New_York'
/** A Wednesday. */
const now = Date.parse('2026-06-10T16:00:00Z')
const [hour, day] = [3_600_000, 86_400_000]
type Day = (typeof days)[number]

/** Free on these days from one hour to another. */
const free = (some: readonly Day[], start: number, end: number): ChildHours => ({
  availability: some.map((each) => ({ day: each, blocks: [{ start, end }] })),
  timeZone: zone,
  away: [],
})
const unknown: ChildHours = { availability: null, timeZone: zone, away: [] }
const at = (days: number, hours: number) =>
  instantOf({ year: 2026, month: 6, day: 10 + days, hour: hours }, zone)
const ask = (children: ChildHours[], change: Partial<Parameters<typeof suggestTimes>[0]> = {}) =>
  suggestTimes({ children, durationMinutes: 120, busy: [], played: [], now, zone, ...change })
/** `4 15 everyone`: in four days at 3 pm. */
const shown = (...of: Parameters<typeof ask>) =>
  ask(...of).map(({ start, reason }) => {
    const wall = wallTime(start, zone)
    return `${wall.day - 10} ${wall.hour} ${reason}`
  })

describe('suggested times', () => {
  test('are at most three, one a day, from tomorrow on, after school first', {
    tags: ['PLAN-01', 'PLAN-04'],
  }, () => {
    expect(shown([free(days, 5, 22)])).toEqual([
      '1 15 after-school',
      '2 15 after-school',
      '3 9 weekend-morning',
    ])
    expect(shown([free(['Wed'], 15, 22)])).toEqual(['7 15 after-school', '14 15 after-school'])
    expect(shown([free(['Wed'], 15, 16)])).toEqual([])
  })

  test('begin from 8 am to 6 pm and end by 8 pm', { tags: ['PLAN-02'] }, () => {
    expect(shown([free(['Mon'], 5, 10)])).toEqual(['5 8 everyone', '12 8 everyone'])
    expect(shown([free(['Mon'], 18, 22)])).toEqual(['5 18 everyone', '12 18 everyone'])
    expect(shown([free(['Mon'], 19, 22)], { durationMinutes: 60 })).toEqual([])
    expect(shown([free(['Mon'], 18, 22)], { durationMinutes: 121 })).toEqual([])
    expect(shown([free(['Mon'], 5, 9)])).toEqual([])
  })

  test.each([
    [14, '5 14 everyone'],
    [15, '5 15 after-school'],
    [17, '5 17 after-school'],
    [18, '5 18 everyone'],
  ])('on a school day %d o’clock is called %s', { tags: ['PLAN-03'] }, (start, first) => {
    expect(shown([free(['Mon'], start, start + 2)])[0]).toBe(first)
  })

  test.each([
    ['Sat', 8, '3 8 everyone'],
    ['Sat', 9, '3 9 weekend-morning'],
    ['Sun', 11, '4 11 weekend-morning'],
    ['Sun', 12, '4 12 everyone'],
    ['Sun', 15, '4 15 everyone'],
    ['Mon', 9, '5 9 everyone'],
  ] as const)('on %s %d o’clock is called %s', { tags: ['PLAN-03'] }, (weekday, start, first) => {
    expect(shown([free([weekday], start, start + 2)])[0]).toBe(first)
  })

  test('are usual within an hour of an earlier playdate, on the same day of the week', {
    tags: ['PLAN-03'],
  }, () => {
    const played = (days: number, hours: number) =>
      shown([free(['Mon'], 12, 20)], { played: [at(days, hours)] })[0]
    expect(played(-2, 13)).toBe('5 12 usual')
    expect(played(-2, 18)).toBe('5 17 usual')
    expect(played(-2, 10)).toBe('5 15 after-school')
    expect(played(-1, 13)).toBe('5 15 after-school')
    // Ranked first, though it is later.
    const found = shown([free(days, 5, 22)], { played: [at(-4, 10), at(-2, 9)] })
    expect(found).toEqual(['3 9 usual', '5 8 usual', '10 9 usual'])
  })

  test('keep an hour’s distance from other playdates of one’s own children', { tags: ['PLAN-05'] }, () => {
    const near = (start: number, durationMinutes: number) =>
      shown([free(['Mon'], 9, 13)], { durationMinutes: 60, busy: [{ start, durationMinutes }] })[0]
    expect(near(at(5, 12), 60)).toBe('5 9 everyone')
    expect(near(at(5, 11) - 1, 60)).toBe('12 9 everyone')
    expect(near(at(5, 11), 60)).toBe('5 9 everyone')
    expect(near(at(5, 8), 60)).toBe('5 10 everyone')
    expect(near(at(5, 8), 61)).toBe('5 11 everyone')
  })

  test('are sure if every hour is known to be free, and are not made if a child is busy', {
    tags: ['PLAN-04'],
  }, () => {
    const sure = (children: ChildHours[]) => ask(children)[0]?.isSure
    expect(sure([free(['Mon'], 9, 11)])).toBe(true)
    expect(sure([free(['Mon'], 9, 11), unknown])).toBe(false)
    expect(sure([free(['Mon'], 9, 11), free(['Mon'], 9, 10)])).toBeUndefined()
    expect(shown([free(['Mon'], 12, 14), unknown])[0]).toBe('5 12 could')
    // A begun hour counts as a whole one.
    expect(shown([free(['Mon'], 9, 11)], { durationMinutes: 121 })).toEqual([])
  })

  test('reach to the end of the fourteenth day', { tags: ['PLAN-02'] }, () => {
    expect(shown([free(['Wed', 'Thu'], 18, 20)], { played: [at(0, 18)] })).toEqual([
      '7 18 usual',
      '14 18 usual',
      '1 18 everyone',
    ])
  })
})

test('the hour of a moment is the one that contains it, even on a clock that is off by minutes', () => {
  expect(hourOf(now + 59 * 60_000, zone)).toBe(now)
  expect(hourOf(now + hour, zone)).toBe(now + hour)
  expect(hourOf(Date.parse('2026-06-10T16:40:00Z'), 'Asia/Kathmandu')).toBe(
    Date.parse('2026-06-10T16:15:00Z'),
  )
  expect(hourOf(now + day, zone)).toBe(now + day)
})
