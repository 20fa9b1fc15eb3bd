import { relaxedSafety } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { useSession } from '#lib/session/session.tsx'
import Logo from '#ui/art/logo.svg?react'
import MenuIcon from '#ui/icons/menu.svg?react'
import { NotFoundScreen } from '../not-found-screen.tsx'
import type { Screen, ScreenOf, screen } from '../screen.tsx'
import { adminScreens } from './admin-routes.ts'
import { AdminDrawer, AdminSidebar } from './admin-sidebar.tsx'
import '#ui/styles/dialogs.css'
import './admin.css'

/** Passed in, since importing it here would add a chunk to everybody's first load. */
interface RouteParts {
  screen: typeof screen
  ScreenOf: typeof ScreenOf
}

/** Makes the administrator area for the list of routes, with the screen for the current address already loaded. */
export async function adminArea({ screen, ScreenOf }: RouteParts): Promise<ComponentType> {
  const screens = adminScreens(screen)
  const opened = screens.find(({ path }) => matchPath(`/admin/${path}`, window.location.pathname))
  // A load that fails here is repeated, and waited for, when the screen is shown.
  await opened?.prepare().catch(() => undefined)
  return () => <AdminScreen screens={screens} ScreenOf={ScreenOf} />
}

function AdminScreen({ screens, ScreenOf }: Pick<RouteParts, 'ScreenOf'> & { screens: readonly Screen[] }) {
  return (
    <AdminFrame>
      <Routes>
        {screens.map((each) => (
          <Route key={each.path} path={each.path} element={<ScreenOf screen={each} />} />
        ))}
        <Route path="user" element={<Navigate to="/admin" replace />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </AdminFrame>
  )
}

function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { user } = useSession()
  const [openedAt, setOpenedAt] = useState<string>()
  // Navigating to another page closes the drawer.
  const isOpen = openedAt === pathname
  useEffect(() => {
    // A phone turned to landscape may have room for the sidebar.
    const wide = window.matchMedia('(min-width: 64rem)')
    const close = ({ matches }: MediaQueryListEvent) => {
      if (matches) setOpenedAt(undefined)
    }
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AdminSidebar />
      <div className="admin__page">
        <header className="admin__top">
          <button
            className="iconbtn"
            type="button"
            aria-label="Open sidebar"
            aria-haspopup="dialog"
            onClick={() => setOpenedAt(pathname)}
          >
            <MenuIcon className="icon" />
          </button>
          <span className="logo">
            <Logo />
          </span>
        </header>
        <main id="main" tabIndex={-1}>
          {user?.safety?.isStrict === false && <p className="admin__relaxed">{relaxedSafety}</p>}
          {children}
        </main>
      </div>
      {isOpen && <AdminDrawer onClose={() => setOpenedAt(undefined)} />}
    </div>
  )
}
