import { type ReactNode, StrictMode } from 'react'
import { useLanguage } from '#lib/language.ts'
import { ServerStatus } from '#lib/offline/server-status.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { AppRoutes } from './app-routes.tsx'
import { CrashBoundary } from './crash/crash-boundary.tsx'

/** Everything inside the page's root element: the same in the browser and where pages are prerendered. */
export function App({ inRouter }: { inRouter: (routes: ReactNode) => ReactNode }) {
  // In another language everything is rendered anew, and keeps what was typed.
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
