import { type ReactNode, Suspense, useEffect } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useFixedLanguage } from '#lib/language.ts'
import { registerNavigator } from '#lib/navigation/navigation.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { RequireProfile, RequireSession, useSession } from '#lib/session/session.tsx'
import { hasWholeToken } from '#lib/session/stored-token.ts'
import { Spinner } from '#ui/spinner.tsx'
import { FetchAhead } from './fetch-ahead.tsx'
import { isLikelyCaregiver } from './prerender/expected.ts'
import { screens } from './routes.tsx'
import { type Screen, ScreenOf } from './screen.tsx'
import { PublicShell } from './shell/public-shell.tsx'

const { open, signedOut, leaving, withoutBar, profileSetup, admin, signedIn } = screens

// Loaded separately: a visitor who only wants to sign in needs neither the bar nor its data and libraries.
export const loadAppShell = () => import('./shell/app-shell.tsx')
const AppShell = lazyPart(loadAppShell, (shells) => shells.AppShell)
const ShellWithoutBar = lazyPart(loadAppShell, (shells) => shells.ShellWithoutBar)
const ProfileSetupShell = lazyPart(loadAppShell, (shells) => shells.ProfileSetupShell)
const AdminShell = lazyPart(loadAppShell, (shells) => shells.AdminShell)
const InnerScreen = lazyPart(loadAppShell, (shells) => shells.InnerScreen)

/** Fetches the code that the address needs while the session is still loading. */
export async function prepareScreen(pathname: string): Promise<void> {
  const all = [signedIn, leaving, withoutBar, profileSetup, admin, signedOut, open]
  const found = all.flat().find(({ path }) => matchPath(path, pathname))
  // A load that fails here is repeated, and waited for, when the screen is shown.
  await Promise.allSettled([hasWholeToken() ? loadAppShell() : undefined, found?.prepare()])
}

export function AppRoutes() {
  const navigate = useNavigate()
  useEffect(() => registerNavigator((path, options) => void navigate(path, options)), [navigate])
  return (
    <>
      <FetchAhead screens={signedIn} />
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route element={<PublicShell isWelcome />}>{signedOut.map(route)}</Route>
          <Route element={<EitherShell />}>{open.map(route)}</Route>
          <Route element={<ShellWithoutBar />}>{leaving.map(route)}</Route>
          <Route element={guarded(<ShellWithoutBar />)}>{withoutBar.map(route)}</Route>
          <Route element={guarded(<ProfileSetupShell />)}>{profileSetup.map(route)}</Route>
          <Route element={<InEnglish>{guarded(<AdminShell />)}</InEnglish>}>{admin.map(route)}</Route>
          <Route
            element={
              <RequireSession isLikely={isLikelyCaregiver}>
                <RequireProfile instead={<WithoutProfile />}>
                  <AppShell />
                </RequireProfile>
              </RequireSession>
            }
          >
            {signedIn.map((each) => (
              <Route key={each.path} path={each.path} element={<InnerScreen screen={each} />} />
            ))}
          </Route>
        </Routes>
      </Suspense>
    </>
  )
}

function route(each: Screen) {
  return <Route key={each.path} path={each.path} element={<ScreenOf screen={each} />} />
}

function guarded(shell: ReactNode) {
  return <RequireSession>{shell}</RequireSession>
}

function InEnglish({ children }: { children: ReactNode }) {
  useFixedLanguage('en')
  return children
}

/**
 * For a user without a caregiver profile: shows screens that concern the account alone, and redirects from all others.
 */
function WithoutProfile() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const isOpen = signedIn.some(({ path, needsProfile }) => !needsProfile && matchPath(path, pathname))
  if (isOpen) return <ShellWithoutBar />
  return <Navigate to={user?.permissions.isAdmin ? '/admin' : '/onboarding'} replace />
}

function EitherShell() {
  const { viewer, isLoading } = useSession()
  // Visitors have no tokens, so they see at once what was prerendered for them.
  if (isLoading && hasWholeToken() && isLikelyCaregiver()) return <Waiting />
  return viewer ? <AppShell /> : <PublicShell />
}

function Waiting() {
  return (
    <main className="waiting--page">
      <Spinner />
    </main>
  )
}
