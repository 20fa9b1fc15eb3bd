import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown if there is no such row. */
export function NotInList({ path }: { path: string }) {
  return (
    <EmptyState
      art={<LostArt />}
      text="Not found"
      action={
        <ButtonLink variant="primary" to={path}>
          Back to the list
        </ButtonLink>
      }
    />
  )
}
