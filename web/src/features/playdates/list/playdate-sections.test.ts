import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { expect, test } from 'vitest'
import { playdateOf } from '../playdate.fixture.ts'
import { nextPlaydate, sortIntoSections } from './playdate-sections.ts'

const viewer = { timeZone: 'America/Los_Angeles' }
const now = Date.parse('2026-11-20T20:00:00Z') // noon in Los Angeles
const accepted = (_id: string, acceptedTime: string, more: Partial<Playdate> = {}) =>
  playdateOf({ _id, status: 'accepted', acceptedTime, acceptedLocation: 'Park', ...more })
const idsOf = (list: readonly Playdate[]) => list.map(({ _id }) => _id)

test('a pending playdate is sent if it is mine, and received otherwise', { tags: ['PLAY-91'] }, () => {
  const mine = playdateOf({ _id: 'mine' })
  const theirs = playdateOf({ _id: 'theirs', owner: { _id: 'you', name: 'Amara', lastName: 'O' } })
  const sections = sortIntoSections([mine, theirs], [], viewer, now)
  expect(idsOf(sections.sent)).toEqual(['mine'])
  expect(idsOf(sections.received)).toEqual(['theirs'])
})

test('earlier today is upcoming, yesterday is past', { tags: ['PLAY-76', 'PLAY-77'] }, () => {
  const today = accepted('today', '2026-11-20T08:30:00Z') // 0:30 AM
  const yesterday = accepted('yesterday', '2026-11-20T07:30:00Z') // 11:30 PM the day before
  const sections = sortIntoSections([], [today, yesterday], viewer, now)
  expect(idsOf(sections.upcoming)).toEqual(['today'])
  expect(idsOf(sections.past)).toEqual(['yesterday'])
})

test('a series shows its next date beside the one that has begun today', {
  tags: ['PLAY-76', 'PLAN-39'],
}, () => {
  const series = { id: 'weekly', left: 3 }
  const list = [
    accepted('last-week', '2026-11-13T19:30:00Z', { series }),
    accepted('begun', '2026-11-20T19:30:00Z', { series }),
    accepted('next', '2026-11-27T19:30:00Z', { series }),
    accepted('after', '2026-12-04T19:30:00Z', { series }),
  ]
  const { upcoming, past } = sortIntoSections([], list, viewer, now)
  expect(idsOf(upcoming)).toEqual(['begun', 'next'])
  expect(idsOf(past)).toEqual(['last-week'])
})

test('upcoming playdates are sorted soonest first, past ones newest first', {
  tags: ['PLAY-44', 'PLAY-45'],
}, () => {
  const list = [
    accepted('later', '2026-12-02T20:00:00Z'),
    accepted('long-ago', '2026-10-01T20:00:00Z'),
    accepted('sooner', '2026-11-21T20:00:00Z'),
    accepted('last-week', '2026-11-13T20:00:00Z'),
  ]
  const { upcoming, past } = sortIntoSections([], list, viewer, now)
  expect(idsOf(upcoming)).toEqual(['sooner', 'later'])
  expect(idsOf(past)).toEqual(['last-week', 'long-ago'])
})

test('a rejected or cancelled playdate is in no section', { tags: ['PLAY-72'] }, () => {
  const gone = [playdateOf({ status: 'rejected' }), playdateOf({ status: 'cancelled' })]
  const sections = sortIntoSections(gone, gone, viewer, now)
  expect(Object.values(sections).flat()).toEqual([])
})

test('a request whose times have all passed is still shown', { tags: ['PLAY-32'] }, () => {
  const late = playdateOf({ _id: 'late', proposedTimes: ['2026-11-01T20:00:00Z'] })
  expect(idsOf(sortIntoSections([late], [], viewer, now).sent)).toEqual(['late'])
})

test('the next playdate is the first that is not over', { tags: ['PLAY-44'] }, () => {
  const over = accepted('over', '2026-11-20T16:00:00Z')
  const going = accepted('going', '2026-11-20T19:00:00Z')
  const tomorrow = accepted('tomorrow', '2026-11-21T19:00:00Z')
  expect(nextPlaydate([tomorrow, going, over], now)?._id).toBe('going')
  expect(nextPlaydate([over], now)).toBeUndefined()
})

test('an event without my answer is in received and upcoming, with the latest change first', {
  tags: ['PLAY-28', 'PLAY-79', 'PLAY-82'],
}, () => {
  const theirs = { _id: 'you', name: 'Amara', lastName: 'O' }
  const event = accepted('event', '2026-11-21T20:00:00Z', { type: 'group', owner: theirs, response: null })
  const request = playdateOf({ _id: 'request', owner: theirs, updatedAt: '2026-11-19T13:00:00Z' })
  const both = sortIntoSections([request], [event], viewer, now)
  expect(idsOf(both.received)).toEqual(['request', 'event'])
  expect(idsOf(both.upcoming)).toEqual(['event'])
  for (const change of [
    { response: 'accepted' as const },
    { response: 'rejected' as const },
    { side: 'owner' as const },
  ]) {
    const answered = sortIntoSections([], [{ ...event, ...change }], viewer, now)
    expect(idsOf(answered.received)).toEqual([])
    expect(idsOf(answered.upcoming)).toEqual(['event'])
  }
  const begun = sortIntoSections([], [event], viewer, Date.parse('2026-11-21T20:00:00Z'))
  expect(idsOf(begun.received)).toEqual([])
})

test('an event that I have not accepted is not my next playdate', { tags: ['PLAY-44'] }, () => {
  const owner = { _id: 'you', name: 'Amara', lastName: 'O' }
  const event = accepted('event', '2026-11-21T20:00:00Z', { type: 'group', owner, response: null })
  const later = accepted('later', '2026-11-22T20:00:00Z')
  expect(nextPlaydate([event, later], now)?._id).toBe('later')
  expect(nextPlaydate([{ ...event, response: 'accepted' }, later], now)?._id).toBe('event')
})
