import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { listPlaydates } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { useNextPage } from '#lib/calls/next-page.ts'

/** Every key starts with the prefix that a websocket frame invalidates. */
export const playdateKeys = {
  all: ['playdates'],
  lists: ['playdates', 'list'],
  list: (status: 'pending' | 'accepted') => ['playdates', 'list', status],
  one: (id: string) => ['playdates', 'one', id],
  response: (id: string) => ['playdates', 'response', id],
  responses: (id: string) => ['playdates', 'responses', id],
} as const

export interface Lists {
  pages: { items: Playdate[]; nextCursor: string | null }[]
}

/**
 * Fetches a list page by page. `accepted` starts with all upcoming playdates and the newest past ones; further pages
 * are older. `pending` is sorted by the last change, newest first.
 */
export function useListPlaydates(status: 'pending' | 'accepted') {
  return useInfiniteQuery({
    ...listOf(status),
    select: ({ pages }) => {
      const each = pages.flatMap(({ items }) => items)
      // A playdate that moves while further pages are read may be on two of them.
      return [...new Map(each.map((one) => [one._id, one])).values()]
    },
  })
}

export function useNextPlaydates(status: 'pending' | 'accepted') {
  return useNextPage(useInfiniteQuery({ ...listOf(status), select: ({ pages }) => pages.length }))
}

function listOf(status: 'pending' | 'accepted') {
  return infiniteQueryOptions({
    queryKey: playdateKeys.list(status),
    queryFn: ({ pageParam, signal }) =>
      call(listPlaydates, { query: { status, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
}
