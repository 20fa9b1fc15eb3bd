import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { instant } from '../../values/instant.ts'

/** Number of digits. */
export const codeLength = 6
/** Pause between two codes. */
export const codePauseSeconds = 30

export const phoneProofTexts = {
  codeWrong: m.prompt_phone_code_wrong,
  codeOver: m.prompt_phone_code_over,
  tooManyCodes: m.prompt_phone_codes_too_many,
  noCodesLeft: m.prompt_phone_codes_none_left,
  cannotReceive: m.prompt_phone_code_not_sent,
  notSetUp: m.refusal_not_set_up,
} as const

/**
 * Sends a code to the number that the caller has saved; an earlier code stops working. Valid once, for 10 minutes and 5
 * tries. Limits: one in 30 s, 3 an hour per number, 5 a day per account, 10 an hour per address, 200 a day in all. 409
 * if another account has proven the number, or this server sends no codes.
 */
export const startPhoneProof = endpoint({
  name: 'caregivers.startPhoneProof',
  summary: 'Send a code to the own phone number',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/phone-proof/start',
  body: z.strictObject({}),
  data: z.object({ expiresAt: instant, againAt: instant }),
})

/** Proves the number for the caller, and delivers what waited for its holder. 409 as in `startPhoneProof`. */
export const checkPhoneProof = endpoint({
  name: 'caregivers.checkPhoneProof',
  summary: 'Prove the own phone number by its code',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/phone-proof/check',
  body: z.strictObject({
    code: z.string().check(z.regex(/^\d{6}$/, { error: m.prompt_phone_code_wrong })),
  }),
  data: z.object({ proven: z.literal(true) }),
})
