import type { login } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import type { NavigateFunction } from 'react-router'
import { safePath } from '#lib/navigation/safe-path.ts'
import { storeToken } from '#lib/session/stored-token.ts'

type SignedIn = DataOf<typeof login>
/** A sign-in that waits for its second step. */
export type Ticket = NonNullable<SignedIn['secondStep']>

/** In this page's memory alone: whoever comes upon the browser later finds nothing to go on with. */
let ticket: Ticket | null = null

export function currentTicket(): Ticket | null {
  return ticket
}

/** Where somebody wants to go on once they are in. */
export interface GoingOn {
  next: string | null
}

/** After any way to sign in: into the app, or on to the second step. */
export function goOn(
  { token, redirectUrl, secondStep }: SignedIn,
  next: string | null,
  navigate: NavigateFunction,
): void {
  ticket = secondStep ?? null
  if (secondStep) {
    navigate('/second-step', { state: { next } satisfies GoingOn })
    return
  }
  if (token) storeToken(token, { isNewSession: true })
  navigate(safePath(next) ?? safePath(redirectUrl) ?? '/', { replace: true })
}
