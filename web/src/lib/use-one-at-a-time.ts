import { useRef } from 'react'
import { ApiError } from './calls/api.ts'

/**
 * Returns a function that ignores calls while the last work is running. It uses a ref, since a state, which changes
 * only with the next render, would let a double click through.
 *
 * @param isOnce also ignores calls after work that succeeded
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
        // The call's own error is shown by the caller.
        if (!(error instanceof ApiError)) throw error
      },
    )
  }
}
