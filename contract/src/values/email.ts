import * as z from 'zod/mini'
import { m } from '../messages.ts'
import { isWhole } from './text.ts'

const wrong = { error: m.prompt_email }

/** Trimmed, at most 254 characters (RFC 5321). Compared case-insensitively. */
export const email = z
  .string(wrong)
  .check(
    z.trim(),
    z.maxLength(254, wrong),
    z.refine(isWhole, wrong),
    z.regex(/^[^\s@<>()",;:\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/, wrong),
  )
