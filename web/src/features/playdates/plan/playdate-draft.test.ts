import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { expect, test } from 'vitest'
import { childOf, fromOpposite, playdateOf } from '../playdate.fixture.ts'
import {
  againDraftOf,
  attemptFor,
  draftOf,
  emptyDraft,
  firstProblem,
  moveDraftOf,
  type PlaydateDraft,
  problemOf,
  proposalOf,
} from './playdate-draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const anika = '01930000-0000-7000-8000-000000000001'
const zuri = '01930000-0000-7000-8000-000000000002'
const kofi = '01930000-0000-7000-8000-000000000003'
const whole: PlaydateDraft = {
  ...emptyDraft,
  type: 'single',
  ownChildren: [anika],
  otherChildren: [zuri],
  locations: ['Riverside Park', '', ''],
  times: ['2026-11-28T23:00:00.000Z'],
}
const owner = { isOwnerSide: true, timeZone: 'America/New_York' }
const recipient = { ...owner, isOwnerSide: false }
const event: PlaydateDraft = {
  ...emptyDraft,
  type: 'group',
  ownChildren: [anika],
  guests: [zuri, kofi],
  venue: ' The zoo ',
  starts: '2026-12-05T10:00',
  description: 'Bring a hat\n',
}
const promptOf = (change: Partial<PlaydateDraft>) =>
  firstProblem({ ...whole, ...change }, owner, now)?.text ?? null

test('a request to families in order does not repeat, and neither does a change', () => {
  const repeat = { everyWeeks: 1 as const, until: '2027-01-02' }
  expect(proposalOf({ ...whole, repeat }, owner)).toMatchObject({ repeat })
  expect(proposalOf({ ...whole, repeat, further: [kofi] }, owner)).not.toHaveProperty('repeat')
  expect(proposalOf({ ...whole, repeat, version: 2 }, owner)).not.toHaveProperty('repeat')
  expect(proposalOf({ ...event, repeat, further: [kofi] }, owner)).toMatchObject({ repeat })
})

test('only the first failing prompt is shown, in a fixed order', {
  tags: ['CREATE-35', 'CREATE-36', 'CREATE-37', 'CREATE-39', 'CREATE-40'],
}, () => {
  const past = ['2026-11-19T12:00:00.000Z']
  const broken: Partial<PlaydateDraft> = {
    ownChildren: [],
    locations: ['', ' ', ''],
    otherChildren: [],
    times: [],
  }
  expect(promptOf(broken)).toBe(m.prompt_playdate_own_children())
  expect(promptOf({ ...broken, ownChildren: [anika] })).toBe(m.prompt_playdate_location())
  expect(promptOf({ otherChildren: [], times: [] })).toBe(m.prompt_playdate_recipient())
  expect(promptOf({ times: [] })).toBe(m.prompt_playdate_time())
  expect(promptOf({ times: [...past, ...whole.times] })).toBe(m.prompt_playdate_past_time())
  expect(promptOf({})).toBeNull()
})

test('the prompt for a missing invited child is the same for any source', { tags: ['CREATE-38'] }, () => {
  expect(promptOf({ otherChildren: [], source: 'friends' })).toBe(m.prompt_playdate_recipient())
  expect(promptOf({ otherChildren: [], source: 'groups' })).toBe(m.prompt_playdate_recipient())
})

test('a time that is right now is not in the future', { tags: ['CREATE-40'] }, () => {
  expect(promptOf({ times: [new Date(now).toISOString()] })).toBe(m.prompt_playdate_past_time())
})

test('what the server would refuse is shown at its field', { tags: ['CREATE-14'] }, () => {
  const tooLong = firstProblem({ ...whole, locations: ['Park', 'x'.repeat(201), ''] }, owner, now)
  expect(tooLong).toMatchObject({ field: 'location', index: 1 })
  const times = Array.from({ length: 21 }, (_, index) =>
    new Date(now + (index + 1) * 3_600_000).toISOString(),
  )
  expect(firstProblem({ ...whole, times }, owner, now)).toMatchObject({ field: 'time' })
})

