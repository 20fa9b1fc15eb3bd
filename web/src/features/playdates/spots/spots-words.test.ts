import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { instantOf } from '@tagalong/contract/values/time-zone.ts'
import { expect, onTestFinished, test } from 'vitest'
import { childrenPlaying } from '../event-guests.ts'
import { childOf, playdateOf } from '../playdate.fixture.ts'
import { capacityOf, namesText, spotsOf, untilText } from './spots-words.ts'

const zone = 'America/New_York'
const at = (day: number, hour: number) => instantOf({ year: 2026, month: 11, day, hour, minute: 30 }, zone)
const until = (day: number, hour: number) =>
  untilText(new Date(at(day, hour)).toISOString(), zone, at(24, 22))

test('the end of an offer is written as today, tomorrow or a date', () => {
  expect(until(24, 23)).toBe('11:30 PM today')
  expect(until(25, 9)).toBe('9:30 AM tomorrow')
  expect(until(26, 9)).toBe('9:30 AM, 11/26')
  onTestFinished(() => readLanguageFrom(() => 'en'))
  readLanguageFrom(() => 'es')
  expect(until(24, 23)).toBe('hoy, 11:30 p.m.')
  expect(until(26, 9)).toBe('el 26 nov, 9:30 a.m.')
})

test('names are joined by ‘and’', () => {
  expect(namesText(['Anika'])).toBe('Anika')
  expect(namesText(['Anika', 'Rohan'])).toBe('Anika and Rohan')
})

const full = playdateOf({
  type: 'group',
  status: 'accepted',
  ownerChildren: [childOf('anika')],
  recipientChildren: [childOf('zuri', 'amara'), childOf('kofi', 'amara'), childOf('yusuf', 'leila')],
  capacity: 4,
  spotsLeft: 1,
})
const place = { caregiver: { _id: 'amara', name: 'Amara', lastName: 'Okafor' }, children: ['zuri', 'kofi'] }

test('spots that are kept are counted apart from those taken, as far as the viewer knows', () => {
  expect(spotsOf(full, 0)).toEqual({ capacity: 4, taken: 3, left: 1, kept: 0 })
  expect(spotsOf(full, 2)).toEqual({ capacity: 4, taken: 1, left: 1, kept: 2 })
  const offered = { ...full, waiting: [{ ...place, position: 1, offerUntil: '2026-11-25T14:00:00.000Z' }] }
  expect(spotsOf(offered, 0)).toEqual({ capacity: 4, taken: 1, left: 1, kept: 2 })
  const waiting = { ...full, waiting: [{ ...place, position: 1, offerUntil: null }] }
  expect(spotsOf(waiting, 0)).toEqual({ capacity: 4, taken: 3, left: 1, kept: 0 })
  expect(spotsOf({ ...full, capacity: null, spotsLeft: null }, 0)).toBeNull()
})

test('families that the viewer knows to be waiting don’t play', { tags: ['PLAN-52'] }, () => {
  const names = (playdate: typeof full) => childrenPlaying(playdate, []).map(({ _id }) => _id)
  expect(names(full)).toEqual(['anika', 'zuri', 'kofi', 'yusuf'])
  expect(names({ ...full, waiting: [{ ...place, position: 1, offerUntil: null }] })).toEqual([
    'anika',
    'yusuf',
  ])
  const own = full.recipientChildren.map((child) => ({ ...child, isOwn: child._id === 'yusuf' }))
  for (const response of ['waiting', 'offered'] as const) {
    expect(names({ ...full, recipientChildren: own, response })).toEqual(['anika', 'zuri', 'kofi'])
  }
})

test('no input means no limit, and other text is not taken for a number', () => {
  expect([' ', '12', 'many'].map(capacityOf)).toEqual([null, 12, Number.NaN])
})
