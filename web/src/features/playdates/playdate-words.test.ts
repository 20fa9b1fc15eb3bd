import { expect, test } from 'vitest'
import { childOf, playdateOf } from './playdate.fixture.ts'
import { durationText, mapLink, ownerLine, placesOf, playdateTitle } from './playdate-words.ts'

test('PLAY-21 a card names all children of a single playdate', () => {
  const playdate = playdateOf({
    ownerChildren: [childOf('a', 'me', 'Anika'), childOf('b', 'me', 'Rohan')],
    recipientChildren: [childOf('c', 'you', 'Zuri')],
  })
  expect(playdateTitle(playdate)).toBe('Anika R, Rohan R & Zuri R')
})

test('PLAY-21 an event names two children and counts the rest', () => {
  const many = ['c', 'd', 'e'].map((each) => childOf(each, 'you', each.toUpperCase()))
  const event = playdateOf({ type: 'group', recipientChildren: many })
  expect(playdateTitle(event)).toBe('anika R, C R + 2')
})

test('PLAY-19 PLAY-20 PLAY-27 the owner is named, or Me; what I sent says to whom', () => {
  const playdate = playdateOf()
  expect(ownerLine(playdate, 'you')).toBe('Priya Raman')
  expect(ownerLine(playdate, 'me')).toBe('Me · to Amara Okafor')
  expect(ownerLine({ ...playdate, status: 'accepted' }, 'me')).toBe('Me')
})

test('PLAY-28 an event names no recipient caregivers', () => {
  expect(ownerLine(playdateOf({ type: 'group' }), 'me')).toBe('Me')
})

test('PLAY-23 every proposed place is shown, empty ones are not', () => {
  const proposedLocations = { option1: null, option2: 'Park', option3: ' ' }
  expect(placesOf(playdateOf({ proposedLocations }))).toEqual(['Park'])
})

test('PLAY-63 a length is told in words', () => {
  expect([30, 60, 90, 120, 150, 45].map(durationText)).toEqual([
    '30 minutes',
    '1 hour',
    '1½ hours',
    '2 hours',
    '2½ hours',
    '45 minutes',
  ])
})

test('PLAY-62 a place leads to a map', () => {
  expect(mapLink('Oak Street & 3rd')).toContain('query=Oak%20Street%20%26%203rd')
})
