import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  footerText,
  isGoing,
  isOwner,
  isSingleToCome,
  mayAskAnotherTime,
  mayCancel,
  mayRespond,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useIsIn, useSoon, useViewer } from '#lib/session/session.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { endingOf } from '../ending-words.ts'
import { CalendarLeaf } from '../parts/calendar-leaf.tsx'
import { LabelBadge } from '../parts/label-badge.tsx'
import { NothingToAnswer } from '../parts/nothing-to-answer.tsx'
import { OwnClock } from '../parts/own-clock.tsx'
import { StayLine } from '../parts/stay-line.tsx'
import { durationText, labelOf, mapLink, placesOf, timesOf } from '../playdate-words.ts'
import { useGetPlaydate, useIsAnswering, useListEventResponses } from '../playdates.queries.ts'
import { PartOfSeries } from '../series/part-of-series.tsx'
import { StopRepeating } from '../series/stop-repeating.tsx'
import { OfferCard } from '../spots/offer-card.tsx'
import { Spots } from '../spots/spots.tsx'
import { WaitingList } from '../spots/waiting-list.tsx'
import { useHasChanged } from '../use-has-changed.ts'
import { AnotherTime } from './another-time.tsx'
import { CancelPlaydate } from './cancel-playdate.tsx'
import { CaregiverList } from './caregiver-list.tsx'
import { InviteAnswer } from './invite-answer.tsx'
import { Sick } from './sick.tsx'
import { TakeBack } from './take-back.tsx'
import { Who } from './who.tsx'
import '../playdates.css'
import './details.css'
import { PartProblem } from '#ui/part-problem.tsx'

interface PlaydateInformationProps {
  /** The playdate's chat; it belongs to a feature that knows playdates, so it is handed in. */
  chat?: (playdate: Playdate) => ReactNode
  /** The way into the viewer's calendar, likewise. */
  calendar?: (playdate: Playdate) => ReactNode
  /** What there is to know on the day itself, likewise. */
  afternoon?: (playdate: Playdate) => ReactNode
}

/** /view-playdate-information/{id}: who, whose, where and when; of an event also who comes. */
export function PlaydateInformationScreen(handedIn: PlaydateInformationProps) {
  const { id = '' } = useParams()
  return <PlaydateInformation key={id} id={id} {...handedIn} />
}

function PlaydateInformation({ id, chat, calendar, afternoon }: PlaydateInformationProps & { id: string }) {
  const isIn = useIsIn()
  // Asked for while it is still being asked who is in.
  const playdate = useGetPlaydate(id)
  const hasChanged = useHasChanged(playdate.isFetchedAfterMount ? playdate.data?.version : undefined)
  const isAnswering = useIsAnswering()
  const isEvent = playdate.data?.type === 'group'
  const responses = useListEventResponses(isEvent ? id : null)
  const isHere = isIn && playdate.data !== undefined
  const isReady = useSoon(isHere)
  return (
    <Loaded query={playdate} isReady={isReady} missing={<NothingToAnswer playdate={null} />}>
      {(data) => {
        // Who said what belongs to an event: nobody is shown as playing who said no.
        if (isEvent && !responses.data && !responses.error) return <SkeletonCards />
        const mayNotKnow =
          data.response !== 'accepted' && data.response !== 'rejected' && data.status === 'accepted'
        return (
          <>
            <Information
              playdate={data}
              responses={isEvent ? (responses.data ?? null) : null}
              calendar={calendar}
              afternoon={afternoon}
            >
              {isEvent && hasChanged && !isAnswering && mayNotKnow && (
                <p className="pd__changed" role="alert">
                  {m.prompt_playdate_changed()}
                </p>
              )}
              {isEvent && !responses.data && (
                <div className="pd__unknown">
                  <PartProblem text={m.playdates_guests_unknown()} onRetry={() => void responses.refetch()} />
                </div>
              )}
            </Information>
            {data.mayChat && chat?.(data)}
            <Actions playdate={data} />
          </>
        )
      }}
    </Loaded>
  )
}

interface InformationProps {
  playdate: Playdate
  /** Only of an event, where they are known. */
  responses: readonly EventResponse[] | null
  calendar: PlaydateInformationProps['calendar'] | undefined
  afternoon: PlaydateInformationProps['afternoon'] | undefined
  /** What has to be said first. */
  children: ReactNode
}

function Information({ playdate, responses, calendar, afternoon, children }: InformationProps) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const isInvited = playdate.type === 'group' && !isOwner(playdate)
  return (
    <>
      <PageHeader
        title={m.common_playdate()}
        back="/view-playdates"
        actions={<LabelBadge label={labelOf(playdate, viewer, now)} />}
      />
      <article className="facts">
        {children}
        <Ending playdate={playdate} viewer={viewer._id} />
        {isInvited && <OfferCard playdate={playdate} />}
        <section className="card facts__who">
          <h2>{m.playdates_who()}</h2>
          <Who playdate={playdate} responses={responses} />
        </section>
        {playdate.type === 'group' && !isInvited && <Spots playdate={playdate} />}
        <WaitingList waiting={playdate.waiting} />
        <div className="card facts">
          <When playdate={playdate} zone={viewer.timeZone} />
          <AnotherTime playdate={playdate} zone={viewer.timeZone} />
          {playdate.series && <PartOfSeries id={playdate.series.id} />}
          <Reminded playdate={playdate} now={now} />
          {calendar?.(playdate)}
          {playdate.lookedAfterBy ? (
            <LookedAfter by={playdate.lookedAfterBy} />
          ) : (
            <Where playdate={playdate} />
          )}
          {playdate.status === 'pending' && <StayLine playdate={playdate} />}
          {playdate.description && (
            <section>
              <h2>{m.common_description()}</h2>
              <p className="facts__text" dir="auto">
                {playdate.description}
              </p>
            </section>
          )}
          {playdate.blockedInvited && (
            <p className="row">
              <Icon name="block" />
              {m.playdates_blocked_invited()}
            </p>
          )}
          {isInvited && <Spots playdate={playdate} />}
          {isInvited && <InviteAnswer playdate={playdate} />}
          <section>
            <h2>{m.playdates_caregivers()}</h2>
            <CaregiverList playdate={playdate} responses={responses} />
          </section>
          {playdate.status === 'pending' && <Turn playdate={playdate} viewer={viewer._id} now={now} />}
        </div>
        {afternoon?.(playdate)}
      </article>
    </>
  )
}

