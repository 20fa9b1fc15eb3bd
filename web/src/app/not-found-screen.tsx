import { m } from '@tagalong/contract/messages.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'

export function NotFoundScreen() {
  return (
    <div className="halt">
      <LostArt />
      <h1>{m.app_title_not_found()}</h1>
      <p>{m.app_not_found_more()}</p>
      <ButtonLink variant="action" size="large" to="/">
        {m.common_dashboard()}
      </ButtonLink>
    </div>
  )
}
