import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Ask } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { expect, test } from 'vitest'
import { emptyDraft, type PlaydateDraft } from '../plan/playdate-draft.ts'
import { askAgainDraftOf, askingOf, moved, waitOf, withOrder } from './ask-draft.ts'

const group = '01930000-0000-7000-8000-000000000009'
const single: PlaydateDraft = { ...emptyDraft, type: 'single', otherChildren: ['zuri'] }
const inOrder: PlaydateDraft = { ...single, further: ['mateo', 'hana'] }

function known(_id: string, sources: CombinedChild['sources'] = []): CombinedChild {
  return {
    _id,
    firstName: _id,
    lastNameInitial: 'E',
    grade: null,
    school: null,
    photo: null,
    caregiver: { _id: `of-${_id}`, name: 'Sofia', lastName: 'Example' },
    sources,
  } as CombinedChild
}

test('the wait is a day if others are asked next, unless it was chosen', { tags: ['PLAN-18'] }, () => {
  expect(waitOf(single)).toBe('none')
  expect(waitOf(inOrder)).toBe('day')
  expect(waitOf({ ...inOrder, wait: 'none' })).toBe('none')
  expect(waitOf({ ...single, wait: 'hours' })).toBe('hours')
})

test('only a request says whom to ask next and how long to wait', { tags: ['PLAN-12', 'PLAN-18'] }, () => {
  expect(askingOf(single)).toEqual({})
  expect(askingOf({ ...single, wait: 'hours' })).toEqual({ wait: 'hours' })
  expect(askingOf(inOrder)).toEqual({ wait: 'day', order: ['zuri', 'mateo', 'hana'] })
  expect(askingOf({ ...inOrder, wait: 'none' })).toEqual({ order: ['zuri', 'mateo', 'hana'] })
  expect(askingOf({ ...inOrder, type: 'group' })).toEqual({})
})

test('a family can be moved within the order, but not out of it', { tags: ['PLAN-12'] }, () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('a family left alone in the order is picked in the source that offers it', { tags: ['PLAN-12'] }, () => {
  const ofGroup = known('zuri', [{ kind: 'group', group: { _id: group, name: 'Room 12' } }])
  expect(withOrder(['zuri', 'mateo'], [ofGroup])).toEqual({
    otherChildren: ['zuri'],
    further: ['mateo'],
    repeat: null,
  })
  expect(withOrder(['zuri'], [ofGroup])).toEqual({
    otherChildren: ['zuri'],
    further: [],
    source: 'groups',
    place: { group, pod: null },
  })
  expect(withOrder([], [ofGroup])).toEqual({ otherChildren: [], further: [] })
})

test('new times go to the same families in the same order, without those who can’t be asked any more', {
  tags: ['PLAN-28', 'PLAN-105'],
}, () => {
  const step = (_id: string) => ({ child: { _id, firstName: _id, photo: null } }) as Ask['steps'][number]
  const ask: Ask = {
    _id: group,
    status: 'ended',
    endedAs: 'nobody',
    steps: [step('mateo'), step('zuri'), step('hana')],
    ownChildren: ['anika'],
    proposedLocations: { option1: 'The park', option2: null, option3: null },
    proposedTimes: ['2026-11-24T20:30:00.000Z'],
    durationMinutes: 90,
    wait: null,
    stay: 'drop',
    version: 4,
  }
  expect(askAgainDraftOf(ask, [known('hana'), known('mateo')])).toEqual({
    ...emptyDraft,
    type: 'single',
    ownChildren: ['anika'],
    otherChildren: ['mateo'],
    further: ['hana'],
    locations: ['The park', '', ''],
    durationMinutes: 90,
    wait: 'none',
    stay: 'drop',
  })
})
