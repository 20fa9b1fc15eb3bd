import { dictionary } from '@zxcvbn-ts/language-common'

/** In lower case, 49,233 of them. */
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
/** What may be added to one's own name without making it any harder to guess. */
const addedInVain = 3

/** What is tried first by whoever wants in: common, repeated, the brand, or one's `own` names. */
export function isEasyToGuess(password: string, own: readonly string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const characters = [...lower]
  if (new Set(characters).size < fewest || isRepeated(characters)) return true
  const versions = [lower, withoutEnds(lower)].flatMap((each) => [each, inLetters(each)])
  return versions.some((each) => common.has(each) || [brand, ...own].some((name) => isHardlyMore(each, name)))
}

/** A piece of up to five characters over and over. */
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
