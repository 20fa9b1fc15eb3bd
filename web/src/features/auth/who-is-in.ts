import { whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { ApiError, call } from '#lib/calls/api.ts'
import { refreshSession } from '#lib/session/session.tsx'
import { hasWholeToken, removeToken } from '#lib/session/stored-token.ts'

/** Refreshes the session after a mailed link, which may have changed or ended it. The page stays where it is. */
export async function lookWhoIsIn(): Promise<void> {
  if (!hasWholeToken()) return
  try {
    await call(whoami, { keepSession: true })
    await refreshSession()
  } catch (error) {
    // Other errors are shown by the next call that matters.
    if (error instanceof ApiError && error.status === 401) removeToken()
  }
}
