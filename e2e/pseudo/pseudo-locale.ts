import type { Text, Texts } from '../../scripts/check/messages.ts'

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'aåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ',
  ].flatMap((sign, at, all) => (at % 2 === 0 ? [[sign, all[at + 1] ?? sign]] : [])),
)
/** Placeholders, markup, and links that must stay as they are. */
const places = /(\{[#/]?\w+\}|https?:\S+)/
const filling = ['ôñé', 'ţŵô', 'ţĥŕéé', 'ƒöûŕ', 'ƒîṽé', 'šîẋ']

/** Puts each text in brackets, with accents on its letters, and 35 % longer. */
export function inPseudoLocale(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key === '$schema' ? text : pseudo(text)]),
  )
}

function pseudo(text: Text): Text {
  if (typeof text === 'string') return pseudoText(text)
  return text.map((each) => ({
    ...each,
    match: Object.fromEntries(Object.entries(each.match).map(([when, is]) => [when, pseudoText(is)])),
  }))
}

function pseudoText(text: string): string {
  const letters = text
    .split(places)
    .map((part) => (places.test(part) ? part : part.replaceAll(/[a-z]/gi, (sign) => accented[sign] ?? sign)))
    .join('')
  // Placeholders don't count towards the length.
  const { length } = text
    .split(places)
    .filter((part) => !places.test(part))
    .join('')
  let more = ''
  for (let at = 0; more.length < length * 0.35 - 2; at += 1) more += ` ${filling[at % filling.length]}`
  // Marked words may be on a line of their own, so the brackets go inside the marks.
  return letters.replace(/^(\{#\w+\}(?!\{))?(.*?)((?<!\})\{\/\w+\})?$/s, `$1⟦$2${more}⟧$3`)
}
