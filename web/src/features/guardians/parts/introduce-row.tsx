import type { CaregiverName } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'

/** Links to the page where the viewer introduces friends to the other guardian. */
export function IntroduceRow({ child, other }: { child: string; other: CaregiverName }) {
  return (
    <Link className="card row grownups__go" to={`/child/${child}/grown-ups/introduce/${other._id}`}>
      <span className="avatar grownups__link" aria-hidden="true">
        <Icon name="people" small />
      </span>
      <span className="grow">
        <b className="display">{m.guardians_introduce({ name: other.name })}</b>
        <small className="quiet">{m.guardians_introduce_note({ name: other.name })}</small>
      </span>
      <Icon name="right" small />
    </Link>
  )
}
