import {
  listNotifications,
  type Notification,
  pageOfNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ApiError, call } from '#lib/api.ts'

// Every key starts with the word by which a frame of the websocket makes it old.
const keys = {
  list: ['notifications', 'list'],
  newest: ['notifications', 'newest'],
} as const

/** Newest first; the next pages are older. */
export function useListNotifications() {
  return useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < pageOfNotifications ? null : (last.at(-1)?._id ?? null)),
    select: ({ pages }) => pages.flat(),
  })
}

/** How many of the newest page are unread; a whole page of them may mean more. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: keys.newest,
    queryFn: ({ signal }) => call(listNotifications, { query: {}, signal }),
    select: (newest) => newest.filter(({ readAt }) => readAt === null).length,
  })
  return data
}

/** All of them count as read. */
export function useReadNotifications() {
  const queries = useQueryClient()
  return useMutation<object, ApiError>({
    mutationFn: () => call(readNotifications, { body: {} }),
    onSuccess: () => markAsRead(queries),
  })
}

/** At once; the frame that follows has everything read anew. */
function markAsRead(queries: QueryClient) {
  const now = new Date().toISOString()
  const read = (each: Notification): Notification => ({ ...each, readAt: each.readAt ?? now })
  queries.setQueryData<Notification[]>(keys.newest, (newest) => newest?.map(read))
  queries.setQueryData<InfiniteData<Notification[]>>(
    keys.list,
    (list) => list && { ...list, pages: list.pages.map((page) => page.map(read)) },
  )
}
