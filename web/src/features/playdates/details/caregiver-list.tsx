import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import type { ReactNode } from 'react'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { photosOf, wordsOf } from '#features/safety/parts/reportables.tsx'
import { useNow } from '#lib/now.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Rich } from '#ui/rich.tsx'
import { type Mark, markOf } from '../event-guests.ts'
import { childrenOf, fullName, listed } from '../playdate-words.ts'
import './details.css'

const words = {
  accepted: m.playdates_said_accepted,
  rejected: m.playdates_said_rejected,
  pending: m.playdates_said_pending,
} satisfies Record<Mark, Text>

/** The caregivers of both sides. `responses` is null unless it is an event; it holds each invitee's response. */
export function CaregiverList({
  playdate,
  responses,
}: {
  playdate: Playdate
  responses: readonly EventResponse[] | null
}) {
  const viewer = useViewer()
  const now = useNow(60_000)
  return (
    <ul className="carers">
      {peopleOf(playdate, viewer).map((caregiver) => {
        const isTheOwner = playdate.owner._id === caregiver._id
        const isMe = caregiver._id === viewer._id
        const mark =
          responses && !isTheOwner && !playdate.lookedAfterBy
            ? markOf(caregiver._id, responses, playdate.recipientChildren)
            : null
        const answered = isMe ? null : answeredFor(playdate, caregiver._id, now)
        return (
          <li key={caregiver._id}>
            <CaregiverAvatar caregiver={caregiver} />
            <span className="carers__name">
              <bdi>{fullName(caregiver)}</bdi>
              {isMe && <small className="quiet"> {m.common_you()}</small>}
              {answered && <small className="quiet carers__answered">{answered}</small>}
            </span>
            {isTheOwner && <span className="badge badge--completed badge--plain">{m.playdates_owner()}</span>}
            {mark && <Badge kind={mark}>{words[mark]()}</Badge>}
            {!isMe && <PersonMenu person={caregiver} things={thingsOf(playdate, caregiver._id)} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the owner, the viewer's side's other guardians who acted, the recipients and the canceller, each once. */
function peopleOf(playdate: Playdate, viewer: CaregiverName): CaregiverName[] {
  const own = playdate.ownerChildren.some(({ isOwn }) => isOwn) ? [viewer] : []
  const acted = childrenOf(playdate).flatMap(({ actedBy }) => actedBy ?? [])
  const people = [
    playdate.owner,
    ...own,
    ...acted,
    ...playdate.recipientCaregivers,
    ...(playdate.cancelledBy ? [playdate.cancelledBy] : []),
  ]
  return [...new Map(people.map((each) => [each._id, each])).values()]
}

/** `answered for Anika · 2 hours ago`, for another guardian of the viewer's children; null if they haven't acted. */
function answeredFor(playdate: Playdate, caregiver: string, now: number): ReactNode {
  const theirs = childrenOf(playdate).filter(({ actedBy }) => actedBy?._id === caregiver)
  const [at] = theirs.flatMap(({ actedAt }) => actedAt ?? [])
  if (!at) return null
  const children = listed(theirs.map(({ firstName }) => firstName))
  return (
    <Rich
      parts={m.playdates_answered_for.parts({ children, ago: relativeTime(at, now) })}
      marks={{ names: (words) => <bdi>{words}</bdi> }}
    />
  )
}

/** Returns what can be reported of a caregiver here: their children's photos, and what they wrote on the other side. */
function thingsOf(playdate: Playdate, caregiver: string) {
  const children = [...playdate.ownerChildren, ...playdate.recipientChildren]
  const photos = photosOf(children.filter((child) => child.caregiver._id === caregiver))
  const words = writtenBy(playdate, caregiver)
  return words.length > 0 ? [wordsOf('playdate', playdate._id, words), ...photos] : photos
}

/** Returns one writer's words, as a report requires: the canceller's if they gave a reason, else the proposer's. */
function writtenBy(playdate: Playdate, caregiver: string): string[] {
  const { side, lastSide, lastSubmittedBy, cancelledBy, cancelReason, recipientCaregivers } = playdate
  const isAcross = recipientCaregivers.some(({ _id }) => _id === cancelledBy?._id) === (side === 'owner')
  const reason = cancelledBy && isAcross ? cancelReason : null
  if (caregiver !== (reason ? cancelledBy?._id : lastSubmittedBy)) return []
  const isTheirs = lastSide !== side && lastSubmittedBy === caregiver
  const words = isTheirs ? [...Object.values(playdate.proposedLocations), playdate.description] : []
  return [...words, reason].flatMap((each) => each || [])
}
