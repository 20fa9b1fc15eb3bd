import { whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { ApiError, call } from '#lib/calls/api.ts'
import { refreshSession } from '#lib/session/session.tsx'
import { hasWholeToken, removeToken } from '#lib/session/stored-token.ts'

/** A mailed link may have changed or ended this browser's own session; the page stays where it is. */
export async function lookWhoIsIn(): Promise<void> {
  if (!hasWholeToken()) return
  try {
    await call(whoami, { keepSession: true })
    await refreshSession()
  } catch (error) {
    // Anything else is shown by the next call that matters.
    if (error instanceof ApiError && error.status === 401) removeToken()
  }
}
