import { refusalTexts } from '@tagalong/contract/http/envelope.ts'
import GateArt from '#ui/art/scene-gate.svg?react'
import { ButtonLink } from '#ui/button.tsx'

export function ForbiddenScreen() {
  return (
    <div className="halt">
      <GateArt />
      <h1>{refusalTexts.forbidden}</h1>
      <p>This gate is not for you. Plenty of others are open.</p>
      <ButtonLink variant="action" size="large" to="/">
        Dashboard
      </ButtonLink>
    </div>
  )
}
