import { days } from '@tagalong/contract/values/availability.ts'
import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { afterEach, expect, test } from 'vitest'
import {
  copied,
  dayLine,
  dayName,
  dayText,
  painted,
  presets,
  rangeText,
  rectangle,
  splitDay,
} from './hours.ts'

afterEach(() => readLanguageFrom(() => 'en'))

test('neighbouring hours merge into one block, and a gap splits it', { tags: ['CHILD-09'] }, () => {
  const week = painted([], rectangle({ day: 'Mon', hour: 14 }, { day: 'Wed', hour: 17 }), true)
  expect(week.map(({ day }) => day)).toEqual(['Mon', 'Tue', 'Wed'])
  expect(week[0]?.blocks).toEqual([{ start: 14, end: 18 }])
  expect(painted(week, [{ day: 'Tue', hour: 15 }], false)[1]?.blocks).toEqual([
    { start: 14, end: 15 },
    { start: 16, end: 18 },
  ])
})

test('a rectangle is the same from opposite corners', { tags: ['CHILD-09'] }, () => {
  const corners = rectangle({ day: 'Sat', hour: 5 }, { day: 'Thu', hour: 21 })
  expect(corners).toEqual(rectangle({ day: 'Thu', hour: 21 }, { day: 'Sat', hour: 5 }))
  expect(corners).toHaveLength(3 * 17)
})

test('a copied day replaces the hours of the other days', { tags: ['CHILD-09'] }, () => {
  const week = painted(
    [],
    [
      { day: 'Fri', hour: 15 },
      { day: 'Sat', hour: 9 },
    ],
    true,
  )
  expect(copied(week, 'Fri', ['Sat', 'Sun'])).toEqual(
    ['Sun', 'Fri', 'Sat'].map((day) => ({ day, blocks: [{ start: 15, end: 16 }] })),
  )
})

test('the presets lie inside the hours that a child can have', { tags: ['CHILD-09'] }, () => {
  for (const { cells } of presets) expect(cells.every(({ hour }) => hour >= 5 && hour < 22)).toBe(true)
  expect(presets.map(({ when }) => when())).toEqual([
    'Monday to Friday, 3 – 6 pm',
    'Saturday and Sunday, 9 am – 6 pm',
  ])
})

test.each([
  [{ start: 14, end: 19 }, '2 – 7 pm'],
  [{ start: 9, end: 11 }, '9 – 11 am'],
  [{ start: 9, end: 12 }, '9 am – 12 noon'],
  [{ start: 9, end: 13 }, '9 am – 1 pm'],
  [{ start: 12, end: 15 }, '12 noon – 3 pm'],
  [{ start: 11, end: 22 }, '11 am – 10 pm'],
])('%o is written %s', (block, text) => {
  expect(rangeText(block)).toBe(text)
})

test('a day is put in words', () => {
  const week = painted(
    [],
    [9, 10, 14].map((hour) => ({ day: 'Fri' as const, hour })),
    true,
  )
  expect(dayText(week, 'Fri')).toBe('9 – 11 am and 2 – 3 pm')
  expect(dayText(week, 'Mon')).toBe('')
})

test('days are named alone and in a sentence, in both languages', () => {
  expect(days.map((day) => splitDay(day)[0])).toEqual(days)
  expect(dayLine([], 'Sun')).toBe('Sunday: no free hours yet')
  readLanguageFrom(() => 'es')
  expect(days.map((day) => splitDay(day)[0])).toEqual(['Dom', 'Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb'])
  expect(dayLine([], 'Sun')).toBe('Domingo: aún sin horas libres')
  expect(dayName('Wed')).toBe('miércoles')
})
