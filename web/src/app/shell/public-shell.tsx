import { m } from '@tagalong/contract/messages.ts'
import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { brand } from '#lib/brand.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useSession } from '#lib/session/session.tsx'
import { AccountLink } from './account-link.tsx'

// Welcome pages show no logo, so the sign-in page doesn't wait for it.
const Logo = lazyPart(
  () => import('./brand-logo.tsx'),
  (module) => module.BrandLogo,
)

/** The frame for visitors. `isWelcome` pages have a drawing against the sky instead of the logo. */
export function PublicShell({ isWelcome = false }: { isWelcome?: boolean }) {
  const { user } = useSession()
  return (
    <div className={isWelcome ? 'signedout' : undefined}>
      <a className="skip" href="#main">
        {m.app_skip()}
      </a>
      <header className="topbar">
        {!isWelcome && (
          <Link className="logo" to="/" aria-label={brand}>
            <Suspense>
              <Logo />
            </Suspense>
          </Link>
        )}
        <nav aria-label={m.app_account()}>
          {user ? (
            <AccountLink user={user} />
          ) : (
            <>
              <Link to="/login">{m.app_login()}</Link>
              <Link to="/register">{m.app_register()}</Link>
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
