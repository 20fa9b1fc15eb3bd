import { describe, expect, test } from 'vitest'
import type { PlaydateRow } from '../playdate-people.ts'
import { endOf, isOpen, onlyOffer, startOf } from './series.rules.ts'

const [now, later] = [new Date('2026-11-20T18:00:00Z'), new Date('2026-11-21T18:00:00Z')]
const at = now.getTime()
/** A request to the viewer. */
const row = (change: Partial<PlaydateRow> = {}): PlaydateRow =>
  ({
    type: 'single',
    status: 'pending',
    side: 'recipient',
    last_side: 'owner',
    may_act: true,
    location1: 'The park',
    location2: null,
    location3: null,
    proposed_times: [later],
    accepted_time: null,
    response: null,
    ...change,
  }) as PlaydateRow
const event = (change: Partial<PlaydateRow> = {}) =>
  row({ type: 'group', status: 'accepted', accepted_time: later, ...change })

test('a date begins at its confirmed time, or else at its first proposed time', () => {
  expect(startOf(row())).toBe(later)
  expect(startOf(row({ proposed_times: [later, now] }))).toBe(later)
  expect(startOf(row({ accepted_time: now }))).toBe(now)
  expect(() => startOf(row({ proposed_times: [] }))).toThrow('a playdate has no time')
})

test('a plain yes takes the only place and time, and nothing if there isn’t exactly one of each', () => {
  expect(onlyOffer(row())).toEqual({ location: 'The park', time: later })
  const elsewhere = row({ location1: null, location3: 'The zoo' })
  expect(onlyOffer(elsewhere)).toEqual({ location: 'The zoo', time: later })
  // An administrator removed the first one.
  expect(onlyOffer(row({ location1: '', location2: 'The zoo' }))).toEqual({
    location: 'The zoo',
    time: later,
  })
  for (const change of [
    { location2: 'The zoo' },
    { location1: null },
    { location1: '' },
    { proposed_times: [later, now] },
  ])
    expect(onlyOffer(row(change))).toBe(null)
  expect(onlyOffer(row({ proposed_times: [] }))).toBe(null)
})

describe('a date waits for the viewer’s answer', () => {
  test('as an upcoming request of the other side with one place and time', { tags: ['PLAN-35'] }, () => {
    expect(isOpen(row(), at)).toBe(true)
    for (const change of [
      { may_act: false },
      { side: 'owner' as const },
      { last_side: 'recipient' as const },
      { status: 'accepted' as const },
      { location2: 'The zoo' },
      { proposed_times: [now] },
    ])
      expect(isOpen(row(change), at), JSON.stringify(change)).toBe(false)
  })

  test('as an upcoming event they haven’t answered', () => {
    expect(isOpen(event(), at)).toBe(true)
    expect(isOpen(event({ location2: 'The zoo' }), at)).toBe(true)
    for (const change of [
      { may_act: false },
      { side: 'owner' as const },
      { response: 'rejected' as const },
      { status: 'cancelled' as const },
      { accepted_time: now },
    ])
      expect(isOpen(event(change), at), JSON.stringify(change)).toBe(false)
  })
})

describe('when a series is stopped', () => {
  test.each<[string | null, Partial<PlaydateRow>]>([
    ['rejected', {}],
    ['cancelled', { last_side: 'recipient' }],
    ['cancelled', { side: 'owner' }],
    ['cancelled', { side: 'owner', last_side: 'recipient' }],
    ['cancelled', { status: 'accepted', accepted_time: later }],
    [null, { status: 'accepted', accepted_time: now }],
    [null, { status: 'cancelled' }],
    [null, { status: 'rejected' }],
    [null, { may_act: false }],
    ['cancelled', { type: 'group', side: 'owner', status: 'accepted', accepted_time: later }],
    [null, { type: 'group', status: 'accepted', accepted_time: later }],
    [null, { type: 'group', side: 'owner', status: 'accepted', accepted_time: later, may_act: false }],
  ])('the end of a date is %s for %j', (end, change) => {
    expect(endOf(row(change), at)).toBe(end)
  })
})
