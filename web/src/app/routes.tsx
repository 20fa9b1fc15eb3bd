import { m } from '@tagalong/contract/messages.ts'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useFixedLanguage } from '#lib/language.ts'
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
    m.app_title_forbidden,
    () => import('./forbidden-screen.tsx'),
    ({ ForbiddenScreen }) => ForbiddenScreen,
  ),
  screen(
    '/terms',
    m.app_title_terms,
    () => import('#features/auth/terms-screen.tsx'),
    ({ TermsScreen }) => TermsScreen,
  ),
  screen(
    '/privacy',
    m.common_privacy_policy,
    () => import('#features/auth/privacy-screen.tsx'),
    ({ PrivacyScreen }) => PrivacyScreen,
  ),
  screen(
    '*',
    m.app_title_not_found,
    () => import('./not-found-screen.tsx'),
    ({ NotFoundScreen }) => NotFoundScreen,
  ),
]

/** For visitors; whoever is signed in may follow a mailed link too. */
const signedOut: Screen[] = [
  screen(
    '/login',
    m.common_sign_in,
    () => import('#features/auth/login-screen.tsx'),
    ({ LoginScreen }) => LoginScreen,
  ),
  screen(
    '/register',
    m.common_sign_up,
    () => import('#features/auth/register-screen.tsx'),
    ({ RegisterScreen }) => RegisterScreen,
  ),
  screen(
    '/second-step',
    m.auth_one_more_step,
    () => import('#features/auth/second-step-screen.tsx'),
    ({ SecondStepScreen }) => SecondStepScreen,
  ),
  screen(
    '/request-reset',
    m.app_title_request_reset,
    () => import('#features/auth/request-reset-screen.tsx'),
    ({ RequestResetScreen }) => RequestResetScreen,
  ),
  screen(
    '/reset-password',
    m.app_title_reset_password,
    () => import('#features/auth/reset-password-screen.tsx'),
    ({ ResetPasswordScreen }) => ResetPasswordScreen,
  ),
  screen(
    '/confirm-email',
    m.common_confirm_email,
    () => import('#features/auth/confirm-email-screen.tsx'),
    ({ ConfirmEmailScreen }) => ConfirmEmailScreen,
  ),
  screen(
    '/not-me',
    m.common_not_me,
    () => import('#features/auth/not-me-screen.tsx'),
    ({ NotMeScreen }) => NotMeScreen,
  ),
  screen(
    '/goodbye',
    m.app_title_goodbye,
    () => import('#features/auth/logout-screen.tsx'),
    ({ GoodbyeScreen }) => GoodbyeScreen,
  ),
]

/** Signed in, without the bar: the way out. */
const withoutBar: Screen[] = [
  screen(
    '/logout',
    m.app_title_logout,
    () => import('#features/auth/logout-screen.tsx'),
    ({ LogoutScreen }) => LogoutScreen,
  ),
  screen(
    '/account-notice',
    m.app_title_account_notice,
    () => import('#features/safety/account-notice-screen.tsx'),
    ({ AccountNoticeScreen }) => AccountNoticeScreen,
  ),
  screen(
    '/account-notice/data',
    m.your_data_title,
    () => import('#features/your-data/your-data-screen.tsx'),
    ({ YourDataWhilePausedScreen }) => YourDataWhilePausedScreen,
  ),
]

/** Where caregivers without a profile make one. */
const profileSetup: Screen[] = [
  screen(
    '/onboarding',
    m.app_title_onboarding,
    () => import('#features/onboarding/onboarding-screen.tsx'),
    ({ OnboardingScreen }) => OnboardingScreen,
  ),
]

/** For administrators, with or without a profile. */
const admin: Screen[] = [
  screen(
    '/admin/*',
    null,
    () => import('./admin/admin-screen.tsx'),
    ({ adminArea }) => adminArea({ screen, ScreenOf }),
  ),
]

