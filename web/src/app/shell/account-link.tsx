import type { SessionUser } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { hashOf } from '#ui/hash.ts'
import { initialOf } from '#ui/initial.ts'

/** Link with the user's initial that leads to the profile. Drawn here, since it needs none of the children's faces. */
export function AccountLink({ user }: { user: SessionUser }) {
  const owner = user.caregiverProfile ?? { _id: user._id, name: user.email }
  return (
    <Link to="/profile" aria-label={m.app_your_profile()} className="account">
      <span className={`avatar avatar--${hashOf(owner._id, 4) + 1}`} aria-hidden="true">
        {initialOf(owner.name)}
      </span>
    </Link>
  )
}
