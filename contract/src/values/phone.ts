import * as z from 'zod/mini'

export const phonePrompt = 'Please use a valid phone number'

/** E.164: a plus sign and 7 to 15 digits. Whether the number exists in its country is checked beside it. */
export const phoneNumber = z.string(phonePrompt).check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, phonePrompt))
