import {
  findAvailabilitySlots,
  longestSpanDays,
} from '@tagalong/contract/features/children/children.contract.ts'
import { slotStarts } from '@tagalong/contract/features/children/slots.rules.ts'
import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  addDays,
  clashesByHour,
  dayInMonth,
  hoursOf,
  pageOf,
  spokenDay,
  spokenHour,
  stripOf,
  toggleTime,
} from './propose-times.rules.ts'

const zone = 'America/Los_Angeles'
const day = { year: 2026, month: 11, day: 28 }
const before = Date.parse('2026-11-20T12:00:00Z')
const threePm = '2026-11-28T23:00:00.000Z'

test('the strip is the selected day with two days on either side, across months and years', {
  tags: ['TIME-02'],
}, () => {
  expect(stripOf(day).map((each) => each.day)).toEqual([26, 27, 28, 29, 30])
  expect(stripOf({ year: 2026, month: 12, day: 31 }).at(-1)).toEqual({ year: 2027, month: 1, day: 2 })
})

test('the next month opens on its first day, this one on today, earlier ones not at all', {
  tags: ['TIME-03'],
}, () => {
  const today = { year: 2026, month: 11, day: 20 }
  expect(dayInMonth(day, 1, today)).toEqual({ year: 2026, month: 12, day: 1 })
  expect(dayInMonth({ year: 2026, month: 12, day: 15 }, -1, today)).toEqual(today)
  expect(dayInMonth(day, -1, today)).toBeNull()
  expect(dayInMonth({ year: 2026, month: 12, day: 31 }, 2, today)).toEqual({ year: 2027, month: 2, day: 1 })
})

test('each day of a year is in a page of whole days that the server accepts, over both clock changes', {
  tags: ['TIME-04'],
}, () => {
  const today = { year: 2027, month: 1, day: 9 }
  const children = ['0198c0de-0000-7000-8000-000000000001']
  for (const each of [zone, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland']) {
    // A year takes 26 pages, far fewer than the calls allowed in an hour.
    for (let first = 0; first < 364; first += longestSpanDays) {
      const days = Array.from({ length: longestSpanDays }, (_, index) => addDays(today, first + index))
      const [page, ...others] = days.map((day) => pageOf(day, today, each))
      expect(new Set(others.map(({ from }) => from))).toEqual(new Set([page?.from]))
      const { from, to } = findAvailabilitySlots.body.parse({ children, ...page })
      const walls = slotStarts(Date.parse(from), Date.parse(to), each).map((start) => wallTime(start, each))
      expect(walls.map(({ month, day }) => `${month}/${day}`)).toEqual(
        days.flatMap(({ month, day }) => Array.from({ length: 17 }, () => `${month}/${day}`)),
      )
    }
  }
})

test("hours run from 5 am to 9 pm on the viewer's clock", { tags: ['TIME-23', 'TIME-24', 'TIME-25'] }, () => {
  const texts = hoursOf(day, undefined, [], zone, before).map(({ text }) => text)
  expect(texts).toHaveLength(17)
  expect([texts[0], texts[7], texts.at(-1)]).toEqual(['5 am', '12 pm', '9 pm'])
})

test('each hour has its fit; unanswered ones have none', {
  tags: ['TIME-05', 'TIME-06', 'TIME-10'],
}, () => {
  const slots = [
    { start: threePm, fit: 'all' as const },
    { start: '2026-11-29T00:00:00.000Z', fit: 'unknown' as const },
  ]
  const hours = hoursOf(day, slots, [], zone, before)
  const fitOf = (text: string) => hours.find((each) => each.text === text)?.fit
  expect([fitOf('3 pm'), fitOf('4 pm'), fitOf('5 pm')]).toEqual(['all', 'unknown', null])
})

test('hours follow wall time on the days when clocks change', { tags: ['TIME-04'] }, () => {
  for (const each of [
    { year: 2027, month: 3, day: 14 },
    { year: 2027, month: 11, day: 7 },
  ]) {
    const hours = hoursOf(each, undefined, [], zone, before)
    const onTheWall = hours.map(({ start }) => wallTime(Date.parse(start), zone).hour)
    expect(onTheWall).toEqual(Array.from({ length: 17 }, (_, index) => index + 5))
  }
})

test('past hours are marked', { tags: ['CREATE-40'] }, () => {
  const now = Date.parse('2026-11-28T23:00:00.000Z')
  const hours = hoursOf(day, undefined, [], zone, now)
  expect(hours.filter(({ isPast }) => isPast).at(-1)?.text).toBe('3 pm')
})

test('a time is picked, kept in order, and removed', { tags: ['TIME-09'] }, () => {
  const noon = '2026-11-28T20:00:00.000Z'
  const picked = toggleTime([threePm], noon)
  expect(picked).toEqual([noon, threePm])
  expect(toggleTime(picked, threePm)).toEqual([noon])
  expect(hoursOf(day, undefined, picked, zone, before).filter(({ isPicked }) => isPicked)).toHaveLength(2)
})

test('a screen reader gets the day, the hour and how it fits', { tags: ['TIME-05', 'TIME-09'] }, () => {
  const [slot] = hoursOf(day, [{ start: threePm, fit: 'all' }], [], zone, before).filter(
    (each) => each.text === '3 pm',
  )
  if (!slot) throw new Error('There is no 3 pm')
  expect(spokenHour(day, slot)).toBe('Saturday November 28, 3 pm, should work for everyone')
  expect(spokenHour(day, { ...slot, fit: 'some' })).toBe(
    'Saturday November 28, 3 pm, may not work for everyone',
  )
  expect(spokenHour(day, { ...slot, fit: null })).toBe('Saturday November 28, 3 pm')
})

test('in Spanish the day comes before its month', () => {
  onTestFinished(() => readLanguageFrom(() => 'en'))
  readLanguageFrom(() => 'es')
  expect(spokenDay(day)).toBe('sábado 28 de noviembre')
})

test('hours with the same clash are named together', () => {
  const mia = 'Mia has another playdate then'
  const both = 'Mia & Leo have another playdate then'
  const hours = [
    { text: '9 am', clash: mia },
    { text: '10 am', clash: null },
    { text: '11 am', clash: both },
    { text: '12 pm', clash: mia },
  ]
  expect(clashesByHour(hours)).toEqual([
    { clash: mia, text: '9 am, 12 pm' },
    { clash: both, text: '11 am' },
  ])
  expect(clashesByHour([])).toEqual([])
})
