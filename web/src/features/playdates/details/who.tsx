import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import type { EventResponse } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { childrenPlaying, goingOf, goingText } from '../event-guests.ts'
import { Meet } from '../parts/meet.tsx'
import './details.css'

/** Who is Playing: the two sides face to face, or an event's children whose families did not say no. */
export function Who({
  playdate,
  responses,
}: {
  playdate: Playdate
  responses: readonly EventResponse[] | null
}) {
  if (playdate.type === 'single') return <Meet playdate={playdate} />
  return (
    <>
      <ul className="who">
        {childrenPlaying(playdate, responses ?? []).map((child) => (
          <li key={child._id}>
            <ChildAvatar child={child} />
            <bdi>{childName(child)}</bdi>
          </li>
        ))}
      </ul>
      {responses && playdate.status === 'accepted' && (
        <p className="facts__going" role="status">
          {goingText(goingOf(playdate, responses))}
        </p>
      )}
    </>
  )
}