test('three places are sent as option1 to option3', { tags: ['CREATE-29'] }, () => {
  const { proposedLocations } = proposalOf({ ...whole, locations: [' Park ', '', 'Library'] }, owner)
  expect(proposedLocations).toEqual({ option1: 'Park', option2: null, option3: 'Library' })
})

test('a counter-proposal starts from what was proposed, without past times', { tags: ['PLAY-73'] }, () => {
  const playdate = playdateOf({
    ownerChildren: [childOf(anika)],
    recipientChildren: [childOf(zuri, 'you')],
    proposedTimes: ['2026-11-28T23:00:00.000Z', '2026-11-01T23:00:00.000Z', '2026-11-27T23:00:00.000Z'],
    proposedLocations: { option1: 'Park', option2: null, option3: 'Library' },
    durationMinutes: 90,
    version: 4,
  })
  expect(draftOf(fromOpposite(playdate), now)).toMatchObject({
    ownChildren: [zuri],
    otherChildren: [anika],
    locations: ['Park', '', 'Library'],
    times: ['2026-11-27T23:00:00.000Z', '2026-11-28T23:00:00.000Z'],
    durationMinutes: 90,
    version: 4,
  })
})

test('the sides stay the same, whoever sends', { tags: ['PLAY-73'] }, () => {
  const asOwner = proposalOf(whole, owner)
  const asRecipient = proposalOf(whole, recipient)
  expect([asOwner.ownerChildren, asOwner.recipientChildren]).toEqual([[anika], [zuri]])
  expect([asRecipient.ownerChildren, asRecipient.recipientChildren]).toEqual([[zuri], [anika]])
})

test('the invited side is also asked for its own child first', { tags: ['PLAY-73'] }, () => {
  const problem = firstProblem({ ...whole, ownChildren: [] }, recipient, now)
  expect(problem).toEqual({ field: 'own', index: 0, text: m.prompt_playdate_own_children() })
})

test('a refusal by the server is shown at its field', { tags: ['CREATE-36'] }, () => {
  expect(problemOf({ 'proposedLocations.option2': 'Too long' }, true)).toEqual({
    field: 'location',
    index: 1,
    text: 'Too long',
  })
  expect(problemOf({ recipientChildren: 'No' }, true)?.field).toBe('recipient')
  expect(problemOf({ recipientChildren: 'No' }, false)?.field).toBe('own')
  expect(problemOf({ 'proposedTimes.0': 'No' }, true)?.field).toBe('time')
  expect(problemOf({}, true)).toBeNull()
})

test('the same proposal again is the same attempt, and another one is a new attempt', {
  tags: ['CREATE-18'],
}, () => {
  const keys = ['key-1', 'key-2']
  const newKey = () => keys.shift() ?? 'none left'
  const first = attemptFor(null, proposalOf(whole, owner), newKey)
  expect(attemptFor(first, proposalOf({ ...whole }, owner), newKey)).toBe(first)
  const changed = attemptFor(first, proposalOf({ ...whole, durationMinutes: 60 }, owner), newKey)
  expect(changed.idempotencyKey).toBe('key-2')
})

test('an event is sent with many children, one place, one time and its description', {
  tags: ['CREATE-01', 'CREATE-12', 'CREATE-30', 'CREATE-32', 'CONST-04'],
}, () => {
  expect(proposalOf(event, owner)).toEqual({
    type: 'group',
    capacity: null,
    ownerChildren: [anika],
    recipientChildren: [zuri, kofi],
    proposedLocations: { option1: 'The zoo' },
    proposedTimes: ['2026-12-05T15:00:00.000Z'],
    description: 'Bring a hat',
    durationMinutes: 120,
  })
})

