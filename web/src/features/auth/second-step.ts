import { takeSecondStep } from '@tagalong/contract/features/auth/security.contract.ts'
import type { Assertion } from '@tagalong/contract/features/auth/webauthn.ts'
import { m } from '@tagalong/contract/messages.ts'
import { isText } from '@tagalong/contract/values/language.ts'
import { ApiError, callOpenly } from '#lib/calls/api.ts'
import { inWords } from './refusal.ts'

export type Step = { code: string } | { recoveryCode: string } | { passkey: Assertion }

export function takeStep(ticket: string, step: Step) {
  return callOpenly(takeSecondStep, { body: { ticket, ...step } }).catch(
    inWords(m.prompt_auth_login_refused()),
  )
}

/** True if the ticket is over, so that the sign-in has to begin anew. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && isText(error.message, m.prompt_auth_ticket_over)
}
