import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { footerText, isGoing, mayRespond } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import { Link } from 'react-router'
import { relativeTime } from '#lib/relative-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { endingOf } from '../ending-words.ts'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { OwnClock } from '../parts/own-clock.tsx'
import { durationText, mapLink, placesOf, timesOf } from '../playdate-words.ts'

/** Says why the playdate won't take place. */
export function Ending({ playdate, viewer }: { playdate: Playdate; viewer: string }) {
  const ending = endingOf(playdate, viewer)
  if (!ending) return null
  return (
    <section className="pd__ending">
      <Icon name="cross" />
      <div>
        <b>
          <bdi dir="ltr">{ending.title}</bdi>
        </b>
        {ending.note && (
          <p>
            <bdi dir="ltr">{ending.note}</bdi>
          </p>
        )}
        {playdate.cancelReason && (
          <p>
            “<bdi>{playdate.cancelReason}</bdi>”
          </p>
        )}
      </div>
    </section>
  )
}

export function When({ playdate, zone }: { playdate: Playdate; zone: string }) {
  const { acceptedTime } = playdate
  return (
    <section className="row facts__when">
      {acceptedTime && <CalendarLeaf time={acceptedTime} zone={zone} />}
      <div>
        <h2>{m.playdates_when()}</h2>
        {timesOf(playdate).map((time) => (
          <time key={time} dateTime={time}>
            {playdateTime(time, zone)}
          </time>
        ))}
        <OwnClock playdate={playdate} zone={zone} />
        <p className="quiet small">{durationText(playdate.durationMinutes)}</p>
      </div>
    </section>
  )
}

/** Tells a viewer who is going that they will be reminded. */
export function Reminded({ playdate, now }: { playdate: Playdate; now: number }) {
  const { acceptedTime, lookedAfterBy } = playdate
  if (lookedAfterBy || !acceptedTime || Date.parse(acceptedTime) <= now || !isGoing(playdate)) return null
  return (
    <p className="row facts__reminded">
      <Icon name="bell" small />
      <span>
        {m.playdates_reminded()} <Link to="/notification-settings">{m.playdates_reminded_change()}</Link>
      </span>
    </p>
  )
}

/** Shown instead of the places to card-only viewers. */
export function LookedAfter({ by: { name } }: { by: NonNullable<Playdate['lookedAfterBy']> }) {
  return (
    <section className="row lookedafter">
      <Icon name="home" />
      <div>
        <b>
          <bdi dir="ltr">{m.playdates_looked_after({ name })}</bdi>
        </b>
        <p>
          <bdi dir="ltr">{m.playdates_place_stays({ name })}</bdi>
        </p>
      </div>
    </section>
  )
}

export function Where({ playdate }: { playdate: Playdate }) {
  return (
    <section>
      <h2>{m.playdates_where()}</h2>
      <ul>
        {placesOf(playdate).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place can be suggested twice, and none moves
          <li key={index}>
            <a className="facts__place" href={mapLink(place)} target="_blank" rel="noreferrer">
              <Icon name="pin" />
              <bdi>{place}</bdi>
              <span className="sr"> {m.playdates_opens_map()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says whose answer a request waits for. */
export function Turn({ playdate, viewer, now }: { playdate: Playdate; viewer: string; now: number }) {
  return (
    <section className="facts__turn">
      {mayRespond(playdate) && <b>{m.playdates_your_turn()}</b>}
      <p className="quiet small">
        <bdi dir="ltr">{footerText(playdate, viewer)}</bdi> · {relativeTime(playdate.updatedAt, now)}
      </p>
      {mayRespond(playdate) && (
        <ButtonLink variant="action" wide to={`/view-playdate-request/${playdate._id}`}>
          {m.playdates_respond()}
        </ButtonLink>
      )}
    </section>
  )
}