test('an event has the same prompts in the same order', {
  tags: ['CREATE-35', 'CREATE-36', 'CREATE-37', 'CREATE-39', 'CREATE-40'],
}, () => {
  const promptFor = (change: Partial<PlaydateDraft>) =>
    firstProblem({ ...event, ...change }, owner, now)?.text ?? null
  const broken = { ownChildren: [], venue: ' ', guests: [], starts: '' }
  expect(promptFor(broken)).toBe(m.prompt_playdate_own_children())
  expect(promptFor({ ...broken, ownChildren: [anika] })).toBe(m.prompt_playdate_location())
  expect(promptFor({ guests: [], starts: '' })).toBe(m.prompt_playdate_recipient())
  expect(promptFor({ starts: '2026-12-05' })).toBe(m.prompt_playdate_time())
  // Noon in London is 7 am in New York.
  expect(promptFor({ starts: '2026-11-20T07:00' })).toBe(m.prompt_playdate_past_time())
  expect(promptFor({ starts: '2026-11-20T07:01' })).toBeNull()
  const tooLong = firstProblem({ ...event, description: 'x'.repeat(2001) }, owner, now)
  expect(tooLong).toMatchObject({ field: 'description' })
})

test('choosing the other type and returning loses nothing', { tags: ['CREATE-38'] }, () => {
  const both: PlaydateDraft = { ...event, ...whole, guests: event.guests }
  expect(proposalOf({ ...both, type: 'group' }, owner).recipientChildren).toEqual([zuri, kofi])
  expect(proposalOf({ ...both, type: 'single' }, owner).recipientChildren).toEqual([zuri])
})

test('moving an event starts from its current state, on the owner’s clock', () => {
  const standing = playdateOf({
    type: 'group',
    status: 'accepted',
    ownerChildren: [childOf(anika)],
    recipientChildren: [childOf(zuri, 'you'), childOf(kofi, 'they')],
    acceptedTime: '2026-12-05T15:00:00.000Z',
    acceptedLocation: 'The zoo',
    description: 'Bring a hat',
    version: 3,
  })
  const draft = moveDraftOf(standing, 'America/New_York')
  expect(draft).toMatchObject({ ...event, venue: 'The zoo', description: 'Bring a hat', version: 3 })
  expect(moveDraftOf(standing, 'Asia/Kolkata').starts).toBe('2026-12-05T20:30')
})

test('playing again keeps the children and the place, but no time', () => {
  const known = (id: string, sources: CombinedChild['sources']): CombinedChild => ({
    ...childOf(id, 'you'),
    school: null,
    sources,
  })
  const met = playdateOf({
    status: 'accepted',
    ownerChildren: [childOf(anika)],
    recipientChildren: [childOf(zuri, 'you')],
    acceptedTime: '2026-11-14T15:00:00.000Z',
    acceptedLocation: 'Riverside Park',
    durationMinutes: 90,
  })
  const friend = known(zuri, [
    { kind: 'connection', caregiver: { _id: 'you', name: 'Amara', lastName: 'O' } },
  ])
  expect(againDraftOf(met, [friend])).toEqual({
    ...emptyDraft,
    type: 'single',
    ownChildren: [anika],
    otherChildren: [zuri],
    locations: ['Riverside Park', '', ''],
    durationMinutes: 90,
  })
  const classmate = known(zuri, [{ kind: 'group', group: { _id: 'school', name: 'School' } }])
  expect(againDraftOf(met, [classmate])).toMatchObject({
    source: 'groups',
    place: { group: 'school', pod: null },
    otherChildren: [zuri],
  })
  expect(againDraftOf(met, []).otherChildren).toEqual([])
  const party = playdateOf({ type: 'group', status: 'accepted', capacity: 8, spotsLeft: 2 })
  expect(againDraftOf(party, []).capacity).toBe('8')
  expect(againDraftOf({ ...party, capacity: null, spotsLeft: null }, []).capacity).toBe('')
  // Now the caregiver who was asked asks back.
  expect(
    againDraftOf(fromOpposite(met), [
      known(anika, [{ kind: 'connection', caregiver: { _id: 'you', name: 'Amara', lastName: 'O' } }]),
    ]),
  ).toMatchObject({
    ownChildren: [zuri],
    otherChildren: [anika],
  })
})
