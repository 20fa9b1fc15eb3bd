import { m } from '@tagalong/contract/messages.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { badInput, type Refusal } from '#http/refusal.ts'

/** A number must exist in its country's numbering plan, beyond having the right shape; some have no country. */
export function refusePhoneNumber(field: string, number: string): Refusal | null {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.country && parsed.isValid() ? null : badInput(field, m.prompt_phone)
}
