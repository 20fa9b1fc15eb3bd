import { expect, test } from 'vitest'
import {
  heartbeat,
  liveQueries,
  queriesToReload,
  reconnectAttempts,
  reconnectInterval,
} from './realtime.rules.ts'

const room = ['room']

test('a frame that contains message reloads the room', { tags: ['CHAT-12'] }, () => {
  expect(queriesToReload('{"message":"0193"}')).toContainEqual(room)
  expect(queriesToReload('message')).toContainEqual(room)
})

test('a frame that contains chatroom reloads the room', { tags: ['CHAT-13'] }, () => {
  expect(queriesToReload('{"chatroom":"0193"}')).toContainEqual(room)
  expect(queriesToReload('new chatroom')).toContainEqual(room)
})

test('a frame with neither message nor chatroom leaves the room alone', { tags: ['CHAT-14'] }, () => {
  const others = [
    'pong',
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"playdate":"1"}',
    '{"connection":"1"}',
    '{"notification":"1"}',
  ]
  for (const frame of others) expect(queriesToReload(frame)).not.toContainEqual(room)
})

test('a frame names the queries to reload, each once', { tags: ['CHAT-12'] }, () => {
  expect(queriesToReload('{"playdate":"1"}')).toEqual([['playdates'], ['availability-slots', 'suggested']])
  expect(queriesToReload('{"connection":"1"}')).toEqual([['connections'], ['groups']])
  expect(queriesToReload('{"group":"1"}')).toEqual([['groups']])
  expect(queriesToReload('{"notification":"1"}')).toEqual([['notifications']])
  expect(queriesToReload('{"guardian":"1"}')).toEqual([['guardians']])
  expect(queriesToReload('{"message":"1","chatroom":"2"}')).toEqual([['room'], ['playdates']])
  expect(queriesToReload('{"constructor":"1"}')).toEqual([])
  expect(queriesToReload('pong')).toEqual([])
})

test('everything that a frame can name is reloaded after a reconnect', {
  tags: ['CHAT-12', 'CHAT-13'],
}, () => {
  const named = ['message', 'chatroom', 'playdate', 'connection', 'group', 'notification', 'guardian']
  for (const name of named) {
    for (const each of queriesToReload(`{"${name}":"1"}`)) expect(liveQueries).toContainEqual(each)
  }
})

test('the connection is tried 20 times, 5 s apart, pinged every 25 s, given up after 60 s', {
  tags: ['CONST-22', 'CONST-23', 'CONST-24', 'CONST-25'],
}, () => {
  expect(reconnectAttempts).toBe(20)
  expect(reconnectInterval).toBe(5_000)
  expect(heartbeat).toMatchObject({ message: 'ping', interval: 25_000, timeout: 60_000 })
})
