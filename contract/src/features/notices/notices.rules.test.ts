import { describe, expect, test } from 'vitest'
import { type KeptNotice, renderNotice, securityText, titleOf } from './notices.rules.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-11-20T18:00:00Z')
const [soon, later] = ['2026-11-20T20:00:00.000Z', '2026-11-28T20:00:00.000Z']
const kept = (change: Partial<KeptNotice>): KeptNotice => ({
  message: null,
  params: {},
  title: '',
  about: null,
  invitee: null,
  group: null,
  ...change,
})
const rendered = (change: Partial<KeptNotice>) => renderNotice(kept(change), zone, now)

describe('a notice as it is read', () => {
  test('names the person it is about, or another family if the reader may not know', () => {
    const sent = { message: 'playdate.sent', params: { times: [later] } }
    expect(rendered({ ...sent, about: 'Ben' }).title).toBe('Ben sent you a playdate request')
    for (const about of ['', null])
      expect(rendered({ ...sent, about }).title).toBe('Another family sent you a playdate request')
  })

  test('says the first of its times, and how many more there are', () => {
    const sent = (times: string[]) => rendered({ message: 'playdate.sent', params: { times } }).detail
    expect(sent([])).toBe(null)
    expect(sent([later])).toBe('Sat · 3:00 PM, 11/28')
    expect(sent([later, soon])).toContain('Sat · 3:00 PM, 11/28')
    expect(sent([later, soon])).not.toBe(sent([later]))
    expect(sent([later, soon, soon])).not.toBe(sent([later, soon]))
    expect(rendered({ message: 'ask.past' }).detail).toBe(null)
  })

  test('distinguishes today and tomorrow from other days, on the reader’s calendar', () => {
    const at = (moment: string) =>
      rendered({ message: 'reminder.playdate', params: { at: moment }, about: 'Ben' }).title
    // In New York it is today until midnight, whatever day it is in London.
    expect(at(soon)).toMatch(/today/i)
    expect(at('2026-11-21T04:59:00.000Z')).toBe(at(soon).replace('3:00', '11:59'))
    expect(at('2026-11-21T20:00:00.000Z')).toMatch(/tomorrow/i)
    expect(at(later)).not.toMatch(/today|tomorrow/i)
    expect(at('2026-11-19T20:00:00.000Z')).not.toMatch(/today|tomorrow/i)
  })

  test('about a group has its name, or ‘a group’ if it is gone', () => {
    const ended = { message: 'group.ended', params: { groupId: '' } }
    expect(rendered({ ...ended, group: 'Maple' }).title).toBe('You are no longer a member of Maple')
    expect(rendered(ended).title).toBe('You are no longer a member of a group')
    // Capitalised at the beginning.
    expect(rendered({ message: 'group.code', params: { groupId: '' } }).title).toBe(
      'A group has a new access code',
    )
  })

  test('shows a day as a full date', () => {
    const ends = { message: 'helper.endsYou', params: { date: '2026-11-28' } }
    expect(rendered(ends).title).toBe('Your help ends on 11/28/2026')
  })

  test('about an invited person has the name that the reader typed', () => {
    const params = { connection: '01936c5e-3b5f-7cc3-8d5e-0123456789ab' }
    const declined = { message: 'connection.declined', params }
    expect(rendered({ ...declined, invitee: 'Kim' }).title).toContain('Kim')
    expect(rendered(declined).title).toContain('Another family')
  })
})

describe('a notice of another release', () => {
  test.each([
    ['{name} sent you a message', 'Ben', 'Ben sent you a message'],
    ['{name} sent you a message', '', 'Another family sent you a message'],
    ['{name} sent you a message', null, '{name} sent you a message'],
    ['You know {name}', 'Ben', 'You know {name}'],
    // Here `{name}` was typed by a user and is no placeholder.
    ['{name} declined your invite', 'Ben', '{name} declined your invite'],
    ['{name} came by your invite link', 'Ben', '{name} came by your invite link'],
    ['{name} declined your invite, they say', 'Ben', 'Ben declined your invite, they say'],
  ])('with the title %j, about %j, reads: %s', (title, about, text) => {
    expect(rendered({ title, about })).toEqual({ title: text, detail: null })
  })

  test('with an unknown message or invalid parameters shows its title', () => {
    for (const message of ['not.known', 'toString'])
      expect(rendered({ message, title: 'Later' })).toEqual({ title: 'Later', detail: null })
    const bad = { message: 'playdate.sent', params: { times: 'soon' }, title: 'Broken' }
    expect(rendered(bad)).toEqual({ title: 'Broken', detail: null })
  })
})

describe('the title for the previous release', () => {
  test('is English, with a placeholder for a name at its beginning only', () => {
    expect(titleOf({ message: 'playdate.sent', params: { times: [] } })).toBe(
      '{name} sent you a playdate request',
    )
    expect(titleOf({ message: 'reminder.playdate', params: { at: later } })).toMatch(/with another family$/)
    const params = { connection: '01936c5e-3b5f-7cc3-8d5e-0123456789ab' }
    expect(titleOf({ message: 'connection.declined', params })).toBe('Another family declined your invite')
  })

  test('contains nothing typed that could be taken for a placeholder', () => {
    const title = titleOf({ message: 'admin.said', params: { text: 'Hello {name}' } })
    expect(title).toBe('Hello { name }')
  })
})

test('a security fact has the text of its notice', () => {
  expect(securityText('passwordChanged')).toBe(rendered({ message: 'security.passwordChanged' }).title)
})
