import { playdatePrompts } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { expect, test } from 'vitest'
import { childOf, playdateOf } from './playdate.fixture.ts'
import {
  attemptFor,
  draftOf,
  emptyDraft,
  firstProblem,
  type PlaydateDraft,
  problemOf,
  proposalOf,
} from './playdate-draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const anika = '01930000-0000-7000-8000-000000000001'
const zuri = '01930000-0000-7000-8000-000000000002'
const whole: PlaydateDraft = {
  ...emptyDraft,
  type: 'single',
  ownChildren: [anika],
  otherChildren: [zuri],
  locations: ['Riverside Park', '', ''],
  times: ['2026-11-28T23:00:00.000Z'],
}
const promptOf = (change: Partial<PlaydateDraft>) =>
  firstProblem({ ...whole, ...change }, true, now)?.text ?? null

test('CREATE-35 CREATE-36 CREATE-37 CREATE-39 CREATE-40 only the first failing prompt is told, in this order', () => {
  const past = ['2026-11-19T12:00:00.000Z']
  const broken: Partial<PlaydateDraft> = {
    ownChildren: [],
    locations: ['', ' ', ''],
    otherChildren: [],
    times: [],
  }
  expect(promptOf(broken)).toBe(playdatePrompts.ownChildren)
  expect(promptOf({ ...broken, ownChildren: [anika] })).toBe(playdatePrompts.location)
  expect(promptOf({ otherChildren: [], times: [] })).toBe(playdatePrompts.recipient)
  expect(promptOf({ times: [] })).toBe(playdatePrompts.time)
  expect(promptOf({ times: [...past, ...whole.times] })).toBe(playdatePrompts.pastTime)
  expect(promptOf({})).toBeNull()
})

test('CREATE-38 without an invited child the prompt is the same whatever the source', () => {
  expect(promptOf({ otherChildren: [], source: 'friends' })).toBe(playdatePrompts.recipient)
  expect(promptOf({ otherChildren: [], source: 'groups' })).toBe(playdatePrompts.recipient)
})

test('CREATE-40 a time that is right now is not in the future', () => {
  expect(promptOf({ times: [new Date(now).toISOString()] })).toBe(playdatePrompts.pastTime)
})

test('CREATE-14 what the server would refuse is told beside the field', () => {
  const tooLong = firstProblem({ ...whole, locations: ['Park', 'x'.repeat(201), ''] }, true, now)
  expect(tooLong).toMatchObject({ field: 'location', index: 1 })
  const times = Array.from({ length: 21 }, (_, index) =>
    new Date(now + (index + 1) * 3_600_000).toISOString(),
  )
  expect(firstProblem({ ...whole, times }, true, now)).toMatchObject({ field: 'time' })
})

test('CREATE-29 three places are sent as option1 to option3', () => {
  const { proposedLocations } = proposalOf({ ...whole, locations: [' Park ', '', 'Library'] }, true)
  expect(proposedLocations).toEqual({ option1: 'Park', option2: null, option3: 'Library' })
})

test('PLAY-73 a counter-proposal starts from what was proposed, without past times', () => {
  const playdate = playdateOf({
    ownerChildren: [childOf(anika)],
    recipientChildren: [childOf(zuri, 'you')],
    proposedTimes: ['2026-11-28T23:00:00.000Z', '2026-11-01T23:00:00.000Z', '2026-11-27T23:00:00.000Z'],
    proposedLocations: { option1: 'Park', option2: null, option3: 'Library' },
    durationMinutes: 90,
    version: 4,
  })
  expect(draftOf(playdate, 'you', now)).toMatchObject({
    ownChildren: [zuri],
    otherChildren: [anika],
    locations: ['Park', '', 'Library'],
    times: ['2026-11-27T23:00:00.000Z', '2026-11-28T23:00:00.000Z'],
    durationMinutes: 90,
    version: 4,
  })
})

test('PLAY-73 the sides stay the sides, whoever sends', () => {
  const asOwner = proposalOf(whole, true)
  const asRecipient = proposalOf(whole, false)
  expect([asOwner.ownerChildren, asOwner.recipientChildren]).toEqual([[anika], [zuri]])
  expect([asRecipient.ownerChildren, asRecipient.recipientChildren]).toEqual([[zuri], [anika]])
})

test('PLAY-73 the invited side is asked for its own child first, too', () => {
  const problem = firstProblem({ ...whole, ownChildren: [] }, false, now)
  expect(problem).toEqual({ field: 'own', index: 0, text: playdatePrompts.ownChildren })
})

test('CREATE-36 a refusal of the server finds its field', () => {
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

test('CREATE-18 the same proposal again is the same attempt, another one is not', () => {
  const keys = ['key-1', 'key-2']
  const newKey = () => keys.shift() ?? 'none left'
  const first = attemptFor(null, proposalOf(whole, true), newKey)
  expect(attemptFor(first, proposalOf({ ...whole }, true), newKey)).toBe(first)
  const changed = attemptFor(first, proposalOf({ ...whole, durationMinutes: 60 }, true), newKey)
  expect(changed.idempotencyKey).toBe('key-2')
})
