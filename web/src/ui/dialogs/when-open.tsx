import { type ReactNode, Suspense, useEffect } from 'react'

/** After what the screen itself loads. Milliseconds. */
const loadAfter = 500
/** The two clicks of a double click are no further apart. Milliseconds. */
const doubleClick = 500

interface WhenOpenProps {
  isOpen: boolean
  /** Fetches the code of what is inside: React Aria's focus trap is heavy, and no part of the screen's. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** A dialog of its own file, fetched in a quiet moment: it opens at once, and also while the server is unavailable. */
export function WhenOpen({ isOpen, load, children }: WhenOpenProps) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), loadAfter)
    return () => clearTimeout(timer)
  }, [load])
  useEffect(() => (isOpen ? ignoreSecondClick : undefined), [isOpen])
  return isOpen && <Suspense>{children}</Suspense>
}

/** The second half of a double click on what closed the dialog would press what lay below it. */
function ignoreSecondClick() {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, true)
  setTimeout(() => window.removeEventListener('click', ignore, true), doubleClick)
}
