import { useState } from 'react'
import { useIsCovered } from './navigation/back-closes.ts'

/** A value, or while `isHeld` the one that there was when that began. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState<{ value: T } | null>(null)
  if (isHeld && !held) setHeld({ value })
  if (!isHeld && held) setHeld(null)
  return isHeld && held ? held.value : value
}

/**
 * What is shown stays as it was while a dialog lies over it: news must not take away the question that somebody is
 * reading, nor what they typed, nor have them agree to something else. The server refuses what is no longer possible.
 *
 * A dialog below must not count on what it changes to be closed.
 */
export function useHeldUnderDialog<T>(value: T): T {
  return useHeld(value, useIsCovered())
}
