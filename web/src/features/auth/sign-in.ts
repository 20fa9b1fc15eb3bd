import type { login } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import type { NavigateFunction } from 'react-router'
import { safePath } from '#lib/navigation/safe-path.ts'
import { storeToken } from '#lib/session/stored-token.ts'

type SignedIn = DataOf<typeof login>
/** A sign-in that waits for its second step. */
export type Ticket = NonNullable<SignedIn['secondStep']>

/** Kept only in this page's memory, so that the next user of the browser can't continue the sign-in. */
let ticket: Ticket | null = null

export function currentTicket(): Ticket | null {
  return ticket
}

/** The path to open after signing in. */
export interface GoingOn {
  next: string | null
}

/** Finishes any kind of sign-in: opens the app, or goes on to the second step. */
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
