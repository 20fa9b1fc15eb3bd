import { expect, test } from 'vitest'
import { endingOf, reasonOf } from './ending-words.ts'
import { childOf, playdateOf } from './playdate.fixture.ts'

const [me, you] = [playdateOf().owner, playdateOf().recipientCaregivers[0] ?? null]
const off = { status: 'cancelled' } as const
const event = { ...off, type: 'group' } as const
const said = (given: Parameters<typeof playdateOf>[0], viewer = 'me') => {
  const ending = endingOf(playdateOf(given), viewer)
  return ending && [ending.title, ending.note].filter(Boolean).join('. ')
}

test('a cancelled playdate says by whom, and why', { tags: ['PLAY-78'] }, () => {
  expect(said({ ...off, cancelledBy: you })).toBe('This playdate was cancelled by Amara')
  expect(said({ ...off, cancelledBy: me })).toBe('This playdate was cancelled by you')
  expect(said({ ...event, cancelledBy: me }, 'you')).toBe('This event was cancelled by Priya')
  const children = { cancelCause: 'children' } as const
  expect(said({ ...event, ...children, cancelledBy: you })).toBe(
    'This event was cancelled. Amara’s children can’t come any more.',
  )
  expect(said({ ...off, ...children, cancelledBy: you }, 'you')).toBe(
    'This playdate was cancelled. None of your children is in it any more.',
  )
  expect(said({ ...off, ...children })).toBe(
    'This playdate was cancelled. One family’s children can’t come any more.',
  )
  expect(said(off)).toBe('This playdate was cancelled')
})

test('a request that nobody answered in time says the same to both sides', { tags: ['PLAN-16'] }, () => {
  const over = { ...off, endedAs: 'over' } as const
  expect(said(over)).toBe("This request isn't open any more.")
  expect(said({ ...over, cancelledBy: me }, 'you')).toBe("This request isn't open any more.")
})

test('a withdrawn request for another time does not say that the playdate was cancelled', {
  tags: ['PLAN-90'],
}, () => {
  const replaces = { playdate: 'old', time: '2026-11-24T20:30:00.000Z' }
  const taken = { ...off, replaces, acceptedTime: null }
  expect(said({ ...taken, cancelledBy: you })).toBe("This request isn't open any more.")
  // Once confirmed, it is a playdate like any other.
  expect(said({ ...taken, acceptedTime: replaces.time, cancelledBy: you })).toBe(
    'This playdate was cancelled by Amara',
  )
})

test('an event whose organiser can’t be there says nothing else', { tags: ['PLAY-78'] }, () => {
  expect(said({ ...event, cancelCause: 'organiser', cancelledBy: you })).toBe(
    "This event was cancelled. The organiser can't be there any more.",
  )
})

test('an account that was deleted is not named', { tags: ['PLAY-78'] }, () => {
  const account = { cancelCause: 'account' } as const
  expect(said({ ...off, ...account, cancelledBy: you })).toBe(
    'This playdate was cancelled. The other family no longer has an account here.',
  )
  expect(said({ ...event, ...account, cancelledBy: me }, 'you')).toBe(
    'This event was cancelled. The family who planned it no longer has an account here.',
  )
  expect(said({ ...event, ...account, cancelledBy: you })).toBe(
    'This event was cancelled. The invited family no longer has an account here.',
  )
})

test('a rejection says whose it was', { tags: ['PLAY-72'] }, () => {
  expect(said({ status: 'rejected' })).toBe('This request was rejected. Amara can’t make it.')
  expect(said({ status: 'rejected', side: 'recipient' }, 'you')).toBe(
    'This request was rejected. You said that you can’t make it.',
  )
  expect(said({})).toBeNull()
})

test('a no on a side with two guardians is attributed only to the guardian who gave it', () => {
  const dev = { _id: 'dev', name: 'Dev', lastName: 'Raman' }
  const no = { status: 'rejected' } as const
  // Dev looks at a request that Priya sent and Amara declined.
  expect(said(no, 'dev')).toBe('This request was rejected. Amara can’t make it.')
  // Priya looks at a request that Dev declined; then Dev does.
  const mine = { ...no, side: 'recipient' } as const
  const byDev = { ...mine, recipientChildren: [{ ...childOf('anika'), actedBy: dev }] }
  expect(said(byDev)).toBe('This request was rejected. Dev can’t make it.')
  expect(said(byDev, 'dev')).toBe('This request was rejected. You said that you can’t make it.')
  // From before Dev was a guardian: the child came through Priya, who declined herself.
  const byPriya = { ...mine, recipientChildren: [childOf('anika')] }
  expect(said(byPriya, 'dev')).toBe('This request was rejected. me can’t make it.')
  // If the other side has two guardians, nobody is told which one declined.
  const two = [...playdateOf().recipientCaregivers, dev]
  expect(said({ ...no, recipientCaregivers: two })).toBe(
    'This request was rejected. The other family can’t make it.',
  )
})

test('a playdate that another grown-up answers doesn’t tell the viewer that they sent it', {
  tags: ['HOME-77'],
}, () => {
  const text = (given: Parameters<typeof playdateOf>[0]) => reasonOf(playdateOf(given), 'me').text
  expect(text({})).toBe('You sent this last. Now it is their turn to answer.')
  const asked = { lastSubmittedBy: 'you', mayAct: false } as const
  expect(text(asked)).toBe('Another grown-up answers this one.')
  const lookedAfterBy = { _id: 'dev', name: 'Dev', lastName: 'Raman' }
  expect(text({ ...asked, lookedAfterBy })).toBe('Dev looks after this one.')
})
