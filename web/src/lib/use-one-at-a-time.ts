import { useRef } from 'react'
import { ApiError } from './calls/api.ts'

/**
 * Starts nothing while the last one is under way: what a state says would let a double click through.
 *
 * @param isOnce nothing after it either, unless it failed
 */
export function useOneAtATime({ isOnce = false } = {}): (work: () => Promise<unknown>) => void {
  const isBusy = useRef(false)
  return (work) => {
    if (isBusy.current) return
    isBusy.current = true
    work().then(
      () => {
        isBusy.current = isOnce
      },
      (error: unknown) => {
        isBusy.current = false
        // Whoever made the call shows its failure.
        if (!(error instanceof ApiError)) throw error
      },
    )
  }
}
