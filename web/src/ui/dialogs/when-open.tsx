import { type ReactNode, Suspense, useEffect } from 'react'
import { useHoldsPage } from '#lib/use-held.ts'
import { ignoreSecondClick } from '#ui/second-click.ts'

/** How long to wait, so that the screen itself loads first. Milliseconds. */
const loadAfter = 500

interface WhenOpenProps {
  isOpen: boolean
  /** Loads the code of `children`: React Aria's focus trap is heavy and not part of the screen's code. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** A dialog in a file of its own, loaded ahead so that it opens at once, even while the server is unavailable. */
export function WhenOpen({ isOpen, load, children }: WhenOpenProps) {
  useFetchedAhead(load)
  useHoldsPage(isOpen)
  useEffect(() => (isOpen ? ignoreSecondClick() : undefined), [isOpen])
  return isOpen && <Suspense>{children}</Suspense>
}

/** Loads code ahead, after a short wait. */
export function useFetchedAhead(load: WhenOpenProps['load']): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), loadAfter)
    return () => clearTimeout(timer)
  }, [load])
}
