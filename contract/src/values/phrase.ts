import { m, type Text } from '../messages.ts'
import { isText } from './language.ts'

/** Words ready to send, in the order in which they are offered. */
const texts = {
  'on-our-way': m.value_phrase_on_our_way,
  late: m.value_phrase_late,
  here: m.value_phrase_here,
  bring: m.value_phrase_bring,
  thanks: m.value_phrase_thanks,
  later: m.value_phrase_later,
  sick: m.value_phrase_sick,
  'not-this-time': m.value_phrase_not_this_time,
} as const satisfies Record<string, Text>

export type Phrase = keyof typeof texts
export const phrases = Object.keys(texts) as readonly Phrase[]

/** What a request can be rejected with. */
export const rejectingPhrases = ['not-this-time', 'sick'] as const satisfies readonly Phrase[]

/** What a confirmed playdate can be called off with. */
export const cancellingPhrases = ['sick'] as const satisfies readonly Phrase[]

/** In the language of the moment. */
export function textOfPhrase(phrase: Phrase): string {
  return texts[phrase]()
}

/** Which of them that text is, in whatever language. */
export function phraseOf(text: string): Phrase | null {
  return phrases.find((each) => isText(text, texts[each])) ?? null
}

/** What somebody wrote, a phrase in the language of whoever reads it. One that a later release knows stands as it was written. */
export function wordsOf({ text, phrase }: { text: string; phrase?: string | null | undefined }): string {
  const known = phrases.find((each) => each === phrase)
  return known ? textOfPhrase(known) : text
}
