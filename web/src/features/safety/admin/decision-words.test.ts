import {
  decideReports,
  decisionKinds,
  type Report,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { reportReasons } from '@tagalong/contract/features/safety/safety.contract.ts'
import { expect, test } from 'vitest'
import { suggestedWords, thingWords } from './decision-words.ts'

const id = '01930000-0000-7000-8000-000000000000'

test('every suggested text can be sent as it is', () => {
  for (const kind of decisionKinds.filter((each) => each !== 'none'))
    for (const reason of reportReasons)
      for (const isGroup of [true, false]) {
        const words = suggestedWords(kind, reason, isGroup)
        const body = { reports: [id], kind, words }
        expect(decideReports.body?.safeParse(body).success, words).toBe(true)
      }
  expect(suggestedWords('none', 'spam', false)).toBe('')
})

test('a box names what would be removed, for a group without its name', { tags: ['SAFE-45'] }, () => {
  const reported = (kind: Report['kind'], evidence: Partial<Report['evidence']>) =>
    thingWords({
      kind,
      evidence: { name: 'Oak Street', child: null, messages: [], words: [], ...evidence },
    } as Report)
  const message = { sender: 'Ben', text: 'Go away', createdAt: '2026-11-23T10:00:00Z' }
  expect(reported('message', { messages: [{ ...message, text: 'Hello' }, message] })).toBe('“Go away”')
  expect(reported('photo', { child: 'Leo' })).toBe('The photo of Leo')
  expect(reported('playdate', { words: ['The park', 'Bring cake'] })).toBe('“The park”, “Bring cake”')
  expect(reported('group', { words: ['Oak Street', 'Only for us'] })).toBe('“Only for us”')
  expect(reported('group', { words: ['Oak Street'] })).toBe('Its description')
})
