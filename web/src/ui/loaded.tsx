import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { PageProblem } from './page-problem.tsx'
import { SkeletonCards } from './skeleton.tsx'

/** Of TanStack Query's, as far as it is looked at here. */
interface Query<Data> {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Query<Data>
  /** False where what is here is to be shown in a moment. */
  isReady?: boolean
  /** What stands there meanwhile. */
  skeleton?: ReactNode
  /** Where the server says that there is no such thing. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/** What was asked for, once it is here. Until then a skeleton; where that failed, the problem and a way to try again. */
export function Loaded<Data>({ query, isReady = true, skeleton, missing, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  // Until it is here again: while it is asked for once more, TanStack Query forgets why there was nothing.
  const [isGone, setGone] = useState(false)
  const isGoneNow = error ? isMissing(error) : isGone && data === undefined
  if (isGone !== isGoneNow) setGone(isGoneNow)
  if (missing !== undefined && isGoneNow) return missing
  if (data !== undefined && isReady) return children(data)
  if (!error) return skeleton ?? <SkeletonCards />
  return <PageProblem error={error} onRetry={() => void refetch()} />
}

/** An id that leads nowhere, or that is none. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

/** Two that are shown together. What failed is tried again; of what is here only that it is gone counts as failed. */
export function both<A, B>(a: Query<A>, b: Query<B>): Query<readonly [A, B]> {
  const failed = [a, b].filter(({ data, error }) => error && (data === undefined || isMissing(error)))
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: failed[0]?.error ?? null,
    refetch: () => failed.map((each) => each.refetch()),
  }
}
