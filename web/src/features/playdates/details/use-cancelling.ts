import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { useCancelPlaydate } from '../playdates.queries.ts'

export interface CancellingProps {
  playdate: Playdate
  /** It has changed since it was on the screen, or begun: the page shows it as it is now, and why nothing was cancelled. */
  onOutdated: (why: string | null) => void
}

type How = Omit<Parameters<ReturnType<typeof useCancelPlaydate>['mutateAsync']>[0], 'id' | 'version'>

/** Cancels a playdate as it is on the screen, after asking. */
export function useCancelling({ playdate: { _id: id, version }, onOutdated }: CancellingProps) {
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    // Nobody would hear that it failed.
    if (cancel.isPending) return false
    setAsking(false)
    cancel.reset()
    return true
  }
  const confirm = (how: How, onCancelled: () => void) =>
    oneAtATime(async () => {
      try {
        await cancel.mutateAsync({ id, version, ...how })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error
        close()
        onOutdated(error.message)
        return
      }
      onCancelled()
    })
  return {
    isAsking,
    ask: () => {
      onOutdated(null)
      setAsking(true)
    },
    close,
    confirm,
    isPending: cancel.isPending,
    problem: cancel.error?.message,
  }
}
