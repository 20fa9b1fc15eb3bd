import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { brand } from '#lib/brand.ts'
import { queryClient } from '#lib/query-client.ts'
import { RealtimeProvider } from '#lib/realtime.tsx'
import { useSession } from '#lib/session.tsx'
import Logo from '#ui/art/logo.svg?react'
import { Icon, type IconName } from '#ui/icon.tsx'
import { AccountLink } from './account-link.tsx'

const places: { to: string; icon: IconName; label: string; owns: string[] }[] = [
  { to: '/', icon: 'home', label: 'Home', owns: [] },
  { to: '/profile', icon: 'profile', label: 'Profile', owns: ['/edit-profile', '/edit-child'] },
  {
    to: '/view-playdates',
    icon: 'calendar',
    label: 'Playdates',
    owns: ['/edit-playdate', '/view-playdate-request', '/view-playdate-information'],
  },
  { to: '/connections', icon: 'people', label: 'Connections', owns: ['/edit-connection'] },
  { to: '/notifications', icon: 'bell', label: 'Notifications', owns: [] },
]

/** The frame of every signed-in screen: header, and a bar below that becomes a rail on wide windows. */
export function AppShell() {
  return (
    <Frame className="shell" after={<Bar />}>
      <RealtimeProvider>
        <Outlet />
      </RealtimeProvider>
    </Frame>
  )
}

/** Signed in, but nowhere to go yet: onboarding and logout. */
export function PassageShell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

function Frame({
  className,
  children,
  after,
}: {
  className?: string
  children: ReactNode
  after?: ReactNode
}) {
  const { user } = useSession()
  return (
    <QueryClientProvider client={queryClient}>
      <div className={className}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="topbar">
          <Link className="logo" to="/" aria-label={brand}>
            <Logo />
          </Link>
          {user && <AccountLink user={user} />}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {after}
      </div>
    </QueryClientProvider>
  )
}

function Bar() {
  return (
    <nav className="bar" aria-label="Main">
      <Link className="logo" to="/" aria-label={brand}>
        <Logo />
      </Link>
      <ul>
        {places.map((place) => (
          <Place key={place.to} {...place} />
        ))}
      </ul>
    </nav>
  )
}

function Place({ to, icon, label, owns }: (typeof places)[number]) {
  const { pathname } = useLocation()
  const isHere = pathname === to || owns.some((path) => pathname.startsWith(path))
  return (
    <li>
      <Link to={to} aria-current={isHere ? 'page' : undefined}>
        <span>
          <Icon name={icon} />
        </span>
        {label}
      </Link>
    </li>
  )
}
