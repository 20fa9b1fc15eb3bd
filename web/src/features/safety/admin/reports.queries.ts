import {
  decideReports,
  getReports,
  listReports,
  lookAtReport,
} from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, callForReply } from '#lib/calls/api.ts'
import { newIdempotencyKey } from '#lib/calls/idempotency-key.ts'
import { useNextPage } from '#lib/calls/next-page.ts'
import { setCached } from '#lib/calls/set-cached.ts'

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

/** Returns the number of accounts and groups that wait for a decision. */
export function useWaitingCount() {
  return useInfiniteQuery({ ...pagesOf('waiting'), select: ({ pages }) => pages[0]?.total ?? 0 }).data
}

export function useMoreReports(tab: Tab) {
  return useNextPage(useInfiniteQuery({ ...pagesOf(tab), select: ({ pages }) => pages.length }))
}

const about = (subject: string) => ['admin', 'report', subject]

/** Each read is written to the audit log, so there is no automatic refetch. */
export function useReportsAbout(subject: string) {
  return useQuery({
    queryKey: about(subject),
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

/** One key per decision, so that pressing again after a lost response doesn't decide twice. */
export function useDecide(subject: string) {
  const queries = useQueryClient()
  const attempt = useRef<{ text: string; key: string }>(undefined)
  return async (body: BodyOf<typeof decideReports>) => {
    const text = JSON.stringify(body)
    if (attempt.current?.text !== text) attempt.current = { text, key: newIdempotencyKey() }
    const decided = await call(decideReports, {
      params: { subject },
      body,
      idempotencyKey: attempt.current.key,
    })
    await setCached(queries, about(subject), () => decided)
    await Promise.all(
      ['reports', 'users'].map((list) => queries.invalidateQueries({ queryKey: ['admin', list] })),
    )
  }
}
