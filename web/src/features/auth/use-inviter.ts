import { readInvite } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useEffect, useState } from 'react'
import { ApiError, callOpenly } from '#lib/calls/api.ts'

interface Inviter {
  name: string | undefined
  isOver: boolean
  /** True if it can't be found out now whose link it is. */
  isFailed: boolean
}

/** Looks up whose link it is. `isFriends`: the link can only be a friend's, so a 404 means that it is over. */
export function useInviter(token: string, isFriends: boolean): Inviter {
  const [name, setName] = useState<string>()
  const [isOver, setOver] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    callOpenly(readInvite, { query: { token }, signal: control.signal }).then(
      (inviter) => setName(inviter.name),
      (error: unknown) => {
        // Any other failure is no reason to turn the visitor away.
        if (error instanceof ApiError && error.status === 404 && isFriends) setOver(true)
        else if (!control.signal.aborted) setFailed(true)
      },
    )
    return () => control.abort()
  }, [token, isFriends])
  return { name, isOver, isFailed }
}
