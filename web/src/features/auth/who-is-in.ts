import { whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { ApiError, call } from '#lib/api.ts'
import { refreshSession } from '#lib/session.tsx'
import { hasWholeToken, removeToken } from '#lib/stored-token.ts'

/** A mailed link may have changed or ended this browser's own session; the page stays where it is. */
export async function lookWhoIsIn(): Promise<void> {
  if (!hasWholeToken()) return
  try {
    await call(whoami, { keepSession: true })
    await refreshSession()
  } catch (error) {
    // Anything else will be told by the next call that matters.
    if (error instanceof ApiError && error.status === 401) removeToken()
  }
}
