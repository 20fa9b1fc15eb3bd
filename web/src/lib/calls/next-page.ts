import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface NextPage {
  isThere: boolean
  isPending: boolean
  hasFailed: boolean
  show: () => void
}

/**
 * Fetches a list's next page. If the list is invalidated meanwhile, it is refetched without that page; so this keeps
 * the number of pages wanted, and fetches until they are there.
 *
 * @param query of a list, with the number of its pages as data
 */
export function useNextPage(query: UseInfiniteQueryResult<number>): NextPage {
  const { data: pages = 0, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [wanted, setWanted] = useState(0)
  const isMissing = pages < wanted && hasNextPage && !isFetchNextPageError
  const mayFetch = isMissing && !isFetching
  useEffect(() => {
    if (mayFetch) void fetchNextPage()
  }, [mayFetch, fetchNextPage])
  return {
    isThere: hasNextPage,
    isPending: isMissing,
    hasFailed: isFetchNextPageError,
    show: () => (isFetchNextPageError ? void fetchNextPage() : setWanted(pages + 1)),
  }
}
