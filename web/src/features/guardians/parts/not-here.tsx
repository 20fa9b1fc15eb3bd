import { m } from '@tagalong/contract/messages.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown to a user who isn't a grown-up of the child. */
export function NotHere() {
  return (
    <EmptyState
      art={<LostArt />}
      text={m.guardians_not_here()}
      note={m.guardians_not_here_note()}
      action={
        <ButtonLink variant="action" to="/profile">
          {m.children_to_profile()}
        </ButtonLink>
      }
    />
  )
}
