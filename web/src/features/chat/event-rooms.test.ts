import { expect, test } from 'vitest'
import { childOf, playdateOf } from '#features/playdates/playdate.fixture.ts'
import { guestsToTalkTo } from './event-rooms.ts'

const nameOf = (_id: string) => ({ _id, name: _id, lastName: 'Raman' })

test('the owner can read, and go on reading, the messages of a guest whose child has left', {
  tags: ['CHAT-16'],
}, () => {
  const event = playdateOf({
    type: 'group',
    status: 'accepted',
    recipientChildren: [childOf('zuri', 'amara')],
    // Leila's child was removed; Samir answered for Amara's child.
    recipientCaregivers: [nameOf('amara'), nameOf('leila'), nameOf('samir')],
  })
  const guests = (unread: number, chosen: string) =>
    guestsToTalkTo({ ...event, unreadRooms: [{ recipientCaregiverId: 'leila', unread }] }, chosen).map(
      ({ _id }) => _id,
    )
  expect(guests(1, '')).toEqual(['amara', 'leila'])
  expect(guests(0, 'leila')).toEqual(['amara', 'leila'])
  expect(guests(0, '')).toEqual(['amara'])
})