/** Why nothing comes of it. */
function Ending({ playdate, viewer }: { playdate: Playdate; viewer: string }) {
  const ending = endingOf(playdate, viewer)
  if (!ending) return null
  return (
    <section className="pd__ending">
      <Icon name="cross" />
      <div>
        <b>
          <bdi>{ending.title}</bdi>
        </b>
        {ending.note && (
          <p>
            <bdi>{ending.note}</bdi>
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

function When({ playdate, zone }: { playdate: Playdate; zone: string }) {
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

/** Where the viewer goes, as they will be reminded. */
function Reminded({ playdate, now }: { playdate: Playdate; now: number }) {
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

/** In place of where, for who reads the card only. */
function LookedAfter({ by: { name } }: { by: NonNullable<Playdate['lookedAfterBy']> }) {
  return (
    <section className="row lookedafter">
      <Icon name="home" />
      <div>
        <b>
          <bdi>{m.playdates_looked_after({ name })}</bdi>
        </b>
        <p>
          <bdi>{m.playdates_place_stays({ name })}</bdi>
        </p>
      </div>
    </section>
  )
}

function Where({ playdate }: { playdate: Playdate }) {
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

/** False of a helper; what is over may have lost its children. */
function hasOwnChild({ ownerChildren, recipientChildren, status }: Playdate): boolean {
  return status === 'cancelled' || [...ownerChildren, ...recipientChildren].some(({ isOwn }) => isOwn)
}

/** Whose answer a request waits for. */
function Turn({ playdate, viewer, now }: { playdate: Playdate; viewer: string; now: number }) {
  return (
    <section className="facts__turn">
      {mayRespond(playdate) && <b>{m.playdates_your_turn()}</b>}
      <p className="quiet small">
        {footerText(playdate, viewer)} · {relativeTime(playdate.updatedAt, now)}
      </p>
      {mayRespond(playdate) && (
        <ButtonLink variant="action" wide to={`/view-playdate-request/${playdate._id}`}>
          {m.playdates_respond()}
        </ButtonLink>
      )}
    </section>
  )
}

function Actions({ playdate }: { playdate: Playdate }) {
  const now = useNow(30_000)
  const isAnswering = useIsAnswering()
  const owns = isOwner(playdate)
  const isEvent = playdate.type === 'group'
  // Who reads the card only, or helps, has nothing to do here.
  if ((isEvent && !owns) || playdate.lookedAfterBy || !hasOwnChild(playdate)) return null
  const isToCome = playdate.acceptedTime !== null && Date.parse(playdate.acceptedTime) > now
  const isStanding = playdate.status === 'accepted' && isToCome
  const isCancellable = mayCancel(playdate, now)
  // Those who can't meet any more may want to meet again.
  const isOver = playdate.status === 'cancelled' || (playdate.status === 'accepted' && !isToCome)
  const { series } = playdate
  const isLast = isStanding && series?.left === 0
  const start = timesOf(playdate)[0]
  if (!isCancellable && !isAnswering && !isOver) return null
  return (
    <div className="actions facts__actions">
      {isStanding && isEvent && playdate.mayAct && (
        <ButtonLink to={`/edit-playdate/${playdate._id}`}>
          <Icon name="edit" small />
          {m.playdates_edit_event()}
        </ButtonLink>
      )}
      {mayAskAnotherTime(playdate, now) && (
        <ButtonLink to={`/edit-playdate/new?replaces=${playdate._id}`}>
          <Icon name="calendar" small />
          {m.plan_change_time()}
        </ButtonLink>
      )}
      {(isAnswering || isCancellable) && isSingleToCome(playdate, now) && <Sick playdate={playdate} />}
      {(isCancellable || isAnswering) &&
        (playdate.status === 'pending' && playdate.replaces ? (
          <TakeBack playdate={playdate} />
        ) : (
          <CancelPlaydate playdate={playdate} />
        ))}
      {isCancellable && series && series.left > 0 && start && (
        <StopRepeating seriesId={series.id} from={{ playdate: playdate._id, start }} />
      )}
      {(isOver || isLast) && !isAnswering && (
        <ButtonLink variant="action" to={`/edit-playdate/new?again=${playdate._id}`}>
          <Icon name="refresh" small />
          {playdate.endedAs ? m.asks_another_day() : m.playdates_play_again()}
        </ButtonLink>
      )}
    </div>
  )
}
