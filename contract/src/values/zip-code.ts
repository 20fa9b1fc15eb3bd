import * as z from 'zod/mini'
import { m } from '../messages.ts'

const wrong = { error: m.prompt_zip_code }

/** 5 digits, or 5 digits, a hyphen and 4 digits. */
export const zipCode = z.string(wrong).check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, wrong))
