import { expect, test } from 'vitest'
import { kindOf, messagesOf } from './kinds.rules.ts'

test('a message has one kind, and one of a later release is like news', () => {
  expect(kindOf('playdate.sent')).toBe('request')
  expect(kindOf('security.signedIn')).toBe('safety')
  expect(kindOf('not.known')).toBe('news')
  // A property of Object, not a message.
  expect(kindOf('toString')).toBe('news')
})

test('the messages of a kind are those that have it', () => {
  expect(messagesOf('message')).toEqual(['chat.message'])
  expect(messagesOf('reminder').toSorted()).toEqual([
    'reminder.answer',
    'reminder.event',
    'reminder.ownEvent',
    'reminder.playdate',
  ])
  for (const message of messagesOf('safety')) expect(kindOf(message)).toBe('safety')
})
