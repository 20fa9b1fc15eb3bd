import * as z from 'zod/mini'
import { m } from '../messages.ts'

const wrong = { error: m.prompt_phone }

/** E.164: a plus sign and 7 to 15 digits. Whether the number exists in its country is checked elsewhere. */
export const phoneNumber = z.string(wrong).check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, wrong))
