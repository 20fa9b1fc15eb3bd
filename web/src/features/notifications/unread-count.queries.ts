import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

/** The key begins with the name by which a frame of the websocket invalidates it. */
export const newestNotifications = ['notifications', 'newest'] as const

/** Returns the number of unread notifications on the newest page. If all of a page are unread, there may be more. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: newestNotifications,
    queryFn: ({ signal }) => call(listNotifications, { query: {}, signal }),
    select: (newest) => newest.filter(({ readAt }) => readAt === null).length,
  })
  return data
}
