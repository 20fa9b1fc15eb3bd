import { type ReactNode, Suspense, useEffect } from 'react'
import { ignoreSecondClick } from '#ui/second-click.ts'

/** After what the screen itself loads. Milliseconds. */
const loadAfter = 500

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
