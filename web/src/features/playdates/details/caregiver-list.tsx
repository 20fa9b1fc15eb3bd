import type { EventResponse, Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m, type Text } from '@tagalong/contract/messages.ts'
import { PersonMenu } from '#features/safety/parts/person-menu.tsx'
import { photosOf, wordsOf } from '#features/safety/parts/reportables.tsx'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { type Mark, markOf } from '../event-guests.ts'
import { fullName } from '../playdate-words.ts'
import './details.css'

const words = {
  accepted: m.playdates_said_accepted,
  rejected: m.playdates_said_rejected,
  pending: m.playdates_said_pending,
} satisfies Record<Mark, Text>

/** The caregivers of both sides. `responses` only of an event: what each of those invited said. */
export function CaregiverList({
  playdate,
  responses,
}: {
  playdate: Playdate
  responses: readonly EventResponse[] | null
}) {
  const viewer = useViewer()
  return (
    <ul className="carers">
      {[playdate.owner, ...playdate.recipientCaregivers].map((caregiver) => {
        const isTheOwner = playdate.owner._id === caregiver._id
        const isMe = caregiver._id === viewer._id
        const mark = responses && !isTheOwner ? markOf(caregiver._id, responses) : null
        return (
          <li key={caregiver._id}>
            <CaregiverAvatar caregiver={caregiver} />
            <span className="carers__name">
              <bdi>{fullName(caregiver)}</bdi>
              {isMe && <small className="quiet"> {m.common_you()}</small>}
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

/** What of a caregiver's can be reported here: their children's photos, and what they wrote last. */
function thingsOf(playdate: Playdate, caregiver: string) {
  const children = [...playdate.ownerChildren, ...playdate.recipientChildren]
  const photos = photosOf(children.filter((child) => child.caregiver._id === caregiver))
  if (playdate.lastSubmittedBy !== caregiver) return photos
  const { description, cancelReason } = playdate
  const words = [...Object.values(playdate.proposedLocations), description, cancelReason]
  return [wordsOf('playdate', playdate._id, words), ...photos]
}
