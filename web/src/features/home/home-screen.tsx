import { type ComponentType, lazy, memo, Suspense, type SVGProps, useEffect } from 'react'
import { Link } from 'react-router'
import { NextPlaydate } from '#features/playdates/list/next-playdate.tsx'
import { YourTurn } from '#features/playdates/list/your-turn.tsx'
import { importWithRetry } from '#lib/offline/import-with-retry.ts'
import { browserZone, useIsIn, useSession } from '#lib/session/session.tsx'
import FriendArt from '#ui/art/tile-friend.svg?react'
import NotificationsArt from '#ui/art/tile-notifications.svg?react'
import ScheduleArt from '#ui/art/tile-schedule.svg?react'
import ViewArt from '#ui/art/tile-view.svg?react'
import './home.css'

// Hardly ever is there anything to show: their code is no part of what the dashboard waits for.
const AskingFriends = later(async () => {
  const load = () => import('#features/connections/parts/asking-friends.tsx')
  return (await importWithRetry(load)).AskingFriends
})
const HoursAsk = later(async () => {
  const load = () => import('./hours-ask.tsx')
  return (await importWithRetry(load)).HoursAsk
})

/** Without it the dashboard is whole, too. */
function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(() => () => null) }))
}

interface Tile {
  to: string
  Art: ComponentType<SVGProps<SVGSVGElement>>
  small: string
  large: string
}

const tiles: readonly Tile[] = [
  { to: '/edit-playdate/new', Art: ScheduleArt, small: 'SCHEDULE A ', large: 'PLAYDATE' },
  { to: '/view-playdates', Art: ViewArt, small: 'View ', large: 'PLAYDATES' },
  { to: '/connections', Art: FriendArt, small: 'Find a ', large: 'Friend' },
  { to: '/notifications', Art: NotificationsArt, small: '', large: 'Notifications' },
]

/** It stands there before it is known who looks at it. */
export function HomeScreen() {
  const { viewer } = useSession()
  const isIn = useIsIn()
  useEffect(prepareDates, [])
  return (
    <div className="home">
      <header>
        <p className="home__hi">{viewer ? `Hi ${viewer.name}!` : '\u00a0'}</p>
        <h1>I WANT TO</h1>
      </header>
      <Tiles />
      <Suspense>{isIn && <AskingFriends />}</Suspense>
      {isIn ? <NextPlaydate waiting={<NextPlace />} /> : <NextPlace />}
      <Suspense>{isIn && <HoursAsk />}</Suspense>
    </div>
  )
}

/** They are the same for everybody: who is there is no reason to render them again. */
const Tiles = memo(function Tiles() {
  return (
    <nav className="tiles" aria-label="I want to">
      {tiles.map(({ to, Art, small, large }, index) => (
        <Link key={to} className={`tile tile--${index + 1}`} to={to}>
          <Art />
          {to === '/view-playdates' && <Waiting />}
          <span>
            {small && <small>{small}</small>}
            <strong>{large}</strong>
          </span>
        </Link>
      ))}
    </nav>
  )
})

/** Who waits for an answer is known once it is known who is here; it stands on the picture, so nothing moves. */
function Waiting() {
  return useIsIn() ? <YourTurn /> : null
}

/** The first date that a page writes keeps an old phone busy as long as a tap may wait; there is time until one comes. */
function prepareDates() {
  const timer = setTimeout(browserZone)
  return () => clearTimeout(timer)
}

/** Holds the next playdate's place until it is known whether there is one: nothing jumps. */
function NextPlace() {
  return (
    <section className="next" aria-hidden="true">
      <h2>Next playdate</h2>
      <div className="card">
        <div className="row">
          <span className="leaf next__leaf" />
          <div className="grow">
            <h3>
              <span className="skeleton skeleton--name" />
            </h3>
            <p className="small">
              <span className="skeleton skeleton--text" />
              <span className="skeleton skeleton--text" />
            </p>
          </div>
          <span className="next__badge" />
        </div>
      </div>
    </section>
  )
}
