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
  // Letters and numbers of any script count; a space is not a special character.
  ['Éé٣!éééé', []],
  ['Ж1!жжжжж', []],
  ['Aa1 aaaa', ['special']],
  ['Aa1🪁aaaa', []],
  // An emoji counts as one character, whatever its length in UTF-16.
  ['Aa1🪁aaa', ['length']],
  // Fifteen characters of any kind are enough.
  ['four small wet boots', []],
  ['жжжжж жжжжж жжж', []],
  ['foursmallboots', ['uppercase', 'number', 'special']],
  ['🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁🪁', ['lowercase', 'uppercase', 'number']],
  ['', ['length', 'lowercase', 'uppercase', 'number', 'special']],
])(
  'the password %j lacks %j',
  { tags: ['AUTH-63', 'AUTH-64', 'AUTH-65', 'AUTH-66', 'AUTH-67', 'SAFE-53', 'SAFE-54'] },
  (password, names) => {
    expect(unmet(password)).toEqual(names)
  },
)
