import { readInvite } from '@tagalong/contract/features/connections/connections.contract.ts'
import { useEffect, useState } from 'react'
import { ApiError, callOpenly } from '#lib/calls/api.ts'

interface Inviter {
  name: string | undefined
  isOver: boolean
  /** Whose it is can't be said now. */
  isFailed: boolean
}

/** Whose link it is, as soon as that is known. `isFriends`: a link that friends hand over, which nothing else can be. */
export function useInviter(token: string, isFriends: boolean): Inviter {
  const [name, setName] = useState<string>()
  const [isOver, setOver] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    callOpenly(readInvite, { query: { token }, signal: control.signal }).then(
      (inviter) => setName(inviter.name),
      (error: unknown) => {
        // Whatever else went wrong is no reason to send anybody away.
        if (error instanceof ApiError && error.status === 404 && isFriends) setOver(true)
        else if (!control.signal.aborted) setFailed(true)
      },
    )
    return () => control.abort()
  }, [token, isFriends])
  return { name, isOver, isFailed }
}
