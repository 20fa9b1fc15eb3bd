import { childName } from '@tagalong/contract/features/children/children.rules.ts'
import type { Playdate, PlaydateChild } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { ChildAvatar } from '#features/files/parts/child-avatar.tsx'
import { useViewer } from '#lib/session/session.tsx'
import { Icon } from '#ui/icon.tsx'
import { fullName, inList } from '../playdate-words.ts'
import { Names } from './names.tsx'
import './meet.css'

interface MeetProps {
  playdate: Playdate
  /** Shows whose children they are. */
  withCaregivers?: boolean
  /** Shows that they meet more than once. */
  isRepeated?: boolean
}

/** The two sides of a playdate face to face. */
export function Meet({ playdate, withCaregivers, isRepeated }: MeetProps) {
  const isCrowd = playdate.ownerChildren.length + playdate.recipientChildren.length > 3
  // A side may be empty after a child was deleted.
  const hasBoth = playdate.ownerChildren.length > 0 && playdate.recipientChildren.length > 0
  return (
    <div className={isCrowd ? 'meet meet--crowd' : 'meet'}>
      <Side kids={playdate.ownerChildren} withCaregivers={withCaregivers ?? false} />
      {hasBoth && isRepeated && <Icon name="repeat" />}
      {hasBoth && !isRepeated && (
        <svg
          viewBox="0 0 48 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path strokeDasharray=".1 7" d="M4 12q20-12 40 0" />
        </svg>
      )}
      <Side kids={playdate.recipientChildren} withCaregivers={withCaregivers ?? false} />
    </div>
  )
}

function Side({ kids, withCaregivers }: { kids: readonly PlaydateChild[]; withCaregivers: boolean }) {
  const viewer = useViewer()
  if (kids.length === 0) return null
  const caregivers = [...new Map(kids.map(({ caregiver }) => [caregiver._id, caregiver])).values()]
  const names = caregivers.map((each) => (each._id === viewer._id ? m.common_me() : fullName(each)))
  return (
    <div>
      <ul className="meet__kids">
        {kids.map((child) => (
          <li key={child._id}>
            <ChildAvatar child={child} isLarge />
            <b dir="auto">{childName(child)}</b>
          </li>
        ))}
      </ul>
      {withCaregivers && (
        <small>
          <Names of={inList(names)} />
        </small>
      )}
    </div>
  )
}
