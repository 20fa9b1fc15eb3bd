import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/calls/api.ts'
import { PageProblem } from './page-problem.tsx'
import { SkeletonCards } from './skeleton.tsx'

/** The part of a TanStack Query result that is used here. */
interface Query<Data> {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Query<Data>
  /** False if the data is to be shown a moment later. */
  isReady?: boolean
  /** Shown while loading. */
  skeleton?: ReactNode
  /** Shown if the server says that there is no such thing. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's data once it is loaded, a skeleton until then, and after a failure the problem with a retry button.
 */
export function Loaded<Data>({ query, isReady = true, skeleton, missing, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  // Kept during a refetch, when TanStack Query forgets the error.
  const [isGone, setGone] = useState(false)
  const isGoneNow = error ? isMissing(error) : isGone && data === undefined
  if (isGone !== isGoneNow) setGone(isGoneNow)
  if (missing !== undefined && isGoneNow) return missing
  if (data !== undefined && isReady) return children(data)
  if (!error) return skeleton ?? <SkeletonCards />
  return <PageProblem error={error} onRetry={() => void refetch()} />
}

/** True for an unknown id, or one that is malformed. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

/**
 * Combines two queries that are shown together. A retry repeats the failed ones. One that still has data has failed
 * only if the server says that its thing is gone.
 */
export function both<A, B>(a: Query<A>, b: Query<B>): Query<readonly [A, B]> {
  const failed = [a, b].filter(({ data, error }) => error && (data === undefined || isMissing(error)))
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: failed[0]?.error ?? null,
    refetch: () => failed.map((each) => each.refetch()),
  }
}
