import * as z from 'zod/mini'

// Control characters but tab and line feed; a NUL cannot be stored and the others are never typed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the very thing refused
const printable = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/u
const wellFormed = 'Please use letters, numbers and punctuation only'

/** Trimmed text of 1 to `max` characters (UTF-16 units). */
export function text(max: number, missing = 'Please fill this in') {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Please use at most ${max} characters`),
      z.regex(printable, wellFormed),
    )
}

/** Trimmed text of 0 to `max` characters. */
export function optionalText(max: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(max, `Please use at most ${max} characters`), z.regex(printable, wellFormed))
}
