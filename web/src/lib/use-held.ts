import { useState } from 'react'
import { useIsCovered } from './navigation/back-closes.ts'

/** Returns the value; while `isHeld`, the one from when that began. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState<{ value: T } | null>(null)
  if (isHeld && !held) setHeld({ value })
  if (!isHeld && held) setHeld(null)
  return isHeld && held ? held.value : value
}

/**
 * Keeps what is shown unchanged while a dialog is open over it. Updates must not remove the question that the user is
 * reading or what they typed, nor make them agree to something else. The server refuses what is no longer possible.
 *
 * A dialog below must not rely on being closed by what it changes.
 */
export function useHeldUnderDialog<T>(value: T): T {
  return useHeld(value, useIsCovered())
}
