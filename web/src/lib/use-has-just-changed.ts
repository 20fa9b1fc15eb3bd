import { useEffect, useState } from 'react'

/** Nobody sees a change, and decides anew, in less. Milliseconds. */
const settlesAfter = 1000

/** True for a moment after the value has become another one: a press was meant for what stood there before. */
export function useHasJustChanged(value: unknown): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlesAfter)
    return () => clearTimeout(timer)
  }, [value])
  return settled !== value
}
