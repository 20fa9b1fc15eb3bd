import { m } from '@tagalong/contract/messages.ts'
import { type ComponentProps, type ComponentType, memo, Suspense, type SVGProps, useEffect } from 'react'
import { Link } from 'react-router'
import { useNumberProof } from '#features/caregivers/number-proof.ts'
import { NextPlaydate } from '#features/playdates/list/next-playdate.tsx'
import { YourTurn } from '#features/playdates/list/your-turn.tsx'
import { useLanguage } from '#lib/language.ts'
import { lazyExtra } from '#lib/offline/lazy-part.ts'
import { browserZone, useIsIn, useSession } from '#lib/session/session.tsx'
import FriendArt from '#ui/art/tile-friend.svg?react'
import NotificationsArt from '#ui/art/tile-notifications.svg?react'
import ScheduleArt from '#ui/art/tile-schedule.svg?react'
import ViewArt from '#ui/art/tile-view.svg?react'
import { Rich } from '#ui/rich.tsx'
import './home.css'

// Rarely shown, so loaded separately from what the dashboard waits for.
const FirstAsk = lazyExtra(
  () => import('./first-ask.tsx'),
  (module) => module.FirstAsk,
)
const NumberAsk = lazyExtra(
  () => import('./number-ask.tsx'),
  (module) => module.NumberAsk,
)
const FamilyAsk = lazyExtra(
  () => import('./family-ask.tsx'),
  (module) => module.FamilyAsk,
)
const HelperHome = lazyExtra(
  () => import('./helper-home.tsx'),
  (module) => module.HelperHome,
)

interface Tile {
  to: string
  Art: ComponentType<SVGProps<SVGSVGElement>>
  /** A message with a small and a large part. */
  words: { parts: (inputs: Record<string, never>) => ComponentProps<typeof Rich>['parts'] }
}

const tiles: readonly Tile[] = [
  { to: '/edit-playdate/new', Art: ScheduleArt, words: m.home_schedule },
  { to: '/view-playdates', Art: ViewArt, words: m.home_view },
  { to: '/connections', Art: FriendArt, words: m.home_find_friend },
  { to: '/notifications', Art: NotificationsArt, words: m.home_notifications },
]

const tileMarks = {
  small: (words: string) => <small>{words}</small>,
  large: (words: string) => <strong>{words}</strong>,
}

/** Renders before the session is known. */
export function HomeScreen() {
  const { viewer } = useSession()
  const isIn = useIsIn()
  const isUnproven = useNumberProof() === 'due'
  useEffect(prepareDates, [])
  return (
    <div className="home">
      <header>
        <p className="home__hi">{viewer ? m.home_hi({ name: viewer.name }) : '\u00a0'}</p>
        <h1>{m.home_i_want()}</h1>
      </header>
      <Tiles />
      <Suspense>{isIn && <FirstAsk />}</Suspense>
      {isIn && (
        <Suspense>
          <HelperHome />
        </Suspense>
      )}
      {isIn ? <NextPlaydate waiting={<NextPlace />} /> : <NextPlace />}
      <Suspense>{isIn && isUnproven && <NumberAsk />}</Suspense>
      <Suspense>{isIn && <FamilyAsk />}</Suspense>
    </div>
  )
}

/** Memoised: the tiles depend only on the language, so they aren't rendered again when the session is known. */
const Tiles = memo(function Tiles() {
  useLanguage()
  return (
    <nav className="tiles" aria-label={m.home_i_want_label()}>
      {tiles.map(({ to, Art, words }, index) => (
        <Link key={to} className={`tile tile--${index + 1}`} to={to}>
          <Art />
          {to === '/view-playdates' && <Waiting />}
          <span>
            <Rich parts={words.parts({})} marks={tileMarks} />
          </span>
        </Link>
      ))}
    </nav>
  )
})

/** Shown once the session is known. It overlays the picture, so nothing moves. */
function Waiting() {
  return useIsIn() ? <YourTurn /> : null
}

/** Initialises `Intl` ahead of time: its first use blocks an old phone long enough to delay a tap. */
function prepareDates() {
  const timer = setTimeout(browserZone)
  return () => clearTimeout(timer)
}

/** Reserves the next playdate's space until it is loaded, so that nothing jumps. */
function NextPlace() {
  return (
    <section className="next" aria-hidden="true">
      <h2>{m.playdates_next()}</h2>
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
