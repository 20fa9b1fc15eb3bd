import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEasyToGuess } from './easy-passwords.ts'

const own = ['anna.lee', 'Anna', 'Lee', 'Anna Lee']

test.each([
  'Password1!',
  'P@ssw0rd!',
  'Summer2026!',
  '2026-Summer',
  'passwordpassword',
  'aaaaaaaaaaaaaaa',
  'abcabcabcabcabc',
  'Ab1!cAb1!cAb1!cAb1',
  'Tagalong1!',
  '7ag@l0ng!!',
  'Anna.Lee1A!',
  'annalee1A!',
  'Anna1234!',
  'Lee-2026!',
])('%j is easy to guess', { tags: ['SAFE-55'] }, (password) => {
  expect(isEasyToGuess(password, own)).toBe(true)
})

test.each(['Sandbox-Sunny-42!', 'Playdate1!', 'four small wet boots', 'Ж1!жуки-на-даче', 'Leeward-Gate-7'])(
  '%j is not easy to guess',
  { tags: ['SAFE-55'] },
  (password) => {
    expect(isEasyToGuess(password, own)).toBe(false)
  },
)

test('digits and signs around a common word leave it easy to guess', { tags: ['SAFE-55'] }, () => {
  const words = (dictionary['passwords-common'] as string[]).filter((word) => /^[a-z]+$/.test(word))
  const around = fc.stringMatching(/^[0-9!?#.-]{0,6}$/)
  fc.assert(
    fc.property(around, fc.constantFrom(...words), fc.boolean(), around, (before, word, isUpper, after) => {
      const typed = isUpper ? word.toUpperCase() : word
      return isEasyToGuess(`${before}${typed}${after}`, [])
    }),
    { seed: 20_261_125 },
  )
})
