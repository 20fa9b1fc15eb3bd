import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { ServerStatus } from '#lib/server-status.tsx'
import { startSession } from '#lib/session.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { CrashBoundary } from './app/crash-boundary.tsx'
import { AppRoutes, preloadScreen } from './app/routes.tsx'
import './ui/styles/shell.css'
import './ui/styles/forms.css'
import './ui/styles/cards.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

// Both under way before the first paint.
startSession()
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
