import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availabilityHour, playdateTime, shortDate, slotHour } from '../../values/date-format.ts'
import type { Playdate } from './playdate.ts'
import {
  type CardLabel,
  cardLabel,
  footerText,
  isMyTurn,
  isPast,
  isSingleToCome,
  mayAnswerEvent,
  mayAskAnotherTime,
  mayCancel,
  mayMoveEvent,
  mayRespond,
} from './playdates.rules.ts'

const dev = { _id: 'dev', name: 'Dev', lastName: 'Raman' }
const named = { owner: dev, recipientCaregivers: [], ownerChildren: [], recipientChildren: [] }
const [asked, was] = ['owner', 'recipient'] as const

describe('cards', () => {
  test.each([
    [asked, asked, 'Sent by you'],
    [asked, was, 'Response sent'],
    [was, was, 'You responded'],
    [was, asked, 'Sent to you'],
  ])(
    'the footer for the %s, after the %s submitted last, is: %s',
    { tags: ['PLAY-29', 'PLAY-30', 'PLAY-31', 'PLAY-32', 'PLAY-33'] },
    (side, lastSide, text) => {
      expect(
        footerText({ ...named, side, lastSide, lastSubmittedBy: side === lastSide ? 'me' : 'you' }, 'me'),
      ).toBe(text)
    },
  )

  test('the footer names another guardian of one’s own side who acted', { tags: ['HOME-51'] }, () => {
    const byDev = { ...named, lastSubmittedBy: 'dev' }
    expect(footerText({ ...byDev, side: asked, lastSide: asked }, 'me')).toBe('Sent by Dev')
    expect(footerText({ ...byDev, side: was, lastSide: was }, 'me')).toBe('Dev responded')
    expect(footerText({ ...byDev, side: was, lastSide: asked }, 'me')).toBe('Sent to you')
    expect(footerText({ ...byDev, side: asked, lastSide: asked }, 'dev')).toBe('Sent by you')
  })

  test('the caregiver who acted is named wherever they appear: on a side, beside a child, or acting for one', {
    tags: ['HOME-51'],
  }, () => {
    const others = { owner: { _id: 'you', name: 'You', lastName: '' }, recipientCaregivers: [] }
    const child = { caregiver: others.owner, actedBy: null } as unknown as Playdate['ownerChildren'][number]
    const none = { ownerChildren: [], recipientChildren: [] }
    for (const parties of [
      { ...none, recipientCaregivers: [dev] },
      { ...none, ownerChildren: [{ ...child, caregiver: dev }] },
      { ...none, recipientChildren: [{ ...child, actedBy: dev }] },
    ]) {
      const playdate = {
        ...others,
        ...parties,
        side: asked,
        lastSide: asked,
        lastSubmittedBy: 'dev',
      } as const
      expect(footerText(playdate, 'me')).toBe('Sent by Dev')
    }
    const nowhere = { ...others, ...none, side: asked, lastSide: asked, lastSubmittedBy: 'dev' } as const
    expect(footerText(nowhere, 'me')).toBe('Sent by you')
  })

  test('exactly the side that did not submit last may respond', { tags: ['PLAY-36', 'PLAY-92'] }, () => {
    const request = { type: 'single', status: 'pending', side: asked, lastSide: was, mayAct: true } as const
    expect(mayRespond(request)).toBe(true)
    expect(mayRespond({ ...request, side: was })).toBe(false)
    expect(mayRespond({ ...request, mayAct: false })).toBe(false)
    expect(mayRespond({ ...request, status: 'accepted' })).toBe(false)
    expect(mayRespond({ ...request, type: 'group' })).toBe(false)
  })

  test('it is my turn if I did not submit last, or have not answered an event', {
    tags: ['PLAY-36', 'PLAY-75', 'PLAY-79'],
  }, () => {
    const now = Date.parse('2026-11-20T18:00:00Z')
    const request = {
      type: 'single',
      status: 'pending',
      side: asked,
      lastSide: was,
      mayAct: true,
      acceptedTime: null,
    } as const
    expect(isMyTurn(request, now)).toBe(true)
    expect(isMyTurn({ ...request, side: was }, now)).toBe(false)
    expect(isMyTurn({ ...request, status: 'cancelled' }, now)).toBe(false)
    const acceptedTime = '2026-11-21T18:00:00Z'
    const event = {
      ...request,
      type: 'group',
      status: 'accepted',
      acceptedTime,
      side: was,
      lastSide: asked,
    } as const
    expect(isMyTurn({ ...event, response: null }, now)).toBe(true)
    expect(isMyTurn({ ...event, response: 'rejected' }, now)).toBe(false)
    expect(isMyTurn({ ...event, response: 'waiting' }, now)).toBe(false)
    expect(isMyTurn({ ...event, response: 'offered' }, now)).toBe(true)
    expect(isMyTurn({ ...event, response: null, mayAct: false }, now)).toBe(false)
    expect(isMyTurn({ ...event, side: asked }, now)).toBe(false)
    expect(isMyTurn({ ...event, response: null }, Date.parse(acceptedTime))).toBe(false)
  })

  test('each state has its label', {
    tags: ['PLAY-25', 'PLAY-26', 'PLAY-38', 'PLAY-39', 'PLAY-40', 'PLAY-41', 'PLAY-42', 'PLAY-43'],
  }, () => {
    const now = Date.parse('2026-11-20T18:00:00Z')
    const base = { type: 'single', status: 'pending', side: asked, acceptedTime: null } as const
    const viewer = { timeZone: 'America/New_York' }
    const invited = { side: was } as const
    const soon = { status: 'accepted', acceptedTime: '2026-11-21T18:00:00Z' } as const
    const event = { ...base, ...soon, type: 'group' } as const
    expect(cardLabel(base, viewer, now)).toBe('Pending')
    expect(cardLabel({ ...base, ...invited }, viewer, now)).toBe('Invited')
    expect(cardLabel({ ...base, ...soon, ...invited }, viewer, now)).toBe('Confirmed')
    expect(cardLabel(event, viewer, now)).toBe('Accepted')
    expect(cardLabel({ ...event, ...invited }, { ...viewer, response: 'accepted' }, now)).toBe('Accepted')
    expect(cardLabel({ ...event, ...invited }, { ...viewer, response: 'rejected' }, now)).toBe('Rejected')
    expect(cardLabel({ ...event, ...invited }, { ...viewer, response: null }, now)).toBe('Pending')
    expect(cardLabel({ ...base, ...soon, acceptedTime: '2026-11-19T18:00:00Z' }, viewer, now)).toBe(
      'Completed',
    )
  })

  test('no state has another label, and a cancelled playdate has none', { tags: ['PLAY-78'] }, () => {
    const labels: CardLabel[] = ['Invited', 'Pending', 'Confirmed', 'Accepted', 'Rejected', 'Completed']
    const none = [null]
    fc.assert(
      fc.property(
        fc.constantFrom('single' as const, 'group' as const),
        fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const, 'cancelled' as const),
        fc.constantFrom(asked, was),
        fc.constantFrom('accepted' as const, 'rejected' as const, null),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        (type, status, side, response, time) => {
          const acceptedTime = status === 'accepted' ? time.toISOString() : null
          const viewer = { response, timeZone: 'Asia/Kolkata' }
          expect(status === 'cancelled' ? none : labels).toContain(
            cardLabel({ type, status, side, acceptedTime }, viewer, Date.parse('2027-01-01')),
          )
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })

  test('earlier today is still upcoming, and the last minute of yesterday past, in the viewer’s zone', {
    tags: ['PLAY-76', 'PLAY-77'],
  }, () => {
    // 1 am in New York, still yesterday in Los Angeles.
    const now = Date.parse('2026-11-20T06:00:00Z')
    expect(isPast('2026-11-20T05:00:00Z', now, 'America/New_York')).toBe(false)
    expect(isPast('2026-11-20T04:59:00Z', now, 'America/New_York')).toBe(true)
    expect(isPast('2026-11-20T04:59:00Z', now, 'America/Los_Angeles')).toBe(false)
  })
})

describe('edge cases of cards', () => {
  test('the last day of a year is past on the first of the next', { tags: ['PLAY-77'] }, () => {
    const newYear = Date.parse('2027-01-01T15:00:00Z')
    expect(isPast('2026-12-31T20:00:00Z', newYear, 'America/New_York')).toBe(true)
    expect(isPast('2027-01-31T20:00:00Z', Date.parse('2027-02-01T15:00:00Z'), 'America/New_York')).toBe(true)
    expect(isPast('2027-02-01T20:00:00Z', Date.parse('2027-01-31T15:00:00Z'), 'America/New_York')).toBe(false)
  })

  test('a rejected playdate says so to both sides, even if it had a time', { tags: ['PLAY-78'] }, () => {
    const viewer = { timeZone: 'America/New_York' }
    for (const acceptedTime of [null, '2026-11-21T18:00:00Z']) {
      const rejected = { type: 'single', status: 'rejected', acceptedTime } as const
      for (const side of [asked, was]) {
        expect(cardLabel({ ...rejected, side }, viewer, Date.parse('2026-11-20T18:00:00Z'))).toBe('Rejected')
      }
    }
  })
})

describe('an event', () => {
  const acceptedTime = '2026-11-20T18:00:00Z'
  const event = { type: 'group', status: 'accepted', mayAct: true, acceptedTime, response: null } as const
  const [own, theirs] = [
    { ...event, side: asked },
    { ...event, side: was },
  ]
  const begin = Date.parse(acceptedTime)

  test('is answered by its invitees and moved by its owner until it begins', {
    tags: ['PLAY-80'],
  }, () => {
    for (const now of [begin - 86_400_000, begin - 1]) {
      expect([mayAnswerEvent(theirs, now), mayAnswerEvent(own, now)]).toEqual([true, false])
      expect([mayMoveEvent(theirs, now), mayMoveEvent(own, now)]).toEqual([false, true])
    }
    for (const now of [begin, begin + 1]) {
      expect(mayAnswerEvent(theirs, now)).toBe(false)
      expect(mayMoveEvent(own, now)).toBe(false)
    }
  })

  test.each([
    { type: 'single' },
    { status: 'cancelled' },
    { status: 'rejected' },
    { status: 'pending' },
    { acceptedTime: null },
    { mayAct: false },
  ] as const)('with %j can be neither answered nor moved', { tags: ['PLAY-80'] }, (change) => {
    expect(mayAnswerEvent({ ...theirs, ...change }, begin - 1)).toBe(false)
    expect(mayMoveEvent({ ...own, ...change }, begin - 1)).toBe(false)
  })
})

describe('a confirmed single', () => {
  const acceptedTime = '2026-11-20T18:00:00Z'
  const begin = Date.parse(acceptedTime)
  const single = { type: 'single', status: 'accepted', mayAct: true, acceptedTime } as const

  test('can be given another time until it begins, by one request at a time', {
    tags: ['PLAN-88', 'PLAN-91'],
  }, () => {
    expect([isSingleToCome(single, begin - 1), mayAskAnotherTime(single, begin - 1)]).toEqual([true, true])
    expect([isSingleToCome(single, begin), mayAskAnotherTime(single, begin)]).toEqual([false, false])
    expect(mayAskAnotherTime({ ...single, mayAct: false }, begin - 1)).toBe(false)
    const replacedBy = { playdate: 'other', time: null }
    expect(mayAskAnotherTime({ ...single, replacedBy }, begin - 1)).toBe(false)
  })

  test.each([
    { type: 'group' },
    { status: 'pending' },
    { status: 'cancelled' },
    { acceptedTime: null },
  ] as const)('can’t be given another time with %j', (change) => {
    expect(isSingleToCome({ ...single, ...change }, begin - 1)).toBe(false)
    expect(mayAskAnotherTime({ ...single, ...change }, begin - 1)).toBe(false)
  })
})

describe('cancelling', () => {
  const acceptedTime = '2026-11-20T18:00:00Z'
  const begin = Date.parse(acceptedTime)
  const request = { type: 'single', status: 'pending', mayAct: true, acceptedTime: null } as const
  const replaces = { playdate: 'other', time: acceptedTime }

  test('a request is up to its owner, and one for another time to the side that asked last', () => {
    const plain = (side: typeof asked | typeof was) => mayCancel({ ...request, side, lastSide: was }, begin)
    expect([plain(asked), plain(was)]).toEqual([true, false])
    const another = (side: typeof asked | typeof was, lastSide: typeof asked | typeof was) =>
      mayCancel({ ...request, side, lastSide, replaces }, begin)
    expect([another(asked, asked), another(was, was), another(asked, was), another(was, asked)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(mayCancel({ ...request, mayAct: false, side: asked, lastSide: asked }, begin)).toBe(false)
  })

  test('a confirmed playdate is up to either side, an event to its owner, until it begins', () => {
    const may = (type: 'single' | 'group', side: typeof asked | typeof was, now: number) =>
      mayCancel({ ...request, status: 'accepted', acceptedTime, type, side, lastSide: asked }, now)
    expect([may('single', asked, begin - 1), may('single', was, begin - 1)]).toEqual([true, true])
    expect([may('group', asked, begin - 1), may('group', was, begin - 1)]).toEqual([true, false])
    expect([may('single', asked, begin), may('group', asked, begin)]).toEqual([false, false])
    for (const status of ['rejected', 'cancelled'] as const)
      expect(mayCancel({ ...request, status, acceptedTime, side: asked, lastSide: asked }, begin - 1)).toBe(
        false,
      )
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
