import type { Child } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { AvatarStack, CaregiverAvatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { useGrownUps } from '../guardians.queries.ts'

/** On the child's page: links to its grown-ups. */
export function GrownUpsCard({ child }: { child: Child }) {
  const { data } = useGrownUps(child._id)
  const people = [...(data?.guardians ?? []), ...(data?.helpers ?? [])].map(({ caregiver }) => caregiver)
  return (
    <Link className="card row" to={`/child/${child._id}/grown-ups`}>
      <b className="display grow">{m.guardians_title({ name: child.firstName })}</b>
      <AvatarStack size="2.25rem">
        {people.map((each) => (
          <CaregiverAvatar key={each._id} caregiver={each} />
        ))}
      </AvatarStack>
      <Icon name="right" small />
    </Link>
  )
}
