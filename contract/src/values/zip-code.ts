import * as z from 'zod/mini'

export const zipCodePrompt = 'Please use a valid US zip code'

/** 5 digits, or 5 digits, a hyphen and 4 digits. */
export const zipCode = z.string(zipCodePrompt).check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, zipCodePrompt))
