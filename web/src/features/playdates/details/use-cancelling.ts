import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { useCancelPlaydate } from '../playdates.queries.ts'

export interface CancellingProps {
  playdate: Playdate
  /** Called with the reason if nothing was cancelled, because the playdate had changed or begun; null clears it. */
  onOutdated: (why: string | null) => void
}

type How = Omit<Parameters<ReturnType<typeof useCancelPlaydate>['mutateAsync']>[0], 'id' | 'version'>

/** Cancels the version that the viewer was asked about: a request that was confirmed meanwhile is not cancelled. */
export function useCancelling({ playdate, onOutdated }: CancellingProps) {
  const cancel = useCancelPlaydate()
  const oneAtATime = useOneAtATime()
  const [asked, setAsked] = useState<Playdate | null>(null)
  const close = () => {
    // Once closed, the dialog could not show a failure.
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
