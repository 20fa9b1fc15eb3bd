import { useSession } from '#lib/session.tsx'
import GateArt from '#ui/art/scene-gate.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** With this state the link says that an administrator wants a family profile too. */
export const wantsProfile = { wantsProfile: true } as const

/** Holds the place of the administrator area. */
export function AdminScreen() {
  const { viewer } = useSession()
  return (
    <div className="halt">
      <GateArt />
      <h1>Admin</h1>
      <p>The administrator area comes with a later version</p>
      {viewer ? (
        <ButtonLink variant="action" size="large" to="/">
          Dashboard
        </ButtonLink>
      ) : (
        <ButtonLink variant="action" size="large" to="/onboarding" state={wantsProfile}>
          Set up a family profile
        </ButtonLink>
      )}
      <ButtonLink variant="quiet" to="/logout">
        <Icon name="logout" small />
        Log out
      </ButtonLink>
    </div>
  )
}
