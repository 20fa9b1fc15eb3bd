import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { CaregiverAvatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { fullName } from '../playdate-words.ts'
import './spots.css'

/** Shows an event's owner the waiting list, in order. */
export function WaitingList({ waiting }: Pick<Playdate, 'waiting'>) {
  if (!waiting || waiting.length === 0) return null
  return (
    <section className="card">
      <h2>{m.spots_line()}</h2>
      <ol className="spots__line">
        {waiting.map(({ position, caregiver, children, offerUntil }) => (
          <li key={position}>
            <span className="spots__no">{position}</span>
            <CaregiverAvatar caregiver={caregiver} />
            <span className="grow">
              <b>
                <bdi>{fullName(caregiver)}</bdi>
              </b>
              <small>{m.spots_line_children({ count: children.length })}</small>
            </span>
            {offerUntil === null ? (
              <Badge kind="completed" icon="clock">
                {m.spots_line_waiting()}
              </Badge>
            ) : (
              <Badge kind="invited">{m.spots_line_asked()}</Badge>
            )}
          </li>
        ))}
      </ol>
      <p className="hint">{m.spots_line_note()}</p>
    </section>
  )
}
