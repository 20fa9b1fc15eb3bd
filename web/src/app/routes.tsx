import { m } from '@tagalong/contract/messages.ts'
import { type Screen, ScreenOf, screen } from './screen.tsx'

/** For everybody; signed-in users keep the bar. */
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

/** For visitors; signed-in users may follow a mailed link here too. */
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

/** For signed-in users, including those whose session turns out to have ended. */
const leaving: Screen[] = [
  screen(
    '/logout',
    m.app_title_logout,
    () => import('#features/auth/logout-screen.tsx'),
    ({ LogoutScreen }) => LogoutScreen,
  ),
]

/** Signed in, without the bar. */
const withoutBar: Screen[] = [
  screen(
    '/account-notice',
    m.app_title_account_notice,
    () => import('#features/home/account-notice-screen.tsx'),
    ({ AccountNoticeScreen }) => AccountNoticeScreen,
  ),
  screen(
    '/account-notice/data',
    m.your_data_title,
    () => import('#features/your-data/your-data-screen.tsx'),
    ({ YourDataWhilePausedScreen }) => YourDataWhilePausedScreen,
  ),
]

/** For making a caregiver profile. */
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
    '/child/:id/grown-ups',
    m.guardians_title_page,
    () => import('#features/guardians/grown-ups-screen.tsx'),
    ({ GrownUpsScreen }) => GrownUpsScreen,
  ),
  screen(
    '/child/:id/grown-ups/new',
    m.guardians_add,
    () => import('#features/guardians/grown-ups-screen.tsx'),
    ({ NewGrownUpScreen }) => NewGrownUpScreen,
  ),
  screen(
    '/child/:id/grown-ups/introduce/:caregiver',
    m.introductions_title_page,
    () => import('#features/connections/introductions/introduce-screen.tsx'),
    ({ IntroduceScreen }) => IntroduceScreen,
  ),
  screen(
    '/introduction/:from',
    m.introductions_for_me_page,
    () => import('#features/connections/introductions/introduction-screen.tsx'),
    ({ IntroductionScreen }) => IntroductionScreen,
  ),
  screen(
    '/child/:id/change/:caregiver',
    m.change_title,
    () => import('#features/safety/place-change-screen.tsx'),
    ({ PlaceChangeScreen }) => PlaceChangeScreen,
  ),
  screen(
    '/join/:token',
    m.guardians_join_title,
    () => import('#features/guardians/join-screen.tsx'),
    ({ JoinScreen }) => JoinScreen,
    { needsViewer: false, needsProfile: false },
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
    '/calendar-settings',
    m.calendar_title,
    () => import('#features/calendar/calendar-settings-screen.tsx'),
    ({ CalendarSettingsScreen }) => CalendarSettingsScreen,
  ),
  screen(
    '/notification-settings',
    m.notifications_what_and_when_title,
    () => import('#features/notifications/notification-settings-screen.tsx'),
    ({ NotificationSettingsScreen }) => NotificationSettingsScreen,
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
    () => import('#features/afternoon/playdate-request-screen.tsx'),
    ({ PlaydateRequestWithQuestionScreen }) => PlaydateRequestWithQuestionScreen,
  ),
  screen(
    '/series/:id',
    m.common_playdate,
    () => import('#features/playdates/list/playdates-screen.tsx'),
    ({ SeriesScreen }) => SeriesScreen,
  ),
  screen(
    '/ask/:id',
    m.common_playdate,
    () => import('#features/playdates/list/playdates-screen.tsx'),
    ({ AskScreen }) => AskScreen,
  ),
  screen(
    '/view-playdate-information/:id',
    m.common_playdate,
    () => import('#features/chat/playdate-with-chat-screen.tsx'),
    ({ PlaydateWithChatScreen }) => PlaydateWithChatScreen,
    { needsViewer: false },
  ),
]

/** All screens, by who may open them. */
export const screens = { open, signedOut, leaving, withoutBar, profileSetup, admin, signedIn }
