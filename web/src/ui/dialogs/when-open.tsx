import { type ReactNode, Suspense, useEffect } from 'react'

/** After what the screen itself loads. Milliseconds. */
const loadAfter = 500

interface WhenOpenProps {
  isOpen: boolean
  /** Fetches the code of what is inside: React Aria's focus trap is heavy, and no part of the screen's. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** A dialog of its own file, fetched in a quiet moment: it opens at once, and also while the server is away. */
export function WhenOpen({ isOpen, load, children }: WhenOpenProps) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), loadAfter)
    return () => clearTimeout(timer)
  }, [load])
  return isOpen && <Suspense>{children}</Suspense>
}
