import type { Playdate, PlaydateChild } from '@tagalong/contract/features/playdates/playdate.ts'

export function childOf(_id: string, caregiver = 'me', firstName = _id): PlaydateChild {
  return {
    _id,
    firstName,
    lastNameInitial: 'R',
    grade: null,
    photo: null,
    caregiver: { _id: caregiver, name: caregiver, lastName: 'Raman' },
    isOwn: caregiver === 'me',
    actedBy: null,
    actedAt: null,
  }
}

/** Returns a playdate as caregiver `me` sees it; by default a pending single that `me` sent to `you`. */
export function playdateOf(given: Partial<Playdate> = {}): Playdate {
  const { owner = { _id: 'me' }, lastSubmittedBy = 'me' } = given
  return {
    _id: 'playdate',
    side: owner._id === 'me' ? 'owner' : 'recipient',
    lastSide: lastSubmittedBy === owner._id ? 'owner' : 'recipient',
    mayAct: true,
    mayChat: true,
    lookedAfterBy: null,
    type: 'single',
    status: 'pending',
    owner: { _id: 'me', name: 'Priya', lastName: 'Raman' },
    ownerChildren: [childOf('anika')],
    recipientChildren: [childOf('zuri', 'you')],
    recipientCaregivers: [{ _id: 'you', name: 'Amara', lastName: 'Okafor' }],
    proposedTimes: ['2026-11-28T23:00:00.000Z'],
    proposedLocations: { option1: 'Riverside Park', option2: null, option3: null },
    acceptedLocation: null,
    acceptedTime: null,
    durationMinutes: 120,
    stay: null,
    lastSubmittedBy: 'me',
    cancelReason: null,
    zonesDiffer: false,
    cancelledBy: null,
    cancelCause: null,
    answerBy: null,
    endedAs: null,
    createdAt: '2026-11-19T12:00:00.000Z',
    updatedAt: '2026-11-19T12:00:00.000Z',
    version: 1,
    unread: 0,
    ...given,
  }
}

/** Returns the playdate as the other side sees it. */
export function fromOpposite(playdate: Playdate): Playdate {
  return { ...playdate, side: playdate.side === 'owner' ? 'recipient' : 'owner' }
}
