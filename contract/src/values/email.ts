import * as z from 'zod/mini'
import { isWhole } from './text.ts'

export const emailPrompt = 'Invalid email address'

/** Trimmed, at most 254 characters (RFC 5321). Compared without case. */
export const email = z
  .string(emailPrompt)
  .check(
    z.trim(),
    z.maxLength(254, emailPrompt),
    z.refine(isWhole, emailPrompt),
    z.regex(/^[^\s@<>()",;:\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/, emailPrompt),
  )
