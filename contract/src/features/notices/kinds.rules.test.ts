import { expect, test } from 'vitest'
import { kindOf, messagesOf } from './kinds.rules.ts'

test('a message has one kind, and an unknown one counts as news', () => {
  expect(kindOf('playdate.sent')).toBe('request')
  expect(kindOf('security.signedIn')).toBe('safety')
  expect(kindOf('not.known')).toBe('news')
  // A property of Object, not a message.
  expect(kindOf('toString')).toBe('news')
})

test('all messages of a kind can be listed', () => {
  expect(messagesOf('message')).toEqual(['chat.message'])
  expect(messagesOf('reminder').toSorted()).toEqual([
    'reminder.answer',
    'reminder.event',
    'reminder.ownEvent',
    'reminder.playdate',
  ])
  for (const message of messagesOf('safety')) expect(kindOf(message)).toBe('safety')
})
