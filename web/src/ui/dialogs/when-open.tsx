import { type ReactNode, Suspense, useEffect } from 'react'

/** After what the screen itself loads. Milliseconds. */
const loadAfter = 500
/** The two clicks of a double click are no further apart. Milliseconds, and pixels. */
const doubleClick = 500
const sameSpot = 10

interface WhenOpenProps {
  isOpen: boolean
  /** Fetches the code of what is inside: React Aria's focus trap is heavy, and no part of the screen's. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** A dialog of its own file, fetched in a quiet moment: it opens at once, and also while the server is unavailable. */
export function WhenOpen({ isOpen, load, children }: WhenOpenProps) {
  useFetchedAhead(load)
  useEffect(() => (isOpen ? ignoreSecondClick() : undefined), [isOpen])
  return isOpen && <Suspense>{children}</Suspense>
}

/** In a quiet moment. */
export function useFetchedAhead(load: WhenOpenProps['load']): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), loadAfter)
    return () => clearTimeout(timer)
  }, [load])
}

/** The second half of a double click on what closed the dialog would press what lay below it. */
function ignoreSecondClick(): () => void {
  let last: PointerEvent | undefined
  const press = (event: PointerEvent) => {
    last = event
  }
  window.addEventListener('pointerdown', press, true)
  return () => {
    window.removeEventListener('pointerdown', press, true)
    const ignoreClick = (event: MouseEvent) => {
      if (event.detail < 2) return
      event.preventDefault()
      event.stopPropagation()
    }
    // A button of React Aria that was pressed clicks itself where no click follows.
    const ignorePress = (event: PointerEvent) => {
      if (last && isSecondOf(last, event)) event.stopPropagation()
    }
    window.addEventListener('click', ignoreClick, true)
    window.addEventListener('pointerdown', ignorePress, true)
    setTimeout(() => {
      window.removeEventListener('click', ignoreClick, true)
      window.removeEventListener('pointerdown', ignorePress, true)
    }, doubleClick)
  }
}

/** What is pressed doesn't count presses, as clicks do. */
function isSecondOf(first: PointerEvent, { timeStamp, clientX, clientY }: PointerEvent): boolean {
  const apart = Math.hypot(clientX - first.clientX, clientY - first.clientY)
  return timeStamp - first.timeStamp < doubleClick && apart < sameSpot
}
