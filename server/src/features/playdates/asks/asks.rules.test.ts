import { describe, expect, test } from 'vitest'
import type { TurnRow } from './asks.db.ts'
import { resultOf, stateOf } from './asks.rules.ts'

const turn = (change: Partial<TurnRow> = {}): TurnRow => ({
  position: 1,
  state: 'asked',
  caregiver_id: 'amara',
  playdate_id: 'playdate',
  status: 'pending',
  was_confirmed: false,
  ended_as: null,
  last_side: 'owner',
  is_taken_back: false,
  ...change,
})

describe('the result of a request in an order', () => {
  test.each<[string | null, Partial<TurnRow>]>([
    [null, {}],
    [null, { last_side: 'recipient' }],
    ['rejected', { status: 'rejected' }],
    ['unanswered', { status: 'cancelled', ended_as: 'over' }],
    ['unanswered', { status: 'cancelled', is_taken_back: true }],
    // Cancelled by a block, or by an account that is gone.
    ['failed', { status: 'cancelled' }],
    ['failed', { status: null, playdate_id: null }],
    ['accepted', { status: 'accepted', was_confirmed: true }],
    // Cancelled after the yes: nobody else is asked.
    ['accepted', { status: 'cancelled', was_confirmed: true, is_taken_back: true }],
    // A stored outcome stays, whatever happened to the request since.
    ['unanswered', { state: 'unanswered', status: 'rejected' }],
    ['failed', { state: 'failed', was_confirmed: true }],
    [null, { state: 'waiting', status: null, playdate_id: null }],
  ])('is %s for %j', (result, change) => {
    expect(resultOf(turn(change))).toBe(result)
  })
})

describe('the state of a step that the order’s maker sees', () => {
  test.each<[string, boolean, Partial<TurnRow>]>([
    ['next', true, { state: 'waiting' }],
    ['waiting', false, { state: 'waiting' }],
    ['asked', false, {}],
    ['countered', false, { last_side: 'recipient' }],
    ['rejected', false, { status: 'rejected', last_side: 'recipient' }],
    ['accepted', true, { state: 'accepted' }],
  ])('is %s with isNext %s for %j', (state, isNext, change) => {
    expect(stateOf(turn(change), { isNext })).toBe(state)
  })
})
