import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { type ReactNode, Suspense, useId } from 'react'
import { Link } from 'react-router'
import { failureText } from '#lib/calls/failure-text.ts'
import { useNow } from '#lib/now.ts'
import { lazyPart } from '#lib/offline/lazy-part.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { Names } from '../parts/names.tsx'
import { OwnClock } from '../parts/own-clock.tsx'
import { useListPlaydates } from '../playdate-lists.queries.ts'
import { childrenOf, inList, labelOf, titleOf } from '../playdate-words.ts'
import { nextPlaydate } from './playdate-sections.ts'

// Loaded separately, since it is hardly ever shown and the dashboard shouldn't wait for it.
const PartProblem = lazyPart(
  () => import('#ui/part-problem.tsx'),
  (module) => module.PartProblem,
)

/**
 * The next playdate that the viewer goes to, as a card for the dashboard; nothing if there is none. `waiting` shows
 * until it is known.
 */
export function NextPlaydate({ waiting }: { waiting: ReactNode }) {
  const viewer = useViewer()
  const now = useNow(60_000)
  const heading = useId()
  const { data: accepted, isPending, error, refetch } = useListPlaydates('accepted')
  if (isPending) return waiting
  if (!accepted) {
    return (
      <Suspense fallback={waiting}>
        <section className="next" aria-labelledby={heading}>
          <h2 id={heading}>{m.playdates_next()}</h2>
          <PartProblem text={failureText(error)} onRetry={() => void refetch()} />
        </section>
      </Suspense>
    )
  }
  const next = nextPlaydate(accepted, now)
  if (!next) return null
  const names = inList(childrenOf(next).map(({ firstName }) => firstName))
  return (
    <section className="next" aria-labelledby={heading}>
      <h2 id={heading}>{m.playdates_next()}</h2>
      <Link className="card" to={`/view-playdate-information/${next._id}`}>
        <div className="row next__row">
          <CalendarLeaf time={next.acceptedTime} zone={viewer.timeZone} />
          <div className="grow">
            <h3>
              <Names of={next.type === 'group' ? titleOf(next) : names} />
            </h3>
            <p className="small quiet">
              {playdateTime(next.acceptedTime, viewer.timeZone)}
              {next.zonesDiffer ? <OwnClock playdate={next} zone={viewer.timeZone} /> : <br />}
              <bdi>{next.acceptedLocation}</bdi>
            </p>
          </div>
          <LabelBadge label={labelOf(next, viewer, now)} />
        </div>
      </Link>
    </section>
  )
}
