import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Playdate } from './playdate.ts'
import { clashesOf, goesThen, isGoing, mayAnswerEvent, mayMoveEvent } from './playdates.rules.ts'

const minute = 60_000
const noon = Date.parse('2027-03-14T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * minute).toISOString()

const carers = ['me', 'you', 'they'] as const
/** Two children each: `me-1`, `me-2` and so on. */
const kids = carers.flatMap((carer) => [`${carer}-1`, `${carer}-2`])
const nameOf = (_id: string) => ({ _id, name: _id, lastName: 'Raman' })
const childOf = (_id: string) => ({
  _id,
  firstName: _id,
  lastNameInitial: 'R',
  grade: null,
  photo: null,
  caregiver: nameOf(_id.slice(0, -2)),
  isOwn: _id.startsWith('me'),
  actedBy: null,
  actedAt: null,
})

function playdateOf(given: Partial<Playdate>): Playdate {
  return {
    _id: 'playdate',
    side: (given.owner?._id ?? 'me') === 'me' ? 'owner' : 'recipient',
    lastSide: 'owner',
    mayAct: true,
    mayChat: true,
    lookedAfterBy: null,
    type: 'single',
    status: 'accepted',
    owner: nameOf('me'),
    ownerChildren: [childOf('me-1')],
    recipientChildren: [childOf('you-1')],
    recipientCaregivers: [nameOf('you')],
    proposedTimes: [at(0)],
    proposedLocations: { option1: 'Park', option2: null, option3: null },
    acceptedLocation: 'Park',
    acceptedTime: at(0),
    durationMinutes: 120,
    stay: null,
    lastSubmittedBy: 'me',
    cancelReason: null,
    zonesDiffer: false,
    cancelledBy: null,
    cancelCause: null,
    answerBy: null,
    endedAs: null,
    createdAt: at(-9_000),
    updatedAt: at(-9_000),
    version: 1,
    unread: 0,
    ...given,
  }
}

const anyPlaydate = fc
  .record({
    type: fc.constantFrom('single' as const, 'group' as const),
    status: fc.constantFrom(
      'pending' as const,
      'accepted' as const,
      'rejected' as const,
      'cancelled' as const,
    ),
    owner: fc.constantFrom(...carers).map(nameOf),
    response: fc.constantFrom('accepted' as const, 'rejected' as const, null, undefined),
    ownerChildren: fc.subarray(kids).map((ids) => ids.map(childOf)),
    recipientChildren: fc.subarray(kids).map((ids) => ids.map(childOf)),
    start: fc.option(fc.integer({ min: -300, max: 300 })),
    durationMinutes: fc.integer({ min: 15, max: 240 }),
  })
  .map(({ start, ...given }) => playdateOf({ ...given, acceptedTime: start === null ? null : at(start) }))

/** Brute force: minute by minute, child by child. */
function isBusyMinuteByMinute(playdates: readonly Playdate[], child: string, start: number, minutes: number) {
  const minutesOf = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  const asked = new Set(minutesOf(start, minutes))
  return playdates.some((each) => {
    if (each.status !== 'accepted' || each.acceptedTime === null) return false
    const isThere = [...each.ownerChildren, ...each.recipientChildren].some(({ _id }) => _id === child)
    const isMine = each.type === 'single' || each.owner._id === 'me' || each.response === 'accepted'
    const counts = each.type === 'single' || child.startsWith('me')
    const from = (Date.parse(each.acceptedTime) - noon) / minute
    return isThere && isMine && counts && minutesOf(from, each.durationMinutes).some((one) => asked.has(one))
  })
}

test('clashes are the same as found minute by minute', () => {
  fc.assert(
    fc.property(
      fc.array(anyPlaydate, { maxLength: 4 }),
      fc.array(fc.constantFrom(...kids), { maxLength: 8 }),
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: 15, max: 240 }),
      (playdates, children, start, durationMinutes) => {
        const found = clashesOf(playdates, children, { start: at(start), durationMinutes })
        const expected = [...new Set(children)].filter((child) =>
          isBusyMinuteByMinute(playdates, child, start, durationMinutes),
        )
        expect(found.map(({ _id }) => _id)).toEqual(expected)
      },
    ),
    { seed: 20_261_120, numRuns: 500 },
  )
})

