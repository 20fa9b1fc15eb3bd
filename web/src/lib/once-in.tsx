import type { ReactNode } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { useIsIn, useIsKnown } from './session/session.tsx'

/** What needs a caregiver with a profile; what stands around it in a screen is there before anybody is known. */
export function OnceIn({ children }: { children: ReactNode }) {
  return useIsIn() ? children : <Late />
}

/** The same for administrators, with or without a profile. */
export function OnceKnown({ children }: { children: ReactNode }) {
  return useIsKnown() ? children : <Late />
}

/** Shows only where the wait is long enough to be noticed. */
export function Late() {
  return (
    <div className="late">
      <Spinner />
    </div>
  )
}