/** For caregivers with a profile. */
const signedIn: Screen[] = [
  screen(
    '/',
    m.common_home,
    () => import('#features/home/home-screen.tsx'),
    ({ HomeScreen }) => HomeScreen,
    { needsViewer: false },
  ),
  screen(
    '/profile',
    m.app_title_profile,
    () => import('#features/home/profile-screen.tsx'),
    ({ ProfileScreen }) => ProfileScreen,
  ),
  screen(
    '/edit-profile',
    m.app_title_edit_profile,
    () => import('#features/auth/edit-account-screen.tsx'),
    ({ EditAccountScreen }) => EditAccountScreen,
  ),
  screen(
    '/confirm-number',
    m.caregivers_confirm_number,
    () => import('#features/caregivers/confirm-number-screen.tsx'),
    ({ ConfirmNumberScreen }) => ConfirmNumberScreen,
  ),
  screen(
    '/edit-child/new',
    m.app_title_add_child,
    () => import('#features/children/edit-child-screen.tsx'),
    ({ EditChildScreen }) => EditChildScreen,
  ),
  screen(
    '/edit-child/:id',
    m.app_title_edit_child,
    () => import('#features/children/edit-child-screen.tsx'),
    ({ EditChildScreen }) => EditChildScreen,
  ),
  screen(
    '/connections',
    m.common_connections,
    () => import('#features/groups/connections-with-groups-screen.tsx'),
    ({ ConnectionsWithGroupsScreen }) => ConnectionsWithGroupsScreen,
  ),
  screen(
    '/edit-connection/:id',
    m.common_add_friend,
    () => import('#features/connections/add-friend-screen.tsx'),
    ({ AddFriendScreen }) => AddFriendScreen,
  ),
  screen(
    '/group/:id',
    m.common_group,
    () => import('#features/groups/group-screen.tsx'),
    ({ GroupScreen }) => GroupScreen,
    { needsViewer: false },
  ),
  screen(
    '/security',
    m.app_title_security,
    () => import('#features/auth/security-screen.tsx'),
    ({ SecurityScreen }) => SecurityScreen,
    { needsViewer: false, needsProfile: false },
  ),
  screen(
    '/safety',
    m.safety_title,
    () => import('#features/safety/safety-screen.tsx'),
    ({ SafetyScreen }) => SafetyScreen,
  ),
  screen(
    '/your-data',
    m.your_data_title,
    () => import('#features/your-data/your-data-screen.tsx'),
    ({ YourDataScreen }) => YourDataScreen,
    { needsViewer: false, needsProfile: false },
  ),
  screen(
    '/notifications',
    m.common_notifications,
    () => import('#features/notifications/notifications-screen.tsx'),
    ({ NotificationsScreen }) => NotificationsScreen,
  ),
  screen(
    '/view-playdates',
    m.common_playdates,
    () => import('#features/playdates/list/playdates-screen.tsx'),
    ({ PlaydatesScreen }) => PlaydatesScreen,
  ),
  screen(
    '/edit-playdate/:id',
    m.app_title_edit_playdate,
    () => import('#features/playdates/plan/edit-playdate-screen.tsx'),
    ({ EditPlaydateScreen }) => EditPlaydateScreen,
  ),
  screen(
    '/view-playdate-request/:id',
    m.app_title_playdate_request,
    () => import('#features/playdates/answer/playdate-request-screen.tsx'),
    ({ PlaydateRequestScreen }) => PlaydateRequestScreen,
  ),
  screen(
    '/view-playdate-information/:id',
    m.common_playdate,
    () => import('#features/chat/playdate-with-chat-screen.tsx'),
    ({ PlaydateWithChatScreen }) => PlaydateWithChatScreen,
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

/** Of the caregivers' screens those that concern an account as such; for the others a profile has to be made. */
function WithoutProfile() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const isOpen = signedIn.some(({ path, needsProfile }) => !needsProfile && matchPath(path, pathname))
  if (isOpen) return <ShellWithoutBar />
  return <Navigate to={user?.permissions.isAdmin ? '/admin' : '/onboarding'} replace />
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
