import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { ServerStatus } from '#lib/server-status.tsx'
import { startSession, watchSession } from '#lib/session.tsx'
import { hasWholeToken } from '#lib/stored-token.ts'
import { ToastHost } from '#ui/toast.tsx'
import { CrashBoundary } from './app/crash-boundary.tsx'
import { AppRoutes, preloadScreen } from './app/routes.tsx'
import './ui/styles/shell.css'
import './ui/styles/forms.css'
import './ui/styles/cards.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

watchSession(() => {
  if (!hasWholeToken()) leaveDevice().catch(() => undefined)
})
// Both under way before the first paint.
startSession(async () => (await import('#features/home/offline-copy.ts')).openCopy())
preloadScreen(window.location.pathname)

createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      {/* A tap shows at once that it was felt, also while the next screen's code is on its way. */}
      <BrowserRouter useTransitions={false}>
        <AppRoutes />
      </BrowserRouter>
      <ServerStatus />
      <ToastHost />
    </CrashBoundary>
  </StrictMode>,
)

/** Whoever was never here has left nothing behind. */
async function leaveDevice() {
  if ('caches' in window && (await caches.keys()).length > 0)
    await (await import('./app/leave-device.ts')).leaveDevice()
}

// After everything that this page itself waits for. In development files change too often to be kept.
if (import.meta.env.PROD) {
  const register = async () => (await import('#lib/worker-registration.ts')).registerWorker()
  window.addEventListener('load', () => register().catch(() => undefined))
}
