import type { EventResponse, Playdate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { useViewer } from '#lib/session/session.tsx'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { type Mark, markOf } from '../event-guests.ts'
import { fullName } from '../playdate-words.ts'
import './details.css'

const words = { accepted: 'Accepted', rejected: 'Rejected', pending: 'Pending' } satisfies Record<
  Mark,
  string
>

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
        const isTheOwner = isOwner(playdate, caregiver._id)
        const isMe = caregiver._id === viewer._id
        const mark = responses && !isTheOwner ? markOf(caregiver._id, responses) : null
        return (
          <li key={caregiver._id}>
            <CaregiverAvatar caregiver={caregiver} />
            <span className="carers__name">
              <bdi>{fullName(caregiver)}</bdi>
              {isMe && <small className="quiet"> You</small>}
            </span>
            {isTheOwner && <span className="badge badge--completed badge--plain">Owner</span>}
            {mark && <Badge kind={mark}>{words[mark]}</Badge>}
          </li>
        )
      })}
    </ul>
  )
}
