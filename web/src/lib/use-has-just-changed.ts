import { useEffect, useState } from 'react'

/** Nobody can notice a change and react to it faster. Milliseconds. */
const settlesAfter = 1000

/**
 * True for a moment after the value has changed: a press in that time was meant for what was shown before.
 * @param before the value before this was rendered, if it was different
 */
export function useHasJustChanged(value: unknown, before = value): boolean {
  const [settled, setSettled] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlesAfter)
    return () => clearTimeout(timer)
  }, [value])
  return settled !== value
}
