import { ApiError } from '#lib/calls/api.ts'
import LostArt from '#ui/art/empty-lost.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageProblem } from '#ui/page-problem.tsx'

/** Stands where one row could not be loaded: there is none, or nobody could say. */
export function ManageProblem({
  error,
  listPath,
  onRetry,
}: {
  error: Error | null
  listPath: string
  onRetry: () => void
}) {
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  if (!isMissing) return <PageProblem error={error} onRetry={onRetry} />
  return (
    <EmptyState
      art={<LostArt />}
      text="Not found"
      action={
        <ButtonLink variant="primary" to={listPath}>
          Back to the list
        </ButtonLink>
      }
    />
  )
}
