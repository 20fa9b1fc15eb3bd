import { useRef } from 'react'

/** Starts nothing while the last one is under way: what a state says would let a double click through. */
export function useOneAtATime(): (work: () => Promise<unknown>) => void {
  const isBusy = useRef(false)
  return (work) => {
    if (isBusy.current) return
    isBusy.current = true
    void work().finally(() => {
      isBusy.current = false
    })
  }
}
