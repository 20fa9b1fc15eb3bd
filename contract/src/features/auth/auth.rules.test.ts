import { expect, test } from 'vitest'
import { passwordRules } from './auth.rules.ts'

const unmet = (password: string) =>
  passwordRules.filter(({ isMet }) => !isMet(password)).map(({ name }) => name)

test.each([
  ['Aa1!aaaa', []],
  ['Aa1!aaa', ['length']],
  ['AA1!AAAA', ['lowercase']],
  ['aa1!aaaa', ['uppercase']],
  ['Aaa!aaaa', ['number']],
  ['Aa1aaaaa', ['special']],
  // What letters and numbers are is not for English to say; a space is no special character.
  ['Éé٣!éééé', []],
  ['Ж1!жжжжж', []],
  ['Aa1 aaaa', ['special']],
  ['Aa1🪁aaaa', []],
  // One sign counts as one, whatever it takes to write it.
  ['Aa1🪁aaa', ['length']],
  // Fifteen of whatever kind are enough.
  ['four small wet boots', []],
  ['жжжжж жжжжж жжж', []],
  ['foursmallboots', ['uppercase', 'number', 'special']],
  ['🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁', ['lowercase', 'uppercase', 'number']],
  ['', ['length', 'lowercase', 'uppercase', 'number', 'special']],
])(
  '%j lacks %j',
  { tags: ['AUTH-63', 'AUTH-64', 'AUTH-65', 'AUTH-66', 'AUTH-67', 'SAFE-53', 'SAFE-54'] },
  (password, names) => {
    expect(unmet(password)).toEqual(names)
  },
)
