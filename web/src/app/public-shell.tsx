import { Link, Outlet } from 'react-router'
import { brand } from '#lib/brand.ts'
import { useSession } from '#lib/session.tsx'
import Logo from '#ui/art/logo.svg?react'
import { AccountLink } from './account-link.tsx'

/** The frame for visitors. Before the sky of `isWelcome` pages the drawing speaks instead of the logo. */
export function PublicShell({ isWelcome = false }: { isWelcome?: boolean }) {
  const { user } = useSession()
  return (
    <div className={isWelcome ? 'signedout' : undefined}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="topbar">
        {!isWelcome && (
          <Link className="logo" to="/" aria-label={brand}>
            <Logo />
          </Link>
        )}
        <nav aria-label="Account">
          {user ? (
            <AccountLink user={user} />
          ) : (
            <>
              <Link to="/login">Login</Link>
              <Link to="/register">Register</Link>
            </>
          )}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
