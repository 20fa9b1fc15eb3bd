const nameless = 'a child'

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Replaces each of the names in the text by 'a child': whole words in the same case, since a name may be a common word,
 * too.
 */
export function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((before, name) => before.replaceAll(patternOf(name), nameless), text)
}

function patternOf(name: string): RegExp {
  const letters = RegExp.escape(name)
  return unspaced.test(name)
    ? new RegExp(letters, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'gu')
}
