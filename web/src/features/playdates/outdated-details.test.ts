import { expect, test } from 'vitest'
import { outdatedDetails } from './outdated-details.ts'
import { playdateOf } from './playdate.fixture.ts'
import { playdateKeys } from './playdate-lists.queries.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const toCome = playdateOf({ _id: 'a', status: 'accepted', acceptedTime: '2026-11-28T23:00:00.000Z' })
const one = (updatedAt: number, data = toCome) => ({ key: playdateKeys.one('a'), data, updatedAt })
const list = (status: 'pending' | 'accepted', items: unknown[], nextCursor: string | null = null) => ({
  key: playdateKeys.list(status),
  data: { pages: [{ items, nextCursor }] },
  updatedAt: now,
})

test('details that are older than a list with the playdate are outdated', { tags: ['HOME-44'] }, () => {
  const response = { key: playdateKeys.response('a'), data: { response: 'accepted' }, updatedAt: now - 1 }
  const responses = { key: playdateKeys.responses('a'), data: [], updatedAt: now - 1 }
  const older = one(now - 1)
  expect(outdatedDetails([older, response, responses, list('accepted', [toCome])])).toEqual([older, response])
  expect(outdatedDetails([one(now + 1), list('accepted', [toCome])])).toEqual([])
})

test('details of a coming playdate that is missing from a newer list are outdated', {
  tags: ['HOME-44'],
}, () => {
  const older = one(now - 1)
  expect(outdatedDetails([older, list('accepted', [])])).toEqual([older])
  expect(outdatedDetails([older, list('pending', [])])).toEqual([])
  expect(outdatedDetails([one(now + 1), list('accepted', [])])).toEqual([])
})

test('details of a request that is missing from a newer, complete list are outdated', {
  tags: ['HOME-44'],
}, () => {
  const request = playdateOf({ _id: 'a' })
  const older = one(now - 1, request)
  expect(outdatedDetails([older, list('pending', [])])).toEqual([older])
  expect(outdatedDetails([one(now + 1, request), list('pending', [])])).toEqual([])
  // It may be on the next page.
  expect(outdatedDetails([older, list('pending', [], 'more')])).toEqual([])
})

test('details of a past playdate or a request stay, as it may be on a page that was not read', {
  tags: ['HOME-44'],
}, () => {
  const over = playdateOf({ _id: 'a', status: 'accepted', acceptedTime: '2026-11-20T23:00:00.000Z' })
  expect(outdatedDetails([one(now - 1, over), list('accepted', [])])).toEqual([])
  expect(outdatedDetails([one(now - 1, playdateOf({ _id: 'a' })), list('accepted', [])])).toEqual([])
})
