import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'

export function NotFoundScreen() {
  return (
    <div className="halt">
      <LostArt />
      <h1>Page Not Found</h1>
      <p>This page has blown away. Everything else is right where you left it.</p>
      <ButtonLink variant="action" size="large" to="/">
        Dashboard
      </ButtonLink>
    </div>
  )
}
