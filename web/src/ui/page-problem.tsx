import { m } from '@tagalong/contract/messages.ts'
import LostArt from './art/empty-lost.svg?react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown if a screen could not be loaded. */
export function PageProblem({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        art={<LostArt />}
        text={m.ui_load_failed()}
        note={error?.message}
        action={
          <Button variant="primary" onPress={onRetry}>
            {m.common_again()}
          </Button>
        }
      />
    </div>
  )
}
