import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { useCancelPlaydate } from '../playdates.queries.ts'

export interface CancellingProps {
  playdate: Playdate
  /** It has changed since it was asked, or begun: the page shows it as it is now, and why nothing was cancelled. */
  onOutdated: (why: string | null) => void
}

type How = Omit<Parameters<ReturnType<typeof useCancelPlaydate>['mutateAsync']>[0], 'id' | 'version'>

/** Cancels a playdate as it was when it was asked: what was confirmed meanwhile isn't cancelled as a request. */
export function useCancelling({ playdate, onOutdated }: CancellingProps) {
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [asked, setAsked] = useState<Playdate | null>(null)
  const close = () => {
    // Nobody would hear that it failed.
    if (cancel.isPending) return false
    setAsked(null)
    cancel.reset()
    return true
  }
  const confirm = (how: How, onCancelled: () => void) =>
    oneAtATime(async () => {
      const { _id: id, version } = asked ?? playdate
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
    isAsking: asked !== null,
    ask: () => {
      onOutdated(null)
      setAsked(playdate)
    },
    close,
    confirm,
    isPending: cancel.isPending,
    problem: cancel.error?.message,
  }
}
