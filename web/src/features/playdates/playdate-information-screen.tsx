import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  cardLabel,
  footerText,
  isOwner,
  mayRespond,
} from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { playdateTime } from '@tagalong/contract/values/date-format.ts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useViewer } from '#lib/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageProblem } from '#ui/page-problem.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import '#ui/styles/cards.css'
import '#ui/styles/chat.css'
import { CalendarLeaf } from './parts/calendar-leaf.tsx'
import { CancelPlaydate } from './parts/cancel-playdate.tsx'
import { Meet } from './parts/meet.tsx'
import { NothingToAnswer } from './parts/nothing-to-answer.tsx'
import { LabelBadge } from './parts/playdate-card.tsx'
import { childrenOf, durationText, fullName, mapLink, placesOf } from './playdate-words.ts'
import './playdates.css'
import { useGetPlaydate, useIsAnswering } from './playdates.queries.ts'

interface PlaydateInformationProps {
  /** The playdate's chat; it belongs to a feature that knows playdates, so it is handed in. */
  chat?: (playdate: Playdate) => ReactNode
}

/** /view-playdate-information/{id}: who, whose, where and when. */
export function PlaydateInformationScreen({ chat }: PlaydateInformationProps) {
  const { id = '' } = useParams()
  const playdate = useGetPlaydate(id)
  if (playdate.data) {
    return (
      <>
        <Information playdate={playdate.data} />
        {chat?.(playdate.data)}
        <Actions playdate={playdate.data} />
      </>
    )
  }
  if (!playdate.error) return <SkeletonCards />
  if ([400, 404].includes(playdate.error.status)) return <NothingToAnswer playdate={null} />
  return <PageProblem error={playdate.error} onRetry={() => void playdate.refetch()} />
}

function Information({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const label = cardLabel(playdate, { caregiver: viewer._id, timeZone: viewer.timeZone }, now)
  return (
    <>
      <PageHeader title="Playdate" back="/view-playdates" actions={<LabelBadge label={label} />} />
      <article className="facts">
        <Ending playdate={playdate} />
        <section className="card facts__who">
          <h2>Who is Playing</h2>
          {playdate.type === 'single' ? <Meet playdate={playdate} /> : <Who playdate={playdate} />}
        </section>
        <div className="card facts">
          <When playdate={playdate} zone={viewer.timeZone} />
          <Where playdate={playdate} />
          <Caregivers playdate={playdate} viewer={viewer._id} />
          {playdate.description && (
            <section>
              <h2>Description</h2>
              <p className="facts__text" dir="auto">
                {playdate.description}
              </p>
            </section>
          )}
          {playdate.status === 'pending' && <Turn playdate={playdate} viewer={viewer._id} now={now} />}
        </div>
      </article>
    </>
  )
}

/** Why nothing comes of it. */
function Ending({ playdate }: { playdate: Playdate }) {
  if (playdate.status !== 'cancelled' && playdate.status !== 'rejected') return null
  const isCancelled = playdate.status === 'cancelled'
  return (
    <section className="pd__ending">
      <Icon name="cross" />
      <div>
        <b>{isCancelled ? 'This playdate was cancelled' : 'This request was rejected'}</b>
        {playdate.cancelReason && (
          <p>
            “<bdi>{playdate.cancelReason}</bdi>”
          </p>
        )}
      </div>
    </section>
  )
}

function Who({ playdate }: { playdate: Playdate }) {
  return (
    <ul className="who">
      {childrenOf(playdate).map((child) => (
        <li key={child._id}>
          <ChildAvatar child={child} />
          <bdi>{childName(child)}</bdi>
        </li>
      ))}
    </ul>
  )
}

function When({ playdate, zone }: { playdate: Playdate; zone: string }) {
  const { acceptedTime } = playdate
  const times = acceptedTime ? [acceptedTime] : playdate.proposedTimes.toSorted()
  return (
    <section className="row facts__when">
      {acceptedTime && <CalendarLeaf time={acceptedTime} zone={zone} />}
      <div>
        <h2>When</h2>
        {times.map((time) => (
          <time key={time} dateTime={time}>
            {playdateTime(time, zone)}
          </time>
        ))}
        <p className="quiet small">{durationText(playdate.durationMinutes)}</p>
      </div>
    </section>
  )
}

function Where({ playdate }: { playdate: Playdate }) {
  const places = playdate.acceptedLocation ? [playdate.acceptedLocation] : placesOf(playdate)
  return (
    <section>
      <h2>Where</h2>
      <ul>
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place can be suggested twice, and none moves
          <li key={index}>
            <a className="facts__place" href={mapLink(place)} target="_blank" rel="noreferrer">
              <Icon name="pin" />
              <bdi>{place}</bdi>
              <span className="sr"> (opens a map)</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Caregivers({ playdate, viewer }: { playdate: Playdate; viewer: string }) {
  const all = [playdate.owner, ...playdate.recipientCaregivers]
  return (
    <section>
      <h2>Caregivers</h2>
      <ul className="carers">
        {all.map((caregiver) => {
          const role = [
            isOwner(playdate, caregiver._id) && 'Owner',
            caregiver._id === viewer && 'You',
          ].filter(Boolean)
          return (
            <li key={caregiver._id}>
              <CaregiverAvatar caregiver={caregiver} />
              <bdi>{fullName(caregiver)}</bdi>
              {role.length > 0 && (
                <span className="badge badge--completed badge--plain">{role.join(' · ')}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Whose answer a request waits for. */
function Turn({ playdate, viewer, now }: { playdate: Playdate; viewer: string; now: number }) {
  return (
    <section className="facts__turn">
      <p className="quiet small">
        {footerText(playdate, viewer)} · {relativeTime(playdate.updatedAt, now)}
      </p>
      {mayRespond(playdate, viewer) && (
        <ButtonLink variant="action" wide to={`/view-playdate-request/${playdate._id}`}>
          Respond
        </ButtonLink>
      )}
    </section>
  )
}

function Actions({ playdate }: { playdate: Playdate }) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const isAnswering = useIsAnswering()
  if (!mayCancel(playdate, viewer._id, now) && !isAnswering) return null
  return (
    <div className="actions facts__actions">
      <CancelPlaydate playdate={playdate} />
    </div>
  )
}

/** The owner, or either side of a confirmed single playdate, before its time. */
function mayCancel(playdate: Playdate, viewer: string, now: number): boolean {
  if (playdate.status === 'pending') return isOwner(playdate, viewer)
  if (playdate.status !== 'accepted' || !playdate.acceptedTime) return false
  const isAllowed = isOwner(playdate, viewer) || playdate.type === 'single'
  return isAllowed && Date.parse(playdate.acceptedTime) > now
}
