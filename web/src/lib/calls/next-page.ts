import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface NextPage {
  isThere: boolean
  isPending: boolean
  hasFailed: boolean
  show: () => void
}

/**
 * Whatever makes the list old while its next page comes has the whole list read anew, without that page: so what is
 * kept is how many pages are wanted.
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
