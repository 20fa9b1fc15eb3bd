import { beforeEach, expect, test, vi } from 'vitest'

// What is typed, kept and restored is proved in the journeys. This tests what counts as typed.

/** Entries are own properties, as in the browser's storage. */
const storage: Record<string, string> = Object.create({
  getItem: (key: string) => storage[key] ?? null,
  setItem: (key: string, value: string) => {
    storage[key] = value
  },
  removeItem: (key: string) => delete storage[key],
})
vi.stubGlobal('sessionStorage', storage)

const { writeDraft } = await import('./draft.ts')
const { clearAllDrafts, hasDrafts } = await import('./kept-drafts.ts')

beforeEach(clearAllDrafts)

const childId = '0199f3a1-5c1e-7d2b-9a40-0c6f1e2d3b4a'
const attempt = 'c0ffee'.repeat(5).padEnd(32, '0')
const emptyPlaydate = {
  type: 'single',
  source: 'friends',
  locations: ['', '', ''],
  description: '',
  version: 1,
}

test.each([
  ['friend', { inviteeName: 'Kim', inviteePhoneNumber: '' }],
  [`chat-text:${childId}`, 'On our way'],
  [`chat-outbox:${childId}`, [{ key: attempt, text: 'On our way', state: 'waiting' }]],
  ['onboarding', { name: '', children: [{ key: attempt, firstName: 'Max' }], attempt }],
  ['playdate:new', { ...emptyPlaydate, locations: ['', 'Our garden', ''] }],
])('what is typed as %s counts as input', { tags: ['ERR-20'] }, (key, value) => {
  writeDraft(key, value)
  expect(hasDrafts()).toBe(true)
})

test.each([
  ['register:invite', 'wJ8kXv0Qm2'],
  ['friend:invited', { id: childId, name: 'Kim', url: 'https://play.example.org/register' }],
  [`preview:${childId}`, 'data:image/webp;base64,AAAA'],
  ['friend', { inviteeName: '', inviteePhoneNumber: ' ' }],
  [
    'child:new',
    { firstName: '', school: '', grade: 'PK', photo: 'uploads/a', availability: [{ day: 'Mon' }], attempt },
  ],
  ['playdate:new', { ...emptyPlaydate, ownChildren: [childId], times: ['2026-12-05T15:00:00.000Z'] }],
  ['pods', { [childId]: childId }],
  ['chat-text', ''],
  ['change', null],
])('there is no input if %s holds %j', { tags: ['ERR-20'] }, (key, value) => {
  writeDraft(key, value)
  expect(hasDrafts()).toBe(false)
  clearAllDrafts()
  expect(Object.keys(storage)).toEqual([])
})

test('only the last user’s input counts, and stays theirs until the drafts are cleared', {
  tags: ['ERR-20'],
}, () => {
  storage['draft:anna:friend'] = JSON.stringify({ inviteeName: 'Kim' })
  storage['draft:user'] = 'ben'
  expect(hasDrafts()).toBe(false)
  storage['draft:user'] = 'anna'
  expect(hasDrafts()).toBe(true)
  clearAllDrafts()
  expect(Object.keys(storage)).toEqual([])
})
