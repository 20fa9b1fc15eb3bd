import {
  getReports,
  listReports,
  lookAtReport,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call, callForReply } from '#lib/calls/api.ts'
import { useNextPage } from '#lib/calls/next-page.ts'

export type Tab = 'waiting' | 'closed'

const pagesOf = (tab: Tab) => ({
  queryKey: ['admin', 'reports', tab],
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    callForReply(listReports, { query: { tab, ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null | undefined }) => nextCursor,
})

export function useReports(tab: Tab) {
  return useInfiniteQuery({ ...pagesOf(tab), select: ({ pages }) => pages.flatMap(({ data }) => data) })
}

export function useMoreReports(tab: Tab) {
  return useNextPage(useInfiniteQuery({ ...pagesOf(tab), select: ({ pages }) => pages.length }))
}

/** Each look stands in the audit log, so that nothing is read anew by itself. */
export function useReportsAbout(subject: string) {
  return useQuery({
    queryKey: ['admin', 'reports', 'about', subject],
    queryFn: ({ signal }) => call(getReports, { params: { subject }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useLook(subject: string) {
  return useMutation({
    mutationFn: (body: { what: 'reporter' | 'picture'; id: string }) =>
      call(lookAtReport, { params: { subject }, body }),
  })
}
