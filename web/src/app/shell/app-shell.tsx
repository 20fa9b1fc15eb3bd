import { m, type Text } from '@tagalong/contract/messages.ts'
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import { type ComponentType, memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { UnreadCount } from '#features/notifications/parts/unread-count.tsx'
import { UnreadMessages } from '#features/playdates/list/unread-messages.tsx'
import { PersonSheet } from '#features/safety/parts/person-menu.tsx'
import { brand } from '#lib/brand.ts'
import { queryClient } from '#lib/calls/query-client.ts'
import { useLanguage } from '#lib/language.ts'
import { lazyExtra } from '#lib/offline/lazy-part.ts'
import { useIsIn, useSession } from '#lib/session/session.tsx'
import Logo from '#ui/art/logo.svg?react'
import { Icon, type IconName } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { headings } from '../headings.tsx'
import { type Screen, ScreenOf } from '../screen.tsx'
import { UpdateNotice } from '../update-notice.tsx'
import { AccountLink } from './account-link.tsx'
import { IdentityCheck } from './identity-check.tsx'
import { keepFocus } from './keep-focus.ts'
import { ShellMenu } from './shell-menu.tsx'
import type { wantsProfile } from './wants-profile.ts'

// Does background work that nobody waits for.
const Background = lazyExtra(
  () => import('./background.tsx'),
  (module) => module.Background,
)

/** After this long without a call, the screen has its data. Milliseconds. */
const quietAfter = 1000

interface PlaceProps {
  to: string
  icon: IconName
  label: Text
  owns: string[]
  /** Shows how much is new there. */
  Count?: ComponentType
}

const noOther: string[] = []

const places: PlaceProps[] = [
  { to: '/', icon: 'home', label: m.common_home, owns: ['/confirm-number'] },
  {
    to: '/profile',
    icon: 'profile',
    label: m.app_nav_profile,
    owns: [
      '/edit-profile',
      '/edit-child',
      '/child',
      '/notification-settings',
      '/calendar-settings',
      '/security',
      '/safety',
      '/your-data',
    ],
  },
  {
    to: '/view-playdates',
    icon: 'calendar',
    label: m.app_nav_playdates,
    owns: ['/ask', '/edit-playdate', '/view-playdate-request', '/view-playdate-information', '/series'],
    Count: UnreadMessages,
  },
  {
    to: '/connections',
    icon: 'people',
    label: m.common_connections,
    owns: ['/edit-connection', '/group', '/introduction'],
  },
  { to: '/notifications', icon: 'bell', label: m.common_notifications, owns: [], Count: UnreadCount },
]

/**
 * The frame of every signed-in screen: header, and a bar below that becomes a rail on wide windows. It shows while the
 * session is still loading; the parts that need the viewer are added later.
 */
export function AppShell() {
  return (
    <Frame className="shell" menu={<ShellMenu />} after={<Bar />}>
      <InBackground />
      <Outlet />
    </Frame>
  )
}

function InBackground() {
  return (
    useHasSettled() && (
      <Suspense>
        <Background />
      </Suspense>
    )
  )
}

/** True once the screen has its data; at once if only offline data is available. */
function useHasSettled(): boolean {
  const { viewer, keptAt } = useSession()
  const isBusy = useIsFetching() > 0 || !viewer
  const [hasSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(() => setSettled(true), quietAfter)
    return () => clearTimeout(timer)
  }, [isBusy])
  return viewer !== null && (hasSettled || keptAt !== null)
}

/**
 * A screen inside the shell. If it needs the viewer, it shows a skeleton below its heading until the viewer is known.
 */
export function InnerScreen({ screen }: { screen: Screen }) {
  const isIn = useIsIn()
  const { path, needsViewer } = screen
  const heading = headings[path]
  return (
    <ScreenOf
      screen={screen}
      heading={heading && <PageHeader {...heading()} />}
      meanwhile={needsViewer && !isIn && <SkeletonCards isAtOnce />}
    />
  )
}

/** The frame for signed-in users without the bar. */
export function ShellWithoutBar() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** For administrators only, whose screens bring a frame of their own. */
export function AdminShell() {
  const { user } = useSession()
  useEffect(keepFocus, [])
  if (user && !user.permissions.isAdmin) return <Navigate to="/forbidden" replace />
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <IdentityCheck />
    </QueryClientProvider>
  )
}

/** For making a profile. An administrator needs none, and gets here only by asking for it. */
export function ProfileSetupShell() {
  const { user, viewer } = useSession()
  const state = useLocation().state as Partial<typeof wantsProfile> | null
  const isMereAdmin = user?.permissions.isAdmin && !viewer && !state?.wantsProfile
  return isMereAdmin ? <Navigate to="/admin" replace /> : <ShellWithoutBar />
}

function Frame({
  className,
  children,
  menu,
  after,
}: {
  className?: string
  children: ReactNode
  menu?: ReactNode
  after?: ReactNode
}) {
  const { user } = useSession()
  useEffect(keepFocus, [])
  return (
    <QueryClientProvider client={queryClient}>
      <div className={className}>
        <a className="skip" href="#main">
          {m.app_skip()}
        </a>
        <header className="topbar">
          <Link className="logo" to="/" aria-label={brand}>
            <Logo />
          </Link>
          <div className="row row--close">
            {menu}
            {user && <AccountLink user={user} />}
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {after}
        <UpdateNotice />
        <PersonSheet />
        <IdentityCheck />
      </div>
    </QueryClientProvider>
  )
}

function Bar() {
  const { user } = useSession()
  const hasSettled = useHasSettled()
  return (
    <nav className="bar" aria-label={m.app_nav_label()}>
      <Link className="logo" to="/" aria-label={brand}>
        <Logo />
      </Link>
      <ul>
        {places.map((place) => (
          <Place key={place.to} {...place} isCounted={hasSettled} />
        ))}
      </ul>
      {user?.permissions.isAdmin && (
        <ul className="bar__more">
          <Place to="/admin" icon="shield" label={m.app_nav_admin} owns={noOther} isCounted={false} />
        </ul>
      )}
    </nav>
  )
}

// Memoised: the bar renders more often than its entries change.
const Place = memo(function Place({
  to,
  icon,
  label,
  owns,
  Count,
  isCounted,
}: PlaceProps & { isCounted: boolean }) {
  useLanguage()
  const { pathname } = useLocation()
  const isHere = pathname === to || owns.some((path) => pathname.startsWith(path))
  return (
    <li>
      <Link to={to} aria-current={isHere ? 'page' : undefined}>
        <span>
          <Icon name={icon} />
        </span>
        {label()}
        {Count && isCounted && <Count />}
      </Link>
    </li>
  )
})
