import { knownRefusals } from '@tagalong/contract/http/envelope.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect } from 'react'
import { refreshSession, useSession } from '#lib/session/session.tsx'
import GateArt from '#ui/art/scene-gate.svg?react'
import { ButtonLink } from '#ui/button.tsx'

export function ForbiddenScreen() {
  const isIn = useSession().user !== null
  useEffect(() => {
    // After a right was revoked, the outdated session would keep leading back to the page that needs it.
    if (isIn) void refreshSession().catch(() => undefined)
  }, [isIn])
  return (
    <div className="halt">
      <GateArt />
      <h1>{knownRefusals.forbidden()}</h1>
      <p>{m.app_forbidden_more()}</p>
      <ButtonLink variant="action" size="large" to="/">
        {m.common_dashboard()}
      </ButtonLink>
    </div>
  )
}
