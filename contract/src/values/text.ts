import * as z from 'zod/mini'
import { m, type Text } from '../messages.ts'

// No control characters but tab and line feed: a NUL can't be stored, and nobody types the others.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the very thing refused
const printable = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/u
// Direction marks, which reorder the text around them.
const turning = /[\u202a-\u202e\u2066-\u2069]/
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const wellFormed = { error: m.prompt_text_characters }
const tooLong = (max: number) => ({ error: () => m.prompt_text_too_long({ max }) })

/** Trimmed text of 1 to `max` characters (UTF-16 units). */
export function text(max: number, missing: Text | string = m.prompt_text_missing) {
  const lack = { error: missing }
  return z
    .string(lack)
    .check(
      z.trim(),
      z.minLength(1, lack),
      z.maxLength(max, tooLong(max)),
      z.refine(isWhole, wellFormed),
      z.regex(visible, lack),
    )
}

/** True without control characters, lone surrogates and direction marks. */
export function isWhole(text: string): boolean {
  return printable.test(text) && text.isWellFormed() && !turning.test(text)
}

/** Removes direction marks: phones put them, invisible, around a copied number. */
export function withoutTurning(text: string): string {
  return text.replace(new RegExp(turning, 'g'), '')
}

/** Trimmed text of 0 to `max` characters. */
export function optionalText(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, tooLong(max)), z.refine(isWhole, wellFormed))
}
