import { type ReactNode, StrictMode } from 'react'
import { useLanguage } from '#lib/language.ts'
import { ServerStatus } from '#lib/offline/server-status.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { AppRoutes } from './app-routes.tsx'
import { CrashBoundary } from './crash/crash-boundary.tsx'

/** Everything inside the page's root element, both in the browser and when prerendering. */
export function App({ inRouter }: { inRouter: (routes: ReactNode) => ReactNode }) {
  // A change of language renders everything anew, but keeps what was typed.
  useLanguage()
  return (
    <StrictMode>
      <CrashBoundary>
        {inRouter(<AppRoutes />)}
        <ServerStatus />
        <ToastHost />
      </CrashBoundary>
    </StrictMode>
  )
}
