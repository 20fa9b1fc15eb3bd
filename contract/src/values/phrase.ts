import { m, type Text } from '../messages.ts'
import { isText } from './language.ts'

/** Texts ready to send, in the order offered. */
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

/** Phrases for rejecting a request. */
export const rejectingPhrases = ['not-this-time', 'sick'] as const satisfies readonly Phrase[]

/** Phrases for cancelling a confirmed playdate. */
export const cancellingPhrases = ['sick'] as const satisfies readonly Phrase[]

/** In the current language. */
export function textOfPhrase(phrase: Phrase): string {
  return texts[phrase]()
}

/** Returns which phrase the text is, in any language. */
export function phraseOf(text: string): Phrase | null {
  return phrases.find((each) => isText(text, texts[each])) ?? null
}

/** Returns a message's text; a phrase in the reader's language. A phrase of a later release is shown as it was sent. */
export function wordsOf({ text, phrase }: { text: string; phrase?: string | null | undefined }): string {
  const known = phrases.find((each) => each === phrase)
  return known ? textOfPhrase(known) : text
}
