import { dictionary } from '@zxcvbn-ts/language-common'

/** 49,233 passwords, in lower case. */
const common = new Set(dictionary['passwords-common'] as string[])
const brand = 'tagalong'
const signsForLetters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const fewest = 5
/** Number of characters that make a name no harder to guess when added to it. */
const addedInVain = 3

/** True if attackers would try the password first: common, repeated, the brand, or one of the user's `own` names. */
export function isEasyToGuess(password: string, own: readonly string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const characters = [...lower]
  if (new Set(characters).size < fewest || isRepeated(characters)) return true
  const versions = [lower, withoutEnds(lower)].flatMap((each) => [each, inLetters(each)])
  return versions.some((each) => common.has(each) || [brand, ...own].some((name) => isHardlyMore(each, name)))
}

/** True if a piece of up to five characters is repeated throughout. */
function isRepeated(characters: readonly string[]): boolean {
  return [1, 2, 3, 4, 5].some(
    (length) =>
      characters.length >= 2 * length && characters.every((each, at) => each === characters[at % length]),
  )
}

function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function inLetters(text: string): string {
  return text.replace(/[@431!0$57]/g, (sign) => signsForLetters[sign] ?? sign)
}

function isHardlyMore(text: string, name: string): boolean {
  const [long, short] = [text, name.normalize('NFKC').toLowerCase()].map((each) =>
    each.replace(/[^\p{L}\p{N}]/gu, ''),
  ) as [string, string]
  if (short.length <= addedInVain) return short !== '' && short === long
  return long.includes(short) && long.length - short.length <= addedInVain
}
