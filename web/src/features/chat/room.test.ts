import type { Message } from '@tagalong/contract/features/chat/chat.contract.ts'
import { expect, test } from 'vitest'
import {
  alike,
  daySeparator,
  type Outgoing,
  type Room,
  undelivered,
  withMessage,
  withNewest,
  withOlder,
} from './room.ts'

const me = 'me'
const start = Date.parse('2026-11-20T12:00:00Z')

/** Returns message number n, written n minutes after the start. */
function message(n: number, text = `number ${n}`, sender = 'amara'): Message {
  return {
    _id: String(n).padStart(4, '0'),
    sender: { _id: sender, name: sender, lastName: 'O' },
    message: { text, phrase: null },
    createdAt: new Date(start + n * 60_000).toISOString(),
  }
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const page = (from: number, to: number, nextCursor: string | null = null) => ({
  chatRoom: { _id: 'room' },
  messages: range(from, to).toReversed(),
  nextCursor,
  readOnly: false,
})
const ids = (room: Room) => room.messages.map(({ _id }) => Number(_id))

const outgoing = (key: string, text: string, before: number): Outgoing => ({
  key,
  which: { playdate: 'playdate', recipient: null },
  chatRoom: 'room',
  text,
  state: 'waiting',
  since: start,
  alike: before,
})

test('a page arrives newest first and is shown oldest first', { tags: ['CHAT-08'] }, () => {
  expect(ids(withNewest(undefined, page(1, 3)))).toEqual([1, 2, 3])
})

test('older messages stay when the newest page is fetched again', { tags: ['CHAT-08'] }, () => {
  let room = withNewest(undefined, page(51, 100, '0051'))
  room = withOlder(room, page(1, 50), '0051')
  expect(ids(room)).toHaveLength(100)
  room = withNewest(room, page(52, 101, '0052'))
  expect(ids(room)).toEqual(range(1, 101).map(({ _id }) => Number(_id)))
  expect(room.nextCursor).toBeNull()
})

test('more new messages than fit on a page leave no gap', { tags: ['CHAT-08'] }, () => {
  const room = withNewest(withNewest(undefined, page(1, 50)), page(101, 150, '0101'))
  expect(ids(room)[0]).toBe(101)
  expect(room.nextCursor).toBe('0101')
})

test('an own message that is already known hides no gap before it', { tags: ['CHAT-08'] }, () => {
  const sent = withMessage(withNewest(undefined, page(1, 50)), message(150))
  const room = withNewest(sent, page(101, 150, '0101'))
  expect(ids(room)).toEqual(range(101, 150).map(({ _id }) => Number(_id)))
  expect(room.nextCursor).toBe('0101')
})

test('an older page that arrives after the known messages were dropped leaves no gap', {
  tags: ['CHAT-08'],
}, () => {
  const room = withNewest(withNewest(undefined, page(51, 100, '0051')), page(151, 200, '0151'))
  expect(withOlder(room, page(1, 50), '0051')).toBe(room)
  expect(ids(withOlder(room, page(101, 150, '0101'), '0151'))).toHaveLength(100)
})

test('a message that was just sent stays even if the page was fetched before it', {
  tags: ['CHAT-08'],
}, () => {
  const sent = withMessage(withNewest(undefined, page(1, 2)), message(3))
  expect(ids(withNewest(sent, page(1, 2)))).toEqual([1, 2, 3])
  expect(ids(withMessage(sent, message(3)))).toEqual([1, 2, 3])
})

test('the order is the server’s, whatever the times say', { tags: ['CHAT-08'] }, () => {
  const late = { ...message(2), createdAt: message(9).createdAt }
  const room = withNewest(withNewest(undefined, page(1, 1)), {
    ...page(1, 1),
    messages: [message(3), late, message(1)],
  })
  expect(ids(room)).toEqual([1, 2, 3])
  expect(ids(withNewest(room, { ...page(1, 1), messages: [message(3), late] }))).toEqual([1, 2, 3])
  // Another caregiver's message sent before an own one moves ahead of it once the page is fetched.
  const sent = withMessage(room, message(5))
  const read = { ...page(1, 1), messages: [message(5), message(4), message(3), late, message(1)] }
  expect(ids(withNewest(sent, read))).toEqual([1, 2, 3, 4, 5])
})

test('a message whose answer was lost is not shown twice once the room has it', { tags: ['CHAT-10'] }, () => {
  const before = [message(1, 'Hello', me)]
  const waiting = outgoing('k', 'Hello', alike(before, me, 'Hello'))
  expect(undelivered([waiting], before, me)).toEqual([waiting])
  expect(undelivered([waiting], [...before, message(2, 'Hello')], me)).toEqual([waiting])
  expect(undelivered([waiting], [...before, message(2, 'Hello', me)], me)).toEqual([])
  // A refused message did not arrive, whatever else was said.
  const refused = { ...waiting, state: 'refused' as const }
  expect(undelivered([refused], [...before, message(2, 'Hello', me)], me)).toEqual([refused])
  // A message that only waited for too long may have arrived earlier.
  const late = { ...refused, isLate: true }
  expect(undelivered([late], before, me)).toEqual([late])
  expect(undelivered([late], [...before, message(2, 'Hello', me)], me)).toEqual([])
})

test('the same text sent twice waits twice', { tags: ['CHAT-10'] }, () => {
  const first = outgoing('a', 'Hi', 0)
  const second = outgoing('b', 'Hi', 1)
  expect(undelivered([first, second], [message(1, 'Hi', me)], me)).toEqual([second])
})

test("a day is announced once, on the viewer's calendar", { tags: ['CONST-13'] }, () => {
  const zone = 'America/Los_Angeles'
  const now = Date.parse('2026-11-20T12:00:00Z')
  const at = (iso: string): Message => ({ ...message(1), createdAt: iso })
  expect(daySeparator(undefined, at('2026-11-20T11:00:00Z'), zone, now)).toBe('Today')
  expect(daySeparator(undefined, at('2026-11-20T07:00:00Z'), zone, now)).toBe('Yesterday')
  expect(daySeparator(undefined, at('2026-11-01T20:00:00Z'), zone, now)).toBe('11/01/2026')
  expect(daySeparator(at('2026-11-20T07:00:00Z'), at('2026-11-20T07:30:00Z'), zone, now)).toBeNull()
  expect(daySeparator(at('2026-11-20T07:30:00Z'), at('2026-11-20T08:30:00Z'), zone, now)).toBe('Today')
})

test('yesterday is the day before, even across a clock change', { tags: ['CHAT-13'] }, () => {
  const zone = 'America/Los_Angeles'
  const separator = (createdAt: string, now: string) =>
    daySeparator(undefined, { ...message(1), createdAt }, zone, Date.parse(now))
  // Half past midnight, after a day of 23 hours.
  expect(separator('2027-03-14T20:00:00Z', '2027-03-15T07:30:00Z')).toBe('Yesterday')
  expect(separator('2027-03-14T07:30:00Z', '2027-03-15T07:30:00Z')).toBe('03/13/2027')
  // Half an hour before midnight, at the end of a day of 25 hours.
  expect(separator('2027-11-06T20:00:00Z', '2027-11-08T07:30:00Z')).toBe('Yesterday')
})
