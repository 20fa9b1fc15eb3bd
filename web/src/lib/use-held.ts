import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Returns the value; while `isHeld`, the one from when that began. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState<{ value: T } | null>(null)
  if (isHeld && !held) setHeld({ value })
  if (!isHeld && held) setHeld(null)
  return isHeld && held ? held.value : value
}

let openDialogs = 0
const listeners = new Set<() => void>()

function countDialog(change: 1 | -1) {
  openDialogs += change
  for (const listener of listeners) listener()
}

/** While `isOpen`, holds the pages that use `useHeldUnderDialog`, even if the dialog's code is still loading. */
export function useHoldsPage(isOpen: boolean): void {
  // Before the paint, so that nothing changes between the press and the dialog.
  useLayoutEffect(() => {
    if (!isOpen) return
    countDialog(1)
    return () => countDialog(-1)
  }, [isOpen])
}

function watchDialogs(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Keeps what is shown unchanged while a dialog is open over it. Updates must not remove the question that the user is
 * reading or what they typed, nor make them agree to something else. The server refuses what is no longer possible.
 *
 * A dialog below must not rely on being closed by what it changes.
 */
export function useHeldUnderDialog<T>(value: T): T {
  const isCovered = useSyncExternalStore(
    watchDialogs,
    () => openDialogs > 0,
    () => false,
  )
  return useHeld(value, isCovered)
}