test('a playdate that ends when the other begins is no clash, even across a skipped hour', () => {
  // 1 am in New York on the day when 2 am is skipped: the playdate ends at 4 am of wall time.
  const night = playdateOf({ acceptedTime: '2027-03-14T06:00:00.000Z', durationMinutes: 120 })
  const clash = (start: string) => clashesOf([night], ['me-1'], { start, durationMinutes: 60 })
  expect(clash('2027-03-14T08:00:00.000Z')).toEqual([])
  expect(clash('2027-03-14T07:59:00.000Z')).toHaveLength(1)
  expect(clash('2027-03-14T05:00:00.000Z')).toEqual([])
})

test('an event counts only for those who said yes to it, and only for their own children', () => {
  const event = playdateOf({ type: 'group', owner: nameOf('you'), recipientChildren: kids.map(childOf) })
  const span = { start: at(0), durationMinutes: 60 }
  const idsOf = (playdate: Playdate) => clashesOf([playdate], kids, span).map(({ _id }) => _id)
  expect(idsOf({ ...event, response: 'accepted' })).toEqual(['me-1', 'me-2'])
  expect(idsOf({ ...event, response: 'rejected' })).toEqual([])
  expect(idsOf({ ...event, response: null })).toEqual([])
  expect(isGoing({ ...event, response: null })).toBe(false)
  expect(isGoing({ ...event, side: 'owner' })).toBe(true)
})

test('a caregiver is busy with any playdate they see in full, whichever children are in it', {
  tags: ['TIME-112'],
}, () => {
  const mine = playdateOf({ ownerChildren: [childOf('me-2')] })
  const later = playdateOf({ acceptedTime: at(600) })
  const then = (playdate: Playdate, start = 119) =>
    goesThen([later, playdate], { start: at(start), durationMinutes: 60 })
  expect([then(mine), then(mine, -59), then(mine, 120), then(mine, -60)]).toEqual([true, true, false, false])
  // Another grown-up looks after this one.
  expect(then({ ...mine, lookedAfterBy: nameOf('they') })).toBe(false)
  expect(then({ ...mine, status: 'pending' })).toBe(false)
  const event = playdateOf({ type: 'group', owner: nameOf('you') })
  expect(then({ ...event, response: 'accepted' })).toBe(true)
  expect(then({ ...event, response: null })).toBe(false)
})

test('only an invitee may answer an event, until it begins or is cancelled', {
  tags: ['PLAY-82', 'PLAY-88'],
}, () => {
  const event = playdateOf({ type: 'group', owner: nameOf('you') })
  expect(mayAnswerEvent(event, noon - 1)).toBe(true)
  expect(mayAnswerEvent(event, noon)).toBe(false)
  expect(mayAnswerEvent({ ...event, side: 'owner' }, noon - 1)).toBe(false)
  expect(mayAnswerEvent({ ...event, status: 'cancelled' }, noon - 1)).toBe(false)
  expect(mayAnswerEvent({ ...event, type: 'single' }, noon - 1)).toBe(false)
})

test('only its owner may move an event, until it begins', () => {
  const event = playdateOf({ type: 'group' })
  expect(mayMoveEvent(event, noon - 1)).toBe(true)
  expect(mayMoveEvent(event, noon)).toBe(false)
  expect(mayMoveEvent({ ...event, side: 'recipient' }, noon - 1)).toBe(false)
  expect(mayMoveEvent({ ...event, status: 'cancelled' }, noon - 1)).toBe(false)
  expect(mayMoveEvent({ ...event, mayAct: false }, noon - 1)).toBe(false)
})
