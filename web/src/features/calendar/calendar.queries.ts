import {
  type CalendarFeed,
  chooseCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
  getPlaydateCalendar,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'
import { setCached } from '#lib/calls/set-cached.ts'

const feedKey = ['calendar', 'feed'] as const

/** The viewer's calendar link, without its URL. */
export function useCalendarFeed() {
  return useQuery({ queryKey: feedKey, queryFn: ({ signal }) => call(getCalendarFeed, { signal }) })
}

/** Only this response contains the URL. */
export function useCreateFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof createCalendarFeed>) => call(createCalendarFeed, { body }),
    onSuccess: ({ feed }) => setCached<CalendarFeed | null>(queries, feedKey, () => feed),
    onError: () => queries.invalidateQueries({ queryKey: feedKey }),
    gcTime: 0,
  })
}

export function useChooseFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (saysWhoAndWhere: boolean) => call(chooseCalendarFeed, { body: { saysWhoAndWhere } }),
    onSuccess: (feed) => setCached<CalendarFeed | null>(queries, feedKey, () => feed),
    onError: () => queries.invalidateQueries({ queryKey: feedKey }),
  })
}

export function useDeleteFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteCalendarFeed, {}),
    onSuccess: () => setCached<CalendarFeed | null>(queries, feedKey, () => null),
    onError: () => queries.invalidateQueries({ queryKey: feedKey }),
  })
}

/** The file of one playdate and Google's page for it, at its current version. */
export function usePlaydateCalendar({ _id: id, version }: Playdate) {
  return useQuery({
    queryKey: ['calendar', 'playdate', id, version],
    queryFn: ({ signal }) => call(getPlaydateCalendar, { params: { id }, signal }),
    gcTime: 0,
  })
}
