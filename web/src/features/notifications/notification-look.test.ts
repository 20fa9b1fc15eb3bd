import { expect, test } from 'vitest'
import { lookOf } from './notification-look.ts'

test.each([
  ['Anna sent you a message', '/view-playdate-information/1', { icon: 'chat', tile: 4 }],
  ['Anna confirmed your playdate', '/view-playdate-information/1', { icon: 'check', tile: 3 }],
  ['Anna is coming to your event', '/view-playdate-information/1', { icon: 'check', tile: 3 }],
  ['Anna accepted your invite', '/connections', { icon: 'check', tile: 3 }],
  ['Anna sent you a playdate request', '/view-playdate-request/1', { icon: 'calendar', tile: 1 }],
  ['Anna invited you to an event', '/view-playdate-information/1', { icon: 'calendar', tile: 1 }],
  ['Anna wants to connect with you', '/connections?t=pending', { icon: 'people', tile: 2 }],
  ['Anna joined Oak Street', '/group/1', { icon: 'people', tile: 3 }],
  ['Your membership ends soon', '/profile', { icon: 'bell', tile: 4 }],
])('“%s” that leads to %s has its own look', (title, url, look) => {
  expect(lookOf({ title, url })).toEqual(look)
})
