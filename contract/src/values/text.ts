import * as z from 'zod/mini'
import { m, type Text } from '../messages.ts'

// Control characters but tab and line feed; a NUL cannot be stored and the others are never typed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the very thing refused
const printable = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/u
// Direction marks that turn the text around them, and halves of characters.
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

/** Without control characters, halves of characters, and marks that turn what stands around them. */
export function isWhole(text: string): boolean {
  return printable.test(text) && text.isWellFormed() && !turning.test(text)
}

/** Without those marks: phones put them around a number that is copied, and nobody sees them. */
export function withoutTurning(text: string): string {
  return text.replace(new RegExp(turning, 'g'), '')
}

/** Trimmed text of 0 to `max` characters. */
export function optionalText(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, tooLong(max)), z.refine(isWhole, wellFormed))
}
