import { useEffect, useState } from 'react'

/** Nobody sees a change, and decides anew, in less. Milliseconds. */
const settlesAfter = 1000

/**
 * True for a moment after the value has become another one: a press was meant for what stood there before.
 * @param before What it was before this was rendered, if that was another one
 */
export function useHasJustChanged(value: unknown, before = value): boolean {
  const [settled, setSettled] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlesAfter)
    return () => clearTimeout(timer)
  }, [value])
  return settled !== value
}
