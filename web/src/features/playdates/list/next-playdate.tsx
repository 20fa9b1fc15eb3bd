import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { Names } from '../parts/names.tsx'
import { OwnClock } from '../parts/own-clock.tsx'
import { useListPlaydates } from '../playdate-lists.queries.ts'
import { childrenOf, inList, labelOf, titleOf } from '../playdate-words.ts'
import { nextPlaydate } from './playdate-sections.ts'

/** The next playdate that the viewer goes to as a card, for the dashboard; nothing where there is none. `waiting`: until that is known. */
export function NextPlaydate({ waiting }: { waiting: ReactNode }) {
  const viewer = useViewer()
  const now = useNow(60_000)
  const heading = useId()
  const { data: accepted, isPending } = useListPlaydates('accepted')
  const next = nextPlaydate(accepted ?? [], now)
  if (isPending) return waiting
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
