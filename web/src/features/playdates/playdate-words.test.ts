import { readLanguageFrom } from '@tagalong/contract/values/language.ts'
import { expect, onTestFinished, test } from 'vitest'
import { childOf, playdateOf } from './playdate.fixture.ts'
import {
  clashText,
  durationText,
  listed,
  mapLink,
  monthName,
  othersOf,
  ownerLine,
  placesOf,
  playdateTitle,
  timesOf,
  turnText,
  warningText,
  weekdayName,
} from './playdate-words.ts'

test('a card names all children of a single playdate', { tags: ['PLAY-21'] }, () => {
  const playdate = playdateOf({
    ownerChildren: [childOf('a', 'me', 'Anika'), childOf('b', 'me', 'Rohan')],
    recipientChildren: [childOf('c', 'you', 'Zuri')],
  })
  expect(playdateTitle(playdate)).toBe('Anika R, Rohan R & Zuri R')
})

test('an event names two children and counts the rest', { tags: ['PLAY-21'] }, () => {
  const many = ['c', 'd', 'e'].map((each) => childOf(each, 'you', each.toUpperCase()))
  const event = playdateOf({ type: 'group', recipientChildren: many })
  expect(playdateTitle(event)).toBe('anika R, C R + 2')
})

test('the owner is named, or Me; a request that I sent also says to whom', {
  tags: ['PLAY-19', 'PLAY-20', 'PLAY-27'],
}, () => {
  const playdate = playdateOf()
  expect(ownerLine(playdate, 'you')).toBe('Priya Raman')
  expect(ownerLine(playdate, 'me')).toBe('Me · to Amara Okafor')
  expect(ownerLine({ ...playdate, status: 'accepted' }, 'me')).toBe('Me')
})

test('another guardian of one’s own children is not one of the others', () => {
  const [priya, dev] = [playdateOf().owner, { _id: 'dev', name: 'Dev', lastName: 'Raman' }]
  const amara = { _id: 'you', name: 'Amara', lastName: 'Okafor' }
  // Priya asked Amara, and Dev looks at it.
  expect(othersOf(playdateOf())).toEqual([amara])
  // Amara asked Priya; Priya and Dev see the same.
  const asked = playdateOf({ owner: amara, side: 'recipient', recipientCaregivers: [priya, dev] })
  expect(othersOf(asked)).toEqual([amara])
})

test('how many of them wait for me is shown if not all do', { tags: ['PLAY-75'] }, () => {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const [mine, theirs] = [playdateOf({ lastSubmittedBy: 'you' }), playdateOf()]
  expect(turnText([mine, theirs, theirs], now)).toBe('Your turn: 1')
  expect(turnText([mine], now)).toBe('Your turn')
  expect(turnText([theirs], now)).toBeUndefined()
})

test('an event names no recipient caregivers', { tags: ['PLAY-28'] }, () => {
  expect(ownerLine(playdateOf({ type: 'group' }), 'me')).toBe('Me')
})

test('every proposed place is shown, empty ones are not', { tags: ['PLAY-23'] }, () => {
  const proposedLocations = { option1: null, option2: 'Park', option3: ' ' }
  expect(placesOf(playdateOf({ proposedLocations }))).toEqual(['Park'])
})

test('a length is put in words', { tags: ['PLAY-63'] }, () => {
  expect([30, 60, 90, 120, 150, 45].map(durationText)).toEqual([
    '30 minutes',
    '1 hour',
    '1½ hours',
    '2 hours',
    '2½ hours',
    '45 minutes',
  ])
})

test('a place links to a map', { tags: ['PLAY-62'] }, () => {
  expect(mapLink('Oak Street & 3rd')).toContain('query=Oak%20Street%20%26%203rd')
})

test('an event shows its current time and place, not what was proposed', {
  tags: ['PLAY-79'],
}, () => {
  const event = playdateOf({
    type: 'group',
    status: 'accepted',
    proposedTimes: ['2026-11-28T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    acceptedTime: '2026-11-29T23:00:00.000Z',
    acceptedLocation: 'The zoo',
  })
  expect(timesOf(event)).toEqual(['2026-11-29T23:00:00.000Z'])
  expect(placesOf(event)).toEqual(['The zoo'])
})

test('children who have another playdate at that time are named', () => {
  const named = (...names: string[]) => clashText(names.map((firstName) => ({ firstName })))
  expect(named()).toBeNull()
  expect(named('Mia')).toBe('Mia has another playdate then')
  expect(named('Mia', 'Leo')).toBe('Mia & Leo have another playdate then')
})

test('a child’s clash replaces the viewer’s own; days away are added', {
  tags: ['TIME-112', 'TIME-113'],
}, () => {
  const clash = 'Mia has another playdate then'
  const none = { clash: null, goesThen: false, isAway: false }
  expect(warningText(none)).toBeNull()
  expect(warningText({ ...none, goesThen: true })).toBe('You have a playdate then')
  expect(warningText({ ...none, isAway: true })).toBe("You're away then")
  expect(warningText({ clash, goesThen: true, isAway: false })).toBe(clash)
  expect(warningText({ ...none, goesThen: true, isAway: true })).toBe(
    "You have a playdate then. You're away then",
  )
})

test('days and months have their names', () => {
  expect([0, 3, 6].map(weekdayName)).toEqual(['Sunday', 'Wednesday', 'Saturday'])
  expect([1, 12].map(monthName)).toEqual(['January', 'December'])
})

test('in Spanish, names, lengths and days follow the Spanish rules', () => {
  onTestFinished(() => readLanguageFrom(() => 'en'))
  readLanguageFrom(() => 'es')
  expect(listed(['Mia'])).toBe('Mia')
  expect(listed(['Mia', 'Leo', 'Zuri'])).toBe('Mia, Leo y Zuri')
  expect(listed(['Mia', 'Inés'])).toBe('Mia e Inés')
  expect(clashText([{ firstName: 'Mia' }, { firstName: 'Leo' }])).toBe(
    'Mia y Leo tienen otra cita a esa hora',
  )
  expect([60, 90, 120].map(durationText)).toEqual(['1 hora', '1½ horas', '2 horas'])
  expect(weekdayName(0)).toBe('domingo')
  expect(monthName(12)).toBe('diciembre')
})
