import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availabilityHour, playdateTime, shortDate, slotHour } from '../../values/date-format.ts'
import {
  type CardLabel,
  cardLabel,
  footerText,
  isMyTurn,
  isPast,
  mayAnswerEvent,
  mayMoveEvent,
  mayRespond,
} from './playdates.rules.ts'

const owner = { _id: 'owner', name: 'Olga', lastName: 'Owner' }

describe('cards', () => {
  test.each([
    ['owner', 'owner', 'Sent by you'],
    ['owner', 'friend', 'Response sent'],
    ['friend', 'friend', 'You responded'],
    ['friend', 'owner', 'Sent to you'],
  ])(
    '%s reads, after %s submitted last: %s',
    { tags: ['PLAY-29', 'PLAY-30', 'PLAY-31', 'PLAY-32', 'PLAY-33'] },
    (viewer, lastSubmittedBy, text) => {
      expect(footerText({ owner, lastSubmittedBy }, viewer)).toBe(text)
    },
  )

  test('exactly the side that did not submit last may respond', { tags: ['PLAY-36', 'PLAY-92'] }, () => {
    const request = { type: 'single', status: 'pending', lastSubmittedBy: 'friend' } as const
    expect(mayRespond(request, 'owner')).toBe(true)
    expect(mayRespond(request, 'friend')).toBe(false)
    expect(mayRespond({ ...request, status: 'accepted' }, 'owner')).toBe(false)
    expect(mayRespond({ ...request, type: 'group' }, 'owner')).toBe(false)
  })

  test('it is my turn where I did not submit last, and at an event that I said nothing to', {
    tags: ['PLAY-36', 'PLAY-75', 'PLAY-79'],
  }, () => {
    const now = Date.parse('2026-11-20T18:00:00Z')
    const request = {
      type: 'single',
      status: 'pending',
      owner,
      lastSubmittedBy: 'friend',
      acceptedTime: null,
    } as const
    expect(isMyTurn(request, 'owner', now)).toBe(true)
    expect(isMyTurn(request, 'friend', now)).toBe(false)
    expect(isMyTurn({ ...request, status: 'cancelled' }, 'owner', now)).toBe(false)
    const acceptedTime = '2026-11-21T18:00:00Z'
    const event = {
      ...request,
      type: 'group',
      status: 'accepted',
      acceptedTime,
      lastSubmittedBy: 'owner',
    } as const
    expect(isMyTurn({ ...event, response: null }, 'friend', now)).toBe(true)
    expect(isMyTurn({ ...event, response: 'rejected' }, 'friend', now)).toBe(false)
    expect(isMyTurn(event, 'owner', now)).toBe(false)
    expect(isMyTurn({ ...event, response: null }, 'friend', Date.parse(acceptedTime))).toBe(false)
  })

  test('each state has its label', {
    tags: ['PLAY-25', 'PLAY-26', 'PLAY-38', 'PLAY-39', 'PLAY-40', 'PLAY-41', 'PLAY-42', 'PLAY-43'],
  }, () => {
    const now = Date.parse('2026-11-20T18:00:00Z')
    const base = { type: 'single', status: 'pending', owner, acceptedTime: null } as const
    const mine = { caregiver: 'owner', timeZone: 'America/New_York' }
    const theirs = { caregiver: 'friend', timeZone: 'America/New_York' }
    const soon = { status: 'accepted', acceptedTime: '2026-11-21T18:00:00Z' } as const
    const event = { ...base, ...soon, type: 'group' } as const
    expect(cardLabel(base, mine, now)).toBe('Pending')
    expect(cardLabel(base, theirs, now)).toBe('Invited')
    expect(cardLabel({ ...base, ...soon }, theirs, now)).toBe('Confirmed')
    expect(cardLabel(event, mine, now)).toBe('Accepted')
    expect(cardLabel(event, { ...theirs, response: 'accepted' }, now)).toBe('Accepted')
    expect(cardLabel(event, { ...theirs, response: 'rejected' }, now)).toBe('Rejected')
    expect(cardLabel(event, { ...theirs, response: null }, now)).toBe('Pending')
    expect(cardLabel({ ...base, ...soon, acceptedTime: '2026-11-19T18:00:00Z' }, mine, now)).toBe('Completed')
  })

  test('no state has any other label, and what was called off has none', { tags: ['PLAY-78'] }, () => {
    const labels: CardLabel[] = ['Invited', 'Pending', 'Confirmed', 'Accepted', 'Rejected', 'Completed']
    const none = [null]
    fc.assert(
      fc.property(
        fc.constantFrom('single' as const, 'group' as const),
        fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const, 'cancelled' as const),
        fc.constantFrom('owner', 'friend'),
        fc.constantFrom('accepted' as const, 'rejected' as const, null),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        (type, status, caregiver, response, time) => {
          const acceptedTime = status === 'accepted' ? time.toISOString() : null
          const viewer = { caregiver, response, timeZone: 'Asia/Kolkata' }
          expect(status === 'cancelled' ? none : labels).toContain(
            cardLabel({ type, status, owner, acceptedTime }, viewer, Date.parse('2027-01-01')),
          )
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })

  test('earlier today is still upcoming, the last minute of yesterday is past, in the viewer’s zone', {
    tags: ['PLAY-76', 'PLAY-77'],
  }, () => {
    // 1 am in New York, still yesterday in Los Angeles.
    const now = Date.parse('2026-11-20T06:00:00Z')
    expect(isPast('2026-11-20T05:00:00Z', now, 'America/New_York')).toBe(false)
    expect(isPast('2026-11-20T04:59:00Z', now, 'America/New_York')).toBe(true)
    expect(isPast('2026-11-20T04:59:00Z', now, 'America/Los_Angeles')).toBe(false)
  })
})

describe('the edges of cards', () => {
  test('the last day of a year is past on the first of the next', { tags: ['PLAY-77'] }, () => {
    const newYear = Date.parse('2027-01-01T15:00:00Z')
    expect(isPast('2026-12-31T20:00:00Z', newYear, 'America/New_York')).toBe(true)
    expect(isPast('2027-01-31T20:00:00Z', Date.parse('2027-02-01T15:00:00Z'), 'America/New_York')).toBe(true)
    expect(isPast('2027-02-01T20:00:00Z', Date.parse('2027-01-31T15:00:00Z'), 'America/New_York')).toBe(false)
  })

  test('what was rejected says so to both sides, also where it had a time', { tags: ['PLAY-78'] }, () => {
    const viewerOf = (caregiver: string) => ({ caregiver, timeZone: 'America/New_York' })
    for (const acceptedTime of [null, '2026-11-21T18:00:00Z']) {
      const rejected = { type: 'single', status: 'rejected', owner, acceptedTime } as const
      for (const caregiver of ['owner', 'friend']) {
        expect(cardLabel(rejected, viewerOf(caregiver), Date.parse('2026-11-20T18:00:00Z'))).toBe('Rejected')
      }
    }
  })
})

describe('an event', () => {
  const acceptedTime = '2026-11-20T18:00:00Z'
  const event = { type: 'group', status: 'accepted', owner, acceptedTime, response: null } as const
  const begin = Date.parse(acceptedTime)

  test('is answered by those invited and moved by its owner, until the moment it begins', {
    tags: ['PLAY-80'],
  }, () => {
    for (const now of [begin - 86_400_000, begin - 1]) {
      expect([mayAnswerEvent(event, 'friend', now), mayAnswerEvent(event, 'owner', now)]).toEqual([
        true,
        false,
      ])
      expect([mayMoveEvent(event, 'friend', now), mayMoveEvent(event, 'owner', now)]).toEqual([false, true])
    }
    for (const now of [begin, begin + 1]) {
      expect(mayAnswerEvent(event, 'friend', now)).toBe(false)
      expect(mayMoveEvent(event, 'owner', now)).toBe(false)
    }
  })

  test.each([
    { type: 'single' },
    { status: 'cancelled' },
    { status: 'rejected' },
    { status: 'pending' },
    { acceptedTime: null },
  ] as const)('with %j there is nothing to answer or to move', { tags: ['PLAY-80'] }, (change) => {
    const other = { ...event, ...change }
    expect(mayAnswerEvent(other, 'friend', begin - 1)).toBe(false)
    expect(mayMoveEvent(other, 'owner', begin - 1)).toBe(false)
  })
})

describe('times in words', () => {
  test('a playdate’s time is h:mm a, MM/dd and a short date MM/dd/yyyy', {
    tags: ['CONST-12', 'CONST-13'],
  }, () => {
    expect(playdateTime('2026-11-28T20:00:00Z', 'America/New_York')).toBe('Sat · 3:00 PM, 11/28')
    expect(playdateTime('2026-11-28T05:05:00Z', 'America/New_York')).toBe('Sat · 12:05 AM, 11/28')
    expect(shortDate('2026-11-28T03:00:00Z', 'America/New_York')).toBe('11/27/2026')
  })

  test('hours are am and pm; noon is 12 noon in the editor and 12 pm in a slot', {
    tags: ['TIME-20', 'TIME-21', 'TIME-22', 'TIME-24', 'TIME-25'],
  }, () => {
    expect([5, 11, 12, 13, 21].map(slotHour)).toEqual(['5 am', '11 am', '12 pm', '1 pm', '9 pm'])
    expect([5, 11, 12, 13, 21].map(availabilityHour)).toEqual(['5 am', '11 am', '12 noon', '1 pm', '9 pm'])
  })
})
