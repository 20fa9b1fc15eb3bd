import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { expect, test } from 'vitest'
import { childrenPlaying, goingOf, goingText, markOf } from './event-guests.ts'
import { childOf, playdateOf } from './playdate.fixture.ts'

const nameOf = (_id: string) => ({ _id, name: _id, lastName: 'Raman' })
const said = (caregiver: string, response: EventResponse['response'], ...children: string[]) => ({
  caregiver: nameOf(caregiver),
  response,
  children,
})
const event = playdateOf({
  type: 'group',
  status: 'accepted',
  ownerChildren: [childOf('anika')],
  recipientChildren: [childOf('zuri', 'amara'), childOf('kofi', 'amara'), childOf('yusuf', 'leila')],
  recipientCaregivers: [nameOf('amara'), nameOf('leila'), nameOf('marcus')],
})
const answers = [said('amara', 'accepted', 'zuri', 'kofi'), said('leila', 'rejected', 'yusuf')]

test('each guest is marked as accepted, rejected or pending', {
  tags: ['PLAY-67', 'PLAY-68', 'PLAY-69', 'PLAY-81'],
}, () => {
  const children = [...event.recipientChildren, childOf('noor', 'marcus')]
  expect(['amara', 'leila', 'marcus'].map((each) => markOf(each, answers, children))).toEqual([
    'accepted',
    'rejected',
    'pending',
  ])
})

test('children of a guest who said no don’t play any more; those without an answer still may', {
  tags: ['PLAY-66'],
}, () => {
  const names = (responses: EventResponse[]) => childrenPlaying(event, responses).map(({ _id }) => _id)
  expect(names(answers)).toEqual(['anika', 'zuri', 'kofi'])
  expect(names([])).toEqual(['anika', 'zuri', 'kofi', 'yusuf'])
})

test('the owner’s family and those who said yes are going', { tags: ['PLAY-67'] }, () => {
  expect(goingText(goingOf(event, answers))).toBe('2 families, 3 children going')
  expect(goingText(goingOf(event, []))).toBe('1 family, 1 child going')
})

test('a guardian whose child another guardian answered for has said nothing and is not asked', () => {
  const byOther = [said('samir', 'rejected', 'yusuf')]
  expect(markOf('leila', byOther, event.recipientChildren)).toBeNull()
  expect(markOf('samir', byOther, event.recipientChildren)).toBe('rejected')
  expect(markOf('amara', byOther, event.recipientChildren)).toBe('pending')
  // Either answered until the other guardian's answer replaced it, or never answered.
  expect(markOf('samir', answers, event.recipientChildren)).toBeNull()
  expect(childrenPlaying(event, byOther).map(({ _id }) => _id)).toEqual(['anika', 'zuri', 'kofi'])
})
