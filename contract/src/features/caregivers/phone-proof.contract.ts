import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { instant } from '../../values/instant.ts'

/** What the code is made of. */
export const codeLength = 6
/** Between two codes. */
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
 * Sends a code to the number that the caller has saved; the one before is over. It works for 10 minutes, once, for 5
 * tries. One in 30 s, 3 an hour per number, 5 a day per account, 10 an hour per address, 200 a day in all. 409 where
 * another account has proven the number, and where no codes are sent here.
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

/** From now on the number is the caller's, and what waited for whoever has it is delivered. 409 as above. */
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
