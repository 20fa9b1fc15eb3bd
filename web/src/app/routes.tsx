import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { matchPath, Route, Routes, useNavigate } from 'react-router'
import { registerNavigator } from '#lib/navigation/navigation.ts'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { RequireProfile, RequireSession, useSession } from '#lib/session/session.tsx'
import { hasWholeToken } from '#lib/session/stored-token.ts'
import { Spinner } from '#ui/spinner.tsx'
import { FetchAhead } from './fetch-ahead.tsx'
import { isLikelyCaregiver } from './prerender/expected.ts'
import { type Screen, ScreenOf, screen } from './screen.tsx'
import { PublicShell } from './shell/public-shell.tsx'

/** Anybody may look; a signed-in user keeps the bar. */
const open: Screen[] = [
  screen(
    '/forbidden',
    'No entry',
    () => import('./forbidden-screen.tsx'),
    (m) => m.ForbiddenScreen,
  ),
  screen(
    '/terms',
    'Terms of Service',
    () => import('#features/auth/terms-screen.tsx'),
    (m) => m.TermsScreen,
  ),
  screen(
    '/privacy',
    'Privacy Policy',
    () => import('#features/auth/privacy-screen.tsx'),
    (m) => m.PrivacyScreen,
  ),
  screen(
    '*',
    'Page Not Found',
    () => import('./not-found-screen.tsx'),
    (m) => m.NotFoundScreen,
  ),
]

/** For visitors; whoever is signed in may follow a mailed link too. */
const signedOut: Screen[] = [
  screen(
    '/login',
    'Sign In',
    () => import('#features/auth/login-screen.tsx'),
    (m) => m.LoginScreen,
  ),
  screen(
    '/register',
    'Sign Up',
    () => import('#features/auth/register-screen.tsx'),
    (m) => m.RegisterScreen,
  ),
  screen(
    '/request-reset',
    'Forgot Your Password',
    () => import('#features/auth/request-reset-screen.tsx'),
    (m) => m.RequestResetScreen,
  ),
  screen(
    '/reset-password',
    'Reset Password',
    () => import('#features/auth/reset-password-screen.tsx'),
    (m) => m.ResetPasswordScreen,
  ),
  screen(
    '/confirm-email',
    'Confirm Email',
    () => import('#features/auth/confirm-email-screen.tsx'),
    (m) => m.ConfirmEmailScreen,
  ),
  screen(
    '/goodbye',
    'Goodbye',
    () => import('#features/auth/logout-screen.tsx'),
    (m) => m.GoodbyeScreen,
  ),
]

/** Signed in, without the bar: the way out. */
const withoutBar: Screen[] = [
  screen(
    '/logout',
    'Log Out',
    () => import('#features/auth/logout-screen.tsx'),
    (m) => m.LogoutScreen,
  ),
]

/** Where caregivers without a profile make one. */
const profileSetup: Screen[] = [
  screen(
    '/onboarding',
    'Welcome',
    () => import('#features/onboarding/onboarding-screen.tsx'),
    (m) => m.OnboardingScreen,
  ),
]

/** For administrators, with or without a profile. */
const admin: Screen[] = [
  screen(
    '/admin/*',
    null,
    () => import('./admin/admin-screen.tsx'),
    (m) => m.adminArea({ screen, ScreenOf }),
  ),
]

/** For caregivers with a profile. */
const signedIn: Screen[] = [
  screen(
    '/',
    'Home',
    () => import('#features/home/home-screen.tsx'),
    (m) => m.HomeScreen,
    { needsViewer: false },
  ),
  screen(
    '/profile',
    'My Profile',
    () => import('#features/home/profile-screen.tsx'),
    (m) => m.ProfileScreen,
  ),
  screen(
    '/edit-profile',
    'Manage Your Profile',
    () => import('#features/auth/edit-account-screen.tsx'),
    (m) => m.EditAccountScreen,
  ),
  screen(
    '/edit-child/new',
    'Add a Child',
    () => import('#features/children/edit-child-screen.tsx'),
    (m) => m.EditChildScreen,
  ),
  screen(
    '/edit-child/:id',
    'Edit Child',
    () => import('#features/children/edit-child-screen.tsx'),
    (m) => m.EditChildScreen,
  ),
  screen(
    '/connections',
    'Connections',
    () => import('#features/groups/connections-with-groups-screen.tsx'),
    (m) => m.ConnectionsWithGroupsScreen,
  ),
  screen(
    '/edit-connection/:id',
    'Add Friend',
    () => import('#features/connections/add-friend-screen.tsx'),
    (m) => m.AddFriendScreen,
  ),
  screen(
    '/group/:id',
    'Group',
    () => import('#features/groups/group-screen.tsx'),
    (m) => m.GroupScreen,
    { needsViewer: false },
  ),
  screen(
    '/notifications',
    'Notifications',
    () => import('#features/notifications/notifications-screen.tsx'),
    (m) => m.NotificationsScreen,
  ),
  screen(
    '/view-playdates',
    'Playdates',
    () => import('#features/playdates/list/playdates-screen.tsx'),
    (m) => m.PlaydatesScreen,
  ),
  screen(
    '/edit-playdate/:id',
    'Schedule a Playdate',
    () => import('#features/playdates/plan/edit-playdate-screen.tsx'),
    (m) => m.EditPlaydateScreen,
  ),
  screen(
    '/view-playdate-request/:id',
    'Playdate Request',
    () => import('#features/playdates/answer/playdate-request-screen.tsx'),
    (m) => m.PlaydateRequestScreen,
  ),
  screen(
    '/view-playdate-information/:id',
    'Playdate',
    () => import('#features/chat/playdate-with-chat-screen.tsx'),
    (m) => m.PlaydateWithChatScreen,
    { needsViewer: false },
  ),
]

/** All of them, by who may come in. */
export const screens = { open, signedOut, withoutBar, profileSetup, admin, signedIn }

// The bar, its data and their libraries: nothing for somebody who only wants to sign in.
export const loadAppShell = () => import('./shell/app-shell.tsx')
type AppShells = Awaited<ReturnType<typeof loadAppShell>>
const shell = <Name extends keyof AppShells>(name: Name) =>
  lazy(async () => ({ default: (await importWithRetry(loadAppShell))[name] }))
const AppShell = shell('AppShell')
const ShellWithoutBar = shell('ShellWithoutBar')
const ProfileSetupShell = shell('ProfileSetupShell')
const AdminShell = shell('AdminShell')
const InnerScreen = shell('InnerScreen')

/** Fetches what the address needs while the session is still being asked for. */
export async function prepareScreen(pathname: string): Promise<void> {
  const all = [signedIn, withoutBar, profileSetup, admin, signedOut, open]
  const found = all.flat().find(({ path }) => matchPath(path, pathname))
  // What fails here is fetched again, and waited for, where it is needed.
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
          <Route element={guarded(<ShellWithoutBar />)}>{withoutBar.map(route)}</Route>
          <Route element={guarded(<ProfileSetupShell />)}>{profileSetup.map(route)}</Route>
          <Route element={guarded(<AdminShell />)}>{admin.map(route)}</Route>
          <Route
            element={
              <RequireSession isLikely={isLikelyCaregiver}>
                <RequireProfile>
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

function EitherShell() {
  const { viewer, isLoading } = useSession()
  // Visitors have no tokens, and see at once what was prerendered for them.
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
