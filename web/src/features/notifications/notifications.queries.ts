import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { pageOfNotifications } from '@tagalong/contract/features/notifications/notifications.rules.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ApiError, call } from '#lib/calls/api.ts'
import { useNextPage } from '#lib/calls/next-page.ts'
import { newestNotifications } from './unread-count.queries.ts'

// The key begins with the name by which a frame of the websocket invalidates it.
const list = ['notifications', 'list'] as const

/** Newest first; each further page is older. */
const allPages = infiniteQueryOptions({
  queryKey: list,
  queryFn: ({ pageParam, signal }) =>
    call(listNotifications, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => (last.length < pageOfNotifications ? null : (last.at(-1)?._id ?? null)),
})

export function useListNotifications() {
  return useInfiniteQuery({ ...allPages, select: ({ pages }) => pages.flat() })
}

export function useNextNotifications() {
  return useNextPage(useInfiniteQuery({ ...allPages, select: ({ pages }) => pages.length }))
}

/** Marks a notification and all older ones as read. */
export function useReadNotifications() {
  const queries = useQueryClient()
  return useMutation<object, ApiError, Notification>({
    mutationFn: (newest) => call(readNotifications, { body: { upTo: newest._id } }),
    onSuccess: (_, newest) => markAsRead(queries, newest),
  })
}

/** Updates the cache at once; the frame that follows has everything refetched. */
function markAsRead(queries: QueryClient, upTo: Notification) {
  const now = new Date().toISOString()
  const read = (each: Notification): Notification =>
    each.createdAt > upTo.createdAt ? each : { ...each, readAt: each.readAt ?? now }
  queries.setQueryData<Notification[]>(newestNotifications, (newest) => newest?.map(read))
  queries.setQueryData<InfiniteData<Notification[]>>(
    list,
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => page.map(read)) },
  )
}
