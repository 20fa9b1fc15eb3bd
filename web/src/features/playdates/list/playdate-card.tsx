import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  type CardLabel,
  footerText,
  isMyTurn,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime, timeAndDay } from '@tagalong/contract/values/date-format.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { relativeTime } from '#lib/relative-time.ts'
import { useViewer } from '#lib/session/session.tsx'
import EventArt from '#ui/art/event.svg?react'
import { AvatarStack } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { Names } from '../parts/names.tsx'
import { OwnClock } from '../parts/own-clock.tsx'
import {
  childrenOf,
  labelOf,
  ownerLine,
  placesOf,
  playdateTitle,
  timesOf,
  titleOf,
} from '../playdate-words.ts'
import './list.css'

interface CardProps {
  playdate: Playdate
  now: number
}

/** The badge of an event that waits for an answer. */
const invited = 'Invited'

/** A request that waits for an answer, or an event that waits for the viewer's. */
export function RequestCard({ playdate, now }: CardProps) {
  const viewer = useViewer()
  const isEvent = playdate.type === 'group'
  const waits = isMyTurn(playdate, now)
  const times = timesOf(playdate)
  const hasTime = times.some((each) => Date.parse(each) > now)
  // On the event's own page. A series is answered on the request page, all dates together, except for an offer.
  const isAnsweredThere = isEvent && (!playdate.series || playdate.response === 'offered')
  return (
    <article className="card">
      <CardHead
        playdate={playdate}
        label={isEvent && playdate.response !== 'offered' ? invited : labelOf(playdate, viewer, now)}
      >
        {isEvent ? (
          <EventIcon />
        ) : (
          <AvatarStack>
            {childrenOf(playdate).map((child) => (
              <ChildAvatar key={child._id} child={child} />
            ))}
          </AvatarStack>
        )}
      </CardHead>
      <TimesAndPlaces playdate={playdate} zone={viewer.timeZone} />
      {!hasTime && <p className="pd__late">{m.playdates_times_passed()}</p>}
      {playdate.series && playdate.series.left > 0 && (
        <p className="pd__more">
          <Icon name="repeat" small />
          <Link to={`/series/${playdate.series.id}`}>
            {m.series_and_more({ count: playdate.series.left })}
          </Link>
        </p>
      )}
      <AskLine playdate={playdate} />
      <UnreadLine playdate={playdate} />
      <div className="card__foot pd__foot">
        <span>
          {waits && <b className="pd__turn">{m.playdates_your_turn()}</b>}
          <bdi dir="ltr">{footerText(playdate, viewer._id)}</bdi> · {relativeTime(playdate.updatedAt, now)}
        </span>
        {waits ? (
          <ButtonLink
            variant="primary"
            size="small"
            to={`${isAnsweredThere ? '/view-playdate-information' : '/view-playdate-request'}/${playdate._id}`}
            aria-label={m.playdates_respond_to({ title: playdateTitle(playdate) })}
          >
            {m.playdates_respond()}
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="quiet"
            size="small"
            to={`/view-playdate-information/${playdate._id}`}
            aria-label={m.playdates_details_of({ title: playdateTitle(playdate) })}
          >
            {m.playdates_details()}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

/** A playdate with its time and place. The whole card links to its details, or to its series' following dates. */
export function FixedCard({ playdate, now }: CardProps) {
  const viewer = useViewer()
  const { series, acceptedTime } = playdate
  const isNext = acceptedTime !== null && Date.parse(acceptedTime) > now
  const more = series && series.left > 0 && isNext ? series : null
  return (
    <Link className="card" to={more ? `/series/${more.id}` : `/view-playdate-information/${playdate._id}`}>
      <CardHead playdate={playdate} label={labelOf(playdate, viewer, now)}>
        {playdate.acceptedTime && <CalendarLeaf time={playdate.acceptedTime} zone={viewer.timeZone} />}
      </CardHead>
      <TimesAndPlaces playdate={playdate} zone={viewer.timeZone} />
      {more && (
        <p className="pd__more">
          <Icon name="repeat" small />
          {m.series_and_more({ count: more.left })}
        </p>
      )}
      <UnreadLine playdate={playdate} />
    </Link>
  )
}

/** `children` are shown left of the names. */
function CardHead({
  playdate,
  label,
  children,
}: {
  playdate: Playdate
  label: CardLabel | null
  children: ReactNode
}) {
  const viewer = useViewer()
  return (
    <div className="pd__head">
      {children}
      <div>
        <h3>
          <Names of={titleOf(playdate)} />
        </h3>
        <p>
          <bdi>{ownerLine(playdate, viewer._id)}</bdi>
        </p>
      </div>
      <LabelBadge label={label} />
    </div>
  )
}

function TimesAndPlaces({ playdate, zone }: { playdate: Playdate; zone: string }) {
  return (
    <ul className="meta">
      <li>
        <Icon name="clock" />
        <span>
          <span className="sr">{m.playdates_when()}</span>
          {timesOf(playdate).map((time) => (
            <time key={time} dateTime={time}>
              {playdateTime(time, zone)}
            </time>
          ))}
          <OwnClock playdate={playdate} zone={zone} />
          {playdate.status === 'pending' && playdate.replaces && (
            <small className="pd__clock quiet">
              {m.plan_now({ time: timeAndDay(playdate.replaces.time, zone) })}
            </small>
          )}
        </span>
      </li>
      <li>
        <Icon name={playdate.lookedAfterBy ? 'people' : 'pin'} />
        <span>
          {playdate.lookedAfterBy ? (
            m.playdates_looked_after({ name: playdate.lookedAfterBy.name })
          ) : (
            <>
              <span className="sr">{m.playdates_where()}</span>
              {placesOf(playdate).map((place, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same place can be suggested twice, and none moves
                <bdi className="pd__place" key={index}>
                  {place}
                </bdi>
              ))}
            </>
          )}
        </span>
      </li>
    </ul>
  )
}

/** Links to the order that the request is part of, if any. */
function AskLine({ playdate: { ask } }: { playdate: Playdate }) {
  if (!ask) return null
  return (
    <Link className="pd__asking" to={`/ask/${ask.id}`}>
      {m.asks_asking_of({ position: ask.position, count: ask.of })}
      <Icon name="right" small />
    </Link>
  )
}

/** Says how many unread messages the playdate's chat has. */
function UnreadLine({ playdate }: { playdate: Playdate }) {
  if (playdate.unread === 0) return null
  return (
    <p className="pd__unread">
      <Icon name="chat" small />
      {m.playdates_new_messages({ count: playdate.unread })}
    </p>
  )
}

function EventIcon() {
  return (
    <span className="eventicon" aria-hidden="true">
      <EventArt />
    </span>
  )
}
