import { m } from '@tagalong/contract/messages.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { badInput, type Refusal } from '#http/refusal.ts'

/** Refuses a number that isn't in its country's numbering plan, although its shape is right, or that has no country. */
export function refusePhoneNumber(field: string, number: string): Refusal | null {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.country && parsed.isValid() ? null : badInput(field, m.prompt_phone)
}
