import { expect, test } from 'vitest'
import { lookOf } from './notification-look.ts'

const playdate = '/view-playdate-information/1'

test.each([
  ['chat.message', playdate, { icon: 'chat', tile: 4 }],
  ['playdate.confirmed', playdate, { icon: 'check', tile: 3 }],
  ['reminder.playdate', playdate, { icon: 'clock', tile: 2 }],
  ['reminder.answer', '/view-playdate-request/1', { icon: 'clock', tile: 2 }],
  ['event.coming', playdate, { icon: 'check', tile: 3 }],
  ['spots.everybody', playdate, { icon: 'check', tile: 3 }],
  ['spots.offered', playdate, { icon: 'calendar', tile: 1 }],
  ['connection.accepted', '/connections', { icon: 'check', tile: 3 }],
  ['playdate.sent', '/view-playdate-request/1', { icon: 'calendar', tile: 1 }],
  ['event.invited', playdate, { icon: 'calendar', tile: 1 }],
  ['connection.asked', '/connections?t=pending', { icon: 'people', tile: 2 }],
  ['group.joined', '/group/1', { icon: 'people', tile: 3 }],
  ['membership.ends', '/profile', { icon: 'bell', tile: 4 }],
])('“%s” with the path %s has its own look, whatever its text', (message, url, look) => {
  expect(lookOf({ message, title: 'Anna vous a écrit', url })).toEqual(look)
})

test.each([
  ['Anna sent you a message', playdate, { icon: 'chat', tile: 4 }],
  ['Anna confirmed your playdate', playdate, { icon: 'check', tile: 3 }],
  ['Anna is coming to your event', playdate, { icon: 'check', tile: 3 }],
  ['Anna accepted your invite', '/connections', { icon: 'check', tile: 3 }],
  ['Anna sent you a playdate request', '/view-playdate-request/1', { icon: 'calendar', tile: 1 }],
])('“%s” of the previous release has a look by its text', (title, url, look) => {
  expect(lookOf({ message: null, title, url })).toEqual(look)
})

test('an administrator’s message doesn’t look like another notification', () => {
  const said = { message: 'admin.said', title: 'Anna sent you a message', url: '/profile' }
  expect(lookOf(said)).toEqual({ icon: 'bell', tile: 4 })
})
